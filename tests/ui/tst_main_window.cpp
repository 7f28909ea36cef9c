// The whole window on a scripted engine: commands follow the state, pages, notices, closing, layout, nothing blank or clipped.
#include "tests/support/fake_services.h"
#include "tests/support/fake_session.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/forecast_watch.h"
#include "ui/models/ledger_model.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_header.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/samples/history_row.h"
#include "ui/panels/samples/samples_page.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/shell/close_guard.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/oom_banner.h"
#include "ui/shell/oom_card.h"
#include "ui/shell/theme.h"
#include "ui/shell/train_page.h"
#include "ui/widgets/history_slider.h"
#include "ui/widgets/notice_bar.h"

#include <QDockWidget>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace headroom;
using namespace headroom::ui;

namespace {

struct Studio {
    explicit Studio(const char* fixture) : services(fixture), window(&bridge, false) {
        window.show();
        window.setServices(&services);
        bridge.setSession(services.make_session());
        session = services.session();
    }
    QAction* action(Cmd cmd) const { return window.actions()->action(cmd); }

    FakeServices services;
    SessionBridge bridge;
    MainWindow window;
    FakeSession* session = nullptr;
};

int colours(const QImage& image) {
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3) seen.insert(image.pixel(x, y));
    }
    return static_cast<int>(seen.size());
}

}  // namespace

class MainWindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

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

    void docksBelongToTraining() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        auto* run = s.window.findChild<QDockWidget*>(QStringLiteral("runDock"));
        QVERIFY(run->isVisible());
        s.window.showPage(MainWindow::Page::Runs);
        QVERIFY(!run->isVisible());
        s.window.showPage(MainWindow::Page::Train);
        QVERIFY(run->isVisible());
        run->hide();
        s.window.showPage(MainWindow::Page::Runs);
        s.window.showPage(MainWindow::Page::Train);
        QVERIFY(!run->isVisible());
        s.action(Cmd::ResetLayout)->trigger();
        QVERIFY(run->isVisible());
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

    void anOutOfMemoryErrorIsABanner() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        qDeleteAll(s.window.findChildren<OomBanner*>());
        s.session->run_out_of_memory_next_step();
        s.session->advance();
        QTRY_VERIFY(s.window.findChild<OomBanner*>());
        auto* banner = s.window.findChild<OomBanner*>();
        QVERIFY(banner->findChild<NoticeBar*>()->title().startsWith(QStringLiteral("Out of memory at step")));
        banner->setDetailsShown(true);
        QVERIFY(banner->findChildren<QLabel*>().size() > 8);
    }

    void theBannersAnswersGoToTheEngine() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        QTRY_VERIFY(s.window.findChild<OomBanner*>());
        qDeleteAll(s.window.findChildren<OomBanner*>());
        const auto fail = [&] {
            s.session->run_out_of_memory_next_step();
            s.session->advance();
            return QTest::qWaitFor([&] { return s.window.findChild<OomBanner*>() != nullptr; }, 5000);
        };
        const auto click = [&](const QString& text) {
            for (auto* button : s.window.findChild<OomBanner*>()->findChildren<QPushButton*>()) {
                if (button->text() == text) return button->click();
            }
            QFAIL("no such button");
        };
        const auto answered = [&](OomAnswer answer) {
            const auto commands = s.session->commands();
            const auto* last = std::get_if<AnswerOom>(&commands.back());
            return last && last->answer == answer;
        };
        QVERIFY(fail());
        const std::int64_t micro = s.session->snapshot()->batch_micro, times = s.session->snapshot()->batch_accumulate;
        s.window.showPage(MainWindow::Page::Runs);  // on other pages it rests
        QVERIFY(!s.window.findChild<OomBanner*>()->isVisible());
        s.window.showPage(MainWindow::Page::Train);
        QVERIFY(s.window.findChild<OomBanner*>()->isVisible());
        click(QStringLiteral("Keep"));
        QVERIFY(answered(OomAnswer::Keep));
        QTRY_VERIFY(!s.window.findChild<OomBanner*>());

        QVERIFY(fail());
        click(QStringLiteral("Undo when it fits"));
        QVERIFY(answered(OomAnswer::UndoWhenItFits));
        QVERIFY(s.window.findChild<OomBanner*>()->waiting());
        // The engine goes back by itself; the banner goes when the old settings are in force again.
        (void)s.session->apply({{"batch.micro", micro}, {"batch.accumulate", times}}, ChangeOrigin::Ladder);
        s.session->advance();
        QTRY_VERIFY(!s.window.findChild<OomBanner*>());
    }

    void theCardTellsAllInOrder() {
        Studio s("oom");
        QTRY_VERIFY(s.window.findChild<OomBanner*>());
        auto* banner = s.window.findChild<OomBanner*>();
        banner->setDetailsShown(true);
        QStringList words;
        for (auto* label : banner->card()->findChildren<QLabel*>()) words << label->text();
        const QString all = words.join(QLatin1Char('|'));
        for (const char* expected : {"G's step, micro-batch 1 of 1, asked for 512 MiB; 369 MiB were free. Missing: 143 MiB.",
                                     "Tensor: output of main.13 batch norm, 256 × 128 × 64 × 64, fp32.",
                                     "Why now: other programs grew from 1.14 to 2.31 GiB within 40 s; the forecast for this run (5.80) was right.",
                                     "Give back caches and preview|61 MiB back, 82 MiB still missing",
                                     "Micro-batch 256 to 128, accumulation 1 to 2|Peak 5.80 to 4.02 GiB, speed −6 %, step repeated",
                                     "Checkpointing, bf16|Not needed", "batch norm now sees 128 images per pass instead of 256",
                                     "Cost: step 2,964 was repeated with the same images and random state, 2.1 s in all. No step was lost.",
                                     "Undo needs 5.95 GiB with the reserve; 5.69 are there. Unanswered: back after 200 calm steps.",
                                     "Report oom-2964.json kept with the run."}) {
            QTRY_VERIFY2(all.contains(QString::fromUtf8(expected)), expected);
        }
        QCOMPARE(all.count(QStringLiteral("Not needed")), 1);
        QVERIFY(banner->card()->report().contains(QStringLiteral("Out of memory at step 2,964")));
    }

    void beforeTheStartAMisfitSaysTheMissingBytesAndOffersPlans() {
        Studio s("ready");
        s.window.showPage(MainWindow::Page::Train);
        QTRY_VERIFY(!s.action(Cmd::Go)->isEnabled() && s.action(Cmd::Go)->toolTip().contains(QStringLiteral("Forecast 21.10 GiB, budget 6.00")));
        const auto shown = [&](const QString& text) {
            for (auto* label : s.window.findChildren<QLabel*>()) {
                if (label->isVisible() && label->text().contains(text)) return true;
            }
            return false;
        };
        QTRY_VERIFY(shown(QStringLiteral("Start is off: the forecast is 21.10 GiB and the budget 6.00. 15.25 GiB missing.")));
        QTRY_VERIFY(shown(QStringLiteral("forecast 21.10 + reserve 0.15, budget 6.00 GiB")));
        QTRY_VERIFY(shown(QStringLiteral("Ready, does not fit")));
        QVERIFY(s.window.findChild<LedgerModel*>()->indexOf(LedgerRow::Process, LedgerModel::Planned).data().toString().startsWith(QStringLiteral("21.10 ± ")));
        int offers = 0;
        for (auto* button : s.window.findChildren<QAbstractButton*>()) offers += button->isVisible() && button->text() == QStringLiteral("Make it fit…");
        QCOMPARE(offers, 3);  // tool bar, notice, memory panel
    }

    void aPendingForecastBeforeTheStartHoldsNothingUp() {
        Studio s("pending");
        const auto shown = [&](const QString& text) {
            for (auto* label : s.window.findChildren<QLabel*>()) {
                if (label->isVisible() && label->text().contains(text)) return true;
            }
            return false;
        };
        s.window.showPage(MainWindow::Page::Train);
        QTRY_VERIFY(shown(QStringLiteral("forecasting: two short steps are being measured")));
        QTRY_VERIFY(s.action(Cmd::Go)->isEnabled());
        QVERIFY(!shown(QStringLiteral("Start is off")));
        for (LedgerRow row : {LedgerRow::Context, LedgerRow::Activations, LedgerRow::Process}) {  // unknown is never 0
            QTRY_COMPARE(s.window.findChild<LedgerModel*>()->indexOf(row, LedgerModel::Planned).data().toString(), QStringLiteral("n/a"));
        }
        s.session->release_forecasts();
        QTRY_VERIFY(!s.action(Cmd::Go)->isEnabled());
        QTRY_VERIFY(!shown(QStringLiteral("forecasting")));
    }

    void aFailureIsRedAndOffersTheCheckpoint() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        s.session->fail_next_step(make_error(ErrorCode::Internal, "The losses are not numbers any more", "Lower the rates."));
        s.session->advance();
        QTRY_VERIFY(s.window.notices()->find(QStringLiteral("end")));
        NoticeBar* bar = s.window.notices()->find(QStringLiteral("end"));
        QCOMPARE(bar->title(), QStringLiteral("The losses are not numbers any more"));
        QCOMPARE(bar->property("tone").toString(), QStringLiteral("err"));
        QVERIFY(bar->findChild<QPushButton*>());
    }

    void warningsBecomeNoticesOncePerId() {
        Studio s("story");
        Q_EMIT s.bridge.notice(QStringLiteral("disk"), QStringLiteral("Disk low"), QStringLiteral("2 GiB left"));
        Q_EMIT s.bridge.notice(QStringLiteral("disk"), QStringLiteral("Disk lower"), QStringLiteral("1 GiB left"));
        QCOMPARE(s.window.notices()->find(QStringLiteral("disk"))->title(), QStringLiteral("Disk lower"));
    }

    void closingAsksOnceAndStops() {
        Studio s("story");
        QTRY_VERIFY(is_active(s.bridge.state()));
        int asked = 0;
        s.window.closeGuard()->setQuestion([&] { ++asked; return CloseGuard::Answer::Cancel; });
        QVERIFY(!s.window.close());
        QVERIFY(s.window.isVisible());
        s.window.closeGuard()->setQuestion([&] { ++asked; return CloseGuard::Answer::StopAndSave; });
        QVERIFY(!s.window.close());
        QVERIFY(!s.window.close());  // stopping: no second question
        QCOMPARE(asked, 2);
        QTRY_VERIFY((s.session->advance(), !s.window.isVisible()));
    }

    void closingDuringAStopAsksNothing() {
        Studio s("story");
        QTRY_VERIFY(is_active(s.bridge.state()));
        int asked = 0;
        s.window.closeGuard()->setQuestion([&] { ++asked; return CloseGuard::Answer::Cancel; });
        s.bridge.stop(StopMode::SaveAndStop);
        QVERIFY(s.bridge.stopping());
        QVERIFY(!s.window.close());
        QCOMPARE(asked, 0);
        QTRY_VERIFY((s.session->advance(), !s.window.isVisible()));
        QVERIFY(!s.bridge.stopping());
    }

    void theHeaderRestsWhenTheRunHasEnded() {
        Studio s("story");
        QTRY_VERIFY(is_active(s.bridge.state()));
        auto* header = s.window.findChild<RunHeader*>();
        auto* bar = header->findChild<QProgressBar*>();
        s.bridge.stop(StopMode::SaveAndStop);
        const auto says = [&](const QString& words) {
            const auto labels = header->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](QLabel* l) { return l->text().contains(words); });
        };
        QVERIFY(says(QStringLiteral("Stopping after this step")));
        Q_EMIT s.bridge.progress(QStringLiteral("finishing files"), -1.0);
        QTRY_VERIFY((s.session->advance(), !is_active(s.bridge.state())));
        Q_EMIT s.bridge.progress(QStringLiteral("finishing files"), -1.0);  // comes late
        QVERIFY2(bar->maximum() > 0, "the bar is still busy");
        QVERIFY(!says(QStringLiteral("finishing files")) && !says(QStringLiteral("Stopping")));
    }

    void largeTextTabsMemoryBesideRunAndClipsNothing() {
        Theme::get().apply(ThemeChoice::Dark, 200);
        Studio s("story");
        s.window.resize(1280, 800);
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        auto* run = s.window.findChild<QDockWidget*>(QStringLiteral("runDock"));
        auto* memory = s.window.findChild<QDockWidget*>(QStringLiteral("memoryDock"));
        QTRY_VERIFY(s.window.tabifiedDockWidgets(run).contains(memory));
        memory->raise();
        QCoreApplication::processEvents();
        for (QDockWidget* dock : {run, memory}) {
            for (auto* scroll : dock->findChildren<QScrollArea*>()) {
                if (scroll->isVisible()) QVERIFY(scroll->widget()->width() <= scroll->viewport()->width());
            }
        }
        Theme::get().apply(ThemeChoice::Dark, 100);
        QTRY_VERIFY(s.window.tabifiedDockWidgets(run).isEmpty());
        QVERIFY(memory->isVisible());
    }

    void pointingAtAStepShowsItsSample() {
        Studio s("story");
        SamplesPage* page = s.window.trainPage()->samples()->samples();
        HistorySlider* slider = page->history()->slider();
        QTRY_VERIFY(slider->count() > 3);
        QVERIFY(slider->atNewest());
        Q_EMIT s.window.trainPage()->timeline()->stepPointed(true, 0);
        QCOMPARE(slider->current(), 0);
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

    void beforeTheStartTheForecastStays() {
        Studio s("ready");
        QTRY_VERIFY(s.window.runPanel()->forecast()->staged());
        QTRY_VERIFY(s.window.findChild<LedgerModel*>()->hasForecast());
        s.window.runPanel()->forecast()->askNow();
        QCoreApplication::processEvents();
        QVERIFY(s.window.findChild<LedgerModel*>()->hasForecast());
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

    void everyActionWithAKeyIsUnambiguous() {
        Studio s("story");
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

    void thePictureIsNotBlank_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<int>("percent");
        QTest::newRow("dark") << QSize(1600, 1000) << true << 100;
        QTest::newRow("light small") << QSize(1280, 800) << false << 100;
        QTest::newRow("large text") << QSize(1600, 1000) << true << 150;
        QTest::newRow("largest text, small window") << QSize(1280, 800) << true << 200;
    }
    void thePictureIsNotBlank() {
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        QFETCH(int, percent);
        Theme::get().apply(dark ? ThemeChoice::Dark : ThemeChoice::Light, percent);
        Studio s("story");
        s.window.resize(size);
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        QTRY_VERIFY(colours(s.window.grab().toImage()) > 200);
        QVERIFY(s.window.width() <= size.width() && s.window.height() <= size.height());  // nothing forces it larger
        QCoreApplication::processEvents();  // rows that stack do so in a second pass
        for (auto* button : s.window.findChildren<QAbstractButton*>()) {
            if (!button->isVisible() || button->text().isEmpty() || button->width() <= 0) continue;
            const auto* tool = qobject_cast<QToolButton*>(button);
            if (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly) continue;  // its text is the tooltip's
            const int needed = button->fontMetrics().horizontalAdvance(button->text().remove(QLatin1Char('&')));
            QVERIFY2(button->width() >= needed, qPrintable(button->text()));
        }
        Theme::get().apply(ThemeChoice::Dark, 100);
    }
};

QTEST_MAIN(MainWindowTest)
#include "tst_main_window.moc"
