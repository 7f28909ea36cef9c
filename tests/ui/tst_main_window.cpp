// The whole window on a scripted engine: commands follow the state, edits, keys, panels that speak to each other.
#include "core/api/param_schema.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/support/fixture_memory.h"
#include "tests/ui/part_called.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/bridge/shown_text.h"
#include "ui/families/vqgan_clip/imagine_page.h"
#include "ui/families/vqgan_clip/picture_page.h"
#include "ui/families/vqgan_clip/picture_panel.h"
#include "ui/models/ledger_model.h"
#include "ui/models/param_text.h"
#include "ui/panels/fit/fit_dialog.h"
#include "ui/panels/fit/fit_model.h"
#include "ui/panels/log/log_panel.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/runs/run_compare.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/samples/samples_page.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/panels/timeline/timeline_view.h"
#include "ui/panels/welcome/welcome_page.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/guide_dialog.h"
#include "ui/shell/situation_watch.h"
#include "ui/shell/theme.h"
#include "ui/widgets/history_slider.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/segmented_bar.h"

#include <QApplication>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStatusBar>
#include <QStatusTipEvent>
#include <QTemporaryDir>
#include <QToolButton>
#include <QToolTip>

using namespace headroom;
using namespace headroom::ui;

/// Hears which widgets with much below them move to another parent.
class Moves : public QObject {
public:
    QStringList large;

private:
    static QString pathOf(const QObject* object) {
        QStringList out;
        for (; object; object = object->parent()) out << QLatin1String(object->metaObject()->className());
        return out.mid(0, 4).join(QStringLiteral(" in "));
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::ParentChange && watched->findChildren<QWidget*>().size() > 50)
            large << pathOf(watched);
        return false;
    }
};

class MainWindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesFromFilesAreNotRichText() {
        Studio studio("story");
        QVERIFY(studio.window.runs());  // its labels too
        QVERIFY2(studio.window.findChildren<QLabel*>().size() > 20, "a window full of labels");
        for (const auto* label : studio.window.findChildren<QLabel*>()) {
            if (label->isVisible()) QVERIFY2(label->textFormat() != Qt::AutoText, qPrintable(label->text()));
            const bool tags = label->textFormat() == Qt::PlainText && Qt::mightBeRichText(label->text());
            QVERIFY2(!tags, qPrintable(QStringLiteral("means rich text and does not say so: ") + label->text()));
        }
        QLabel name(QStringLiteral("<b>evil</b> <img src='/etc/hostname'>"));
        name.show();
        QCOMPARE(name.textFormat(), Qt::PlainText);
    }

    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void tipsShowNamesAsTheyAreAndHelpWithItsMarkUp() {
        Studio studio("story");
        const auto format = [&studio](const QString& tip) {
            QToolTip::showText(QPoint(30, 30), tip, studio.window.centralWidget());
            for (const QWidget* each : QApplication::allWidgets())
                if (each->inherits("QTipLabel") && each->isVisible())
                    return qobject_cast<const QLabel*>(each)->textFormat();
            return Qt::AutoText;
        };
        const QString evil = QStringLiteral("<b>evil</b> & <img src='/etc/hostname'>"),
                      help = helpText(*find_param("batch.micro"));
        QVERIFY(isRichTip(help));
        QCOMPARE(format(evil), Qt::PlainText);
        QCOMPARE(format(help), Qt::RichText);  // in the label of the tip before
        QCOMPARE(format(QStringLiteral("a ") + evil), Qt::PlainText);
        QToolTip::hideText();
    }

    void beforeTheEngineEverythingSaysWhy() {
        SessionBridge bridge;
        MainWindow window(&bridge, false);
        window.show();
        QVERIFY(!window.actions()->action(Cmd::Go)->isEnabled());
        QVERIFY(window.actions()->action(Cmd::Go)->toolTip().contains(QStringLiteral("The engine is loading")));
    }

    void aRunOpensTheTrainPage() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        QTRY_VERIFY(s.action(Cmd::PauseResume)->isEnabled());
        QCOMPARE(s.action(Cmd::PauseResume)->text(), QStringLiteral("Pause"));
        s.action(Cmd::PauseResume)->trigger();
        s.session->advance();
        QTRY_COMPARE(s.bridge.state(), RunState::Paused);
        QTRY_VERIFY(s.action(Cmd::Step)->isEnabled());
    }

    void releasingTheDeviceClosesTheWindowAndAsksForANewProcess() {
        Studio s("ready");
        QSignalSpy wanted(&s.window, &MainWindow::newProcessRequested);
        QTRY_VERIFY(s.action(Cmd::ReleaseDevice)->toolTip().contains(QStringLiteral("holds nothing on a GPU")));
        QVERIFY(!s.action(Cmd::ReleaseDevice)->isEnabled());
        auto report = std::make_shared<MemoryReport>(fixture::idle_report());
        report->now.context = fixture::gib(0.4);  // as a run has left it
        Q_EMIT s.bridge.memoryChanged(report);
        QVERIFY(s.action(Cmd::ReleaseDevice)->isEnabled());
        s.action(Cmd::ReleaseDevice)->trigger();
        QCOMPARE(wanted.count(), 1);
        QVERIFY(!s.window.isVisible());
    }

    void tipsDoNotCoverTheStatusBar() {
        Studio s("story");
        QStatusTipEvent tip(QStringLiteral("Pause after this step"));
        QApplication::sendEvent(&s.window, &tip);
        QVERIFY(s.window.statusBar()->currentMessage().isEmpty());
    }

    void applyIsACommand() {
        Studio s("story");
        QTRY_VERIFY(s.window.runPanel()->edits()->staging());
        QVERIFY(!s.action(Cmd::ApplyEdits)->isEnabled());
        Q_EMIT s.window.runPanel()->form()->rowFor("batch.micro")->editor()->committed(QStringLiteral("192"));
        QVERIFY(s.action(Cmd::ApplyEdits)->isEnabled());
        QCOMPARE(s.action(Cmd::ApplyEdits)->text(), QStringLiteral("Apply 1"));
        s.action(Cmd::ApplyEdits)->trigger();
        s.session->advance();
        QTRY_COMPARE(s.session->snapshot()->batch_micro, 192);
    }

    void pointingAtAStepShowsItsSample() {
        Studio s("story");
        SamplesPage* page = s.window.trainPage()->samples()->samples();
        HistorySlider* slider = page->history()->slider();
        QTRY_VERIFY(slider->count() > 3);
        QVERIFY(slider->atNewest());
        Q_EMIT s.window.trainPage()->timeline()->stepPointed(true, 0);
        QCOMPARE(slider->value(), 0);
        Q_EMIT s.window.trainPage()->timeline()->stepPointed(true, 1'000'000);
        QVERIFY(slider->atNewest());
        Q_EMIT s.window.trainPage()->timeline()->stepPointed(true, 0);
        Q_EMIT s.window.trainPage()->timeline()->stepPointed(false, 0);
        QVERIFY(slider->atNewest());
    }

    void aStagedEditFillsTheLedgersColumn() {
        Studio s("story");
        QTRY_VERIFY(s.window.runPanel()->edits()->staging());
        auto* ledger = s.window.findChild<LedgerModel*>();
        QVERIFY(!ledger->hasForecast());
        Q_EMIT s.window.runPanel()->form()->rowFor("batch.micro")->editor()->committed(QStringLiteral("192"));
        QTRY_VERIFY(ledger->hasForecast());
        s.action(Cmd::DiscardEdits)->trigger();
        QTRY_VERIFY(!ledger->hasForecast());
    }

    void stopOffersBothEndings() {
        Studio s("story");
        QStringList endings;
        for (auto* button : s.window.runPanel()->findChildren<QToolButton*>()) {
            if (button->text() != QLatin1String("Stop") || !button->menu()) continue;
            for (const QAction* ending : button->menu()->actions()) endings << ending->text();
        }
        QCOMPARE(endings, QStringList({QStringLiteral("Stop and save"), QStringLiteral("Stop without saving")}));
    }

    void theWelcomePagesThemeIsKept() {
        QTemporaryDir kept;
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope,
                           kept.path());  // never the settings of whoever runs this
        LayoutStore(true).setText(QStringLiteral("theme"), QStringLiteral("dark"));
        SessionBridge bridge;
        MainWindow window(&bridge, true);
        auto* bar = window.findChild<WelcomePage*>()->findChild<SegmentedBar*>();
        bar->button(1)->click();
        QCOMPARE(Theme::get().choice(), ThemeChoice::Light);
        QCOMPARE(LayoutStore(true).text(QStringLiteral("theme"), {}), QStringLiteral("light"));
        bar->button(2)->click();
        QCOMPARE(Theme::get().choice(), ThemeChoice::Dark);
        QCOMPARE(LayoutStore(true).text(QStringLiteral("theme"), {}), QStringLiteral("dark"));
        QCOMPARE(LayoutStore(true).text(QStringLiteral("text"), {}), QStringLiteral("100"));
    }

    void makeItFitPlansThePageThatIsShown() {
        Studio s("imagine");
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Imagine);
        QTRY_VERIFY(s.action(Cmd::MakeFit)->isEnabled());
        s.action(Cmd::MakeFit)->trigger();
        auto* dialog = s.window.findChild<FitDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY(!dialog->searching());
        QCOMPARE(dialog->model()->kind(), kVqganClip);
        Q_EMIT dialog->accepted();
        QCOMPARE(s.window.page(), MainWindow::Page::Imagine);  // where the staged edits wait
        dialog->reject();
    }

    void dialogsGoBeforeWhatTheySpeakOf() {
        QStringList gone;
        const auto note = [&gone](QObject* object, const char* name) {
            QObject::connect(object, &QObject::destroyed, object, [&gone, name] { gone << QLatin1String(name); });
        };
        {
            Studio s("story");
            s.action(Cmd::MakeFit)->trigger();
            s.action(Cmd::Guide)->trigger();
            auto* fit = s.window.findChild<FitDialog*>();
            auto* guide = s.window.findChild<GuideDialog*>();
            QVERIFY(fit && fit->isVisible() && guide && guide->isVisible());
            auto* field = fit->findChild<NumberField*>();
            QVERIFY(field);
            fit->activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(fit));
            field->setFocus();
            QTest::keyClicks(field, QStringLiteral("7"));  // neither taken nor refused yet
            note(fit, "fit");
            note(guide, "guide");
            note(s.window.front()->edits(), "edits");
            note(s.window.front()->forecast(), "forecast");
        }
        QCOMPARE(gone.size(), 4);
        gone.resize(2);
        gone.sort();
        QCOMPARE(gone, QStringList({QStringLiteral("fit"), QStringLiteral("guide")}));
    }

    /// Where there is a style sheet, what moves is styled once more with all below it: half the time that a run's parts took to come.
    void partsThatComeLateAreMadeWhereTheyStand() {
        Theme::get().apply(ThemeChoice::Dark, 100);
        Studio s("story");
        Moves moves;
        qApp->installEventFilter(&moves);
        s.window.showPage(Page::Imagine);  // settings that wait for the run
        s.services.train_elsewhere("/runs/shapes-128-07");
        s.window.attach(QStringLiteral("/runs/shapes-128-07"));
        QTRY_VERIFY(s.window.attached());
        QVERIFY2(moves.large.isEmpty(), qPrintable(moves.large.join(QStringLiteral(", "))));
    }

    void runsAreAPageOnceTheyAreWanted() {
        Studio s("ready");
        QVERIFY2(!s.window.findChild<RunsPage*>(), "a start does not show it");
        s.window.showPage(Page::Runs);
        const auto* runs = s.window.findChild<RunsPage*>();
        QVERIFY(runs && runs->isVisible());
        QVERIFY(runs == s.window.runs());
        QTRY_COMPARE(runs->model()->rowCount(), 7);
    }

    void aPageIsThereOnceItIsWantedAndShowsWhatCameBefore() {
        Studio s("ready");
        QVERIFY2(!s.window.findChild<ImaginePage*>(), "a start does not show it");
        Q_EMIT s.bridge.logLine({LogLevel::Warn, 0, "said before there was a page"});
        s.window.showPage(Page::Imagine);
        const auto* page = s.window.findChild<ImaginePage*>();
        QVERIFY(page && page->isVisible() && page == imagine_page(s.window));
        const QAbstractItemModel* log = page->findChild<LogPanel*>()->view()->model();
        QVERIFY(log->rowCount() > 0);
        QCOMPARE(log->index(log->rowCount() - 1, 0).data(LogModel::TextRole).toString(),
                 QStringLiteral("said before there was a page"));
    }

    void aPageThatComesAfterATrainingSaysNothingOfIt() {
        {
            Studio s("story");
            QTRY_VERIFY(!s.window.own()->watch()->runDir().isEmpty());
            const auto* page = qobject_cast<ImaginePage*>(s.window.own()->centre(Page::Imagine));
            const MetricsModel* training = s.window.trainPage()->timeline()->model();
            const std::size_t before = training->size();
            QTRY_VERIFY((s.session->advance(), training->size() > before));
            QVERIFY2(page->losses()->model()->empty(), "losses of the training");
        }
        Studio s("story");
        QTRY_VERIFY(is_active(s.bridge.state()));
        s.bridge.stop(StopMode::StopWithoutSaving);
        QTRY_VERIFY((s.session->advance(), s.bridge.state() == RunState::Finished));
        QVERIFY(!s.window.findChild<ImaginePage*>());
        s.window.showPage(Page::Imagine);
        QTRY_COMPARE(s.window.runPanel(Page::Imagine)->findChild<StateChip*>()->text(),
                     StateChip::look(RunState::Idle).text);
    }

    void pagesThatAreNotShownAreNotMeasured() {
        class Asked : public QWidget {
        public:
            using QWidget::QWidget;
            QSize sizeHint() const override {
                ++times;
                return {900, 900};
            }
            mutable int times = 0;
        };
        QWidget window;
        auto* stack = new PageStack(&window);
        columnIn(&window, {}, 0, {stack});
        auto* behind = new Asked(stack);
        stack->addWidget(new QLabel(QStringLiteral("in front"), stack));
        stack->addWidget(behind);
        window.show();
        QVERIFY(window.width() < 900);
        QCOMPARE(behind->times, 0);
        stack->setCurrentWidget(behind);
        QCOMPARE(stack->sizeHint(), QSize(900, 900));
        // Or all of them hold it: nothing around it moves when another is shown.
        const PageStack all(nullptr, PageStack::Held::ByAll, {new QLabel(QStringLiteral("in front")), new Asked});
        QCOMPARE(all.currentIndex(), 0);
        QCOMPARE(all.sizeHint(), QSize(900, 900));
    }

    void keysOfAFocusedPlotAreItsOwn() {
        Studio s("story");
        s.window.resize(1600, 1000);
        s.window.showPage(Page::Runs);
        QTRY_COMPARE(s.window.runs()->model()->rowCount(), 7);
        for (const char* run : {"/runs/shapes-128-06", "/runs/shapes-128-05"})
            QVERIFY(s.window.runs()->model()->setChecked(QLatin1String(run), true));
        const RunCompare* compare = s.window.runs()->compare();
        QTRY_COMPARE(compare->count(), 2);
        PlotView* plot = compare->plot();
        s.window.activateWindow();
        QTRY_VERIFY(s.window.isActiveWindow());
        plot->setFocus();
        QVERIFY(plot->hasFocus());
        QTest::keyClick(plot, Qt::Key_L);
        QVERIFY(partCalled<QAbstractButton>(compare, "Logarithmic scale")->isChecked());
        QVERIFY2(!s.window.trainPage()->timeline()->view()->logScale(), "that of a page that is not shown");
        QTest::keyClick(plot, Qt::Key_L);
        QVERIFY(!partCalled<QAbstractButton>(compare, "Logarithmic scale")->isChecked());
        const double whole = plot->xRange().size();
        QTest::keyClick(plot, Qt::Key_Plus, Qt::ShiftModifier);
        const double part = plot->xRange().size();
        QVERIFY(part < whole);
        QTest::keyClick(plot, Qt::Key_Minus);
        QVERIFY(plot->xRange().size() > part);
        QTest::keyClick(plot, Qt::Key_Plus);
        QTest::keyClick(plot, Qt::Key_F);
        QCOMPARE(plot->xRange().size(), whole);
    }

    void everyActionWithAKeyIsUnambiguous() {
        Studio s("story");
        QVERIFY(s.window.runs());  // its keys too
        QHash<QString, QString> keys;
        for (const QAction* a : s.window.findChildren<QAction*>()) {
            for (const QKeySequence& key : a->shortcuts()) {
                if (a->shortcutContext() != Qt::WindowShortcut) continue;
                const QString text = key.toString();
                QVERIFY2(!keys.contains(text), qPrintable(text + ": " + keys.value(text) + ", " + a->text()));
                keys.insert(text, a->text());
            }
        }
        QVERIFY(keys.size() > 20);
    }
};

QTEST_MAIN(MainWindowTest)
#include "tst_main_window.moc"
