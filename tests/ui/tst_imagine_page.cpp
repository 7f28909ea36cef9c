// Text to image in the window: switch and drafts, prompts to patch, staged edits, the form, similarity curves, states.
#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/ui/easel.h"
#include "tests/ui/patient_test.h"
#include "ui/families/vqgan_clip/imagine_page.h"
#include "ui/families/vqgan_clip/picture_page.h"
#include "ui/families/vqgan_clip/prompt_row.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/shell/centre_page.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/plot_view.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QSlider>
#include <QWheelEvent>

#include <set>
#include <string_view>

using namespace headroom;
using namespace headroom::ui;

class ImaginePageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSwitchMakesTheDraftOneOfItsKind() {
        Studio s("ready");
        s.window.showPage(MainWindow::Page::Train);
        s.bridge.apply({{"batch.micro", std::int64_t{24}}, {"memory.budget", std::int64_t{1} << 31}});
        s.action(Cmd::ShowImagine)->trigger();
        QCOMPARE(s.session->snapshot()->model, kVqganClip);
        QCOMPARE(s.session->snapshot()->own<ImagineConfig>().prompts, std::string("a red cube on a green floor"));
        QCOMPARE(s.session->snapshot()->budget.count, std::int64_t{1} << 31);  // the machine's, not the run's
        QCOMPARE(s.session->snapshot()->steps, std::int64_t{120});
        QVERIFY(s.action(Cmd::Go)->isEnabled());
        QVERIFY(s.window.findChild<QDockWidget*>(QStringLiteral("runDock"))->isVisible());
        QCOMPARE(s.window.findChild<QDockWidget*>(QStringLiteral("runDock"))->windowTitle(),
                 QStringLiteral("Text to image"));
        s.bridge.apply({{"prompts", std::string("a blue cone")}});
        s.action(Cmd::ShowTrain)->trigger();
        QCOMPARE(s.session->snapshot()->model, kDcgan);
        QCOMPARE(s.session->snapshot()->batch_micro, 24);
        s.action(Cmd::ShowImagine)->trigger();
        QCOMPARE(s.session->snapshot()->own<ImagineConfig>().prompts, std::string("a blue cone"));
    }

    void aRunOfTheOtherKindIsNotDisturbed() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        s.action(Cmd::ShowImagine)->trigger();
        QCOMPARE(s.session->snapshot()->model, kDcgan);
        QVERIFY(s.shows(QStringLiteral("A training run is going")));
        QVERIFY(s.window.findChild<QDockWidget*>(QStringLiteral("runDock"))->isVisible());  // its settings stay usable
        s.bridge.stop(StopMode::StopWithoutSaving);
        s.session->advance();
        QTRY_COMPARE(s.bridge.state(), RunState::Finished);
        QTRY_COMPARE(s.session->snapshot()->model, kVqganClip);
        QVERIFY(!s.shows(QStringLiteral("A training run is going")));
        QCOMPARE(s.action(Cmd::Go)->text(), QStringLiteral("Start"));  // not the other run's Continue
        s.action(Cmd::Go)->trigger();
        s.session->advance();
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Imagine);
    }

    void beforeTheStartPromptsApplyAtOnce() {
        Easel e("imagine-ready");
        QCOMPARE(e.list->rows().size(), std::size_t{1});
        e.type(0, QStringLiteral("a lighthouse:0.5 | fog"));
        QCOMPARE(e.prompts(), std::string("a lighthouse:0.5 | fog"));
        QCOMPARE(e.list->rows().size(), std::size_t{2});
        Q_EMIT e.list->rows()[1]->weight()->committed(QStringLiteral("-3.5"));  // wider than the slider
        QCOMPARE(e.prompts(), std::string("a lighthouse:0.5 | fog:-3.5"));
        QCOMPARE(e.list->rows()[1]->slider()->value(), -200);
        e.list->rows()[0]->check()->click();
        QCOMPARE(e.prompts(), std::string("~a lighthouse:0.5 | fog:-3.5"));
        e.list->rows()[0]->slider()->setValue(125);
        QCOMPARE(e.prompts(), std::string("~a lighthouse:1.25 | fog:-3.5"));
        e.list->setStop(1, 0.25);
        QCOMPARE(e.prompts(), std::string("~a lighthouse:1.25 | fog:-3.5:0.25"));
        e.list->addPicture(QStringLiteral("/tmp/a.png"));
        e.list->addNoise();
        QCOMPARE(e.session->snapshot()->own<ImagineConfig>().picture_prompts, std::string("/tmp/a.png"));
        QCOMPARE(e.session->snapshot()->own<ImagineConfig>().noise_prompts, std::string("1:0.2"));
        e.list->addPicture(QStringLiteral("/tmp/a|b.png"));
        QVERIFY(e.shows(QStringLiteral("cannot hold")));
        QCOMPARE(e.list->rows().size(), std::size_t{4});
        Q_EMIT e.list->rows()[0]->commandRequested(PromptRow::Command::Duplicate);
        Q_EMIT e.list->rows()[2]->commandRequested(PromptRow::Command::Remove);
        QCOMPARE(e.prompts(), std::string("~a lighthouse:1.25 | ~a lighthouse:1.25"));
    }

    void anEmptyListAsksForWordsAndStartSaysSo() {
        Easel e("imagine-ready");
        e.type(0, QString());
        QCOMPARE(e.prompts(), std::string());
        QCOMPARE(e.list->rows().size(), std::size_t{1});
        QVERIFY(!e.action(Cmd::Go)->isEnabled());
        QVERIFY(e.action(Cmd::Go)->toolTip().contains(QStringLiteral("Write what to paint first")));
        PromptText* text = e.list->rows()[0]->text();
        text->setFocus();
        QTest::keyClicks(text, QStringLiteral("a green ball"));
        QTest::keyClick(text, Qt::Key_Return);
        QCOMPARE(e.prompts(), std::string("a green ball"));
        QVERIFY(e.action(Cmd::Go)->isEnabled());
        e.list->addText();
        QCOMPARE(e.list->rows().size(), std::size_t{2});
        QTest::keyClick(e.list->rows()[1]->text(), Qt::Key_Return);  // nothing was typed: the row goes
        QTRY_COMPARE(e.list->rows().size(), std::size_t{1});
    }

    void startTakesTheWordsThatAreBeingTyped() {
        Easel e("imagine-ready");
        PromptText* text = e.list->rows()[0]->text();
        QVERIFY(QTest::qWaitForWindowActive(&e.window));
        text->setFocus();
        QCOMPARE(QApplication::focusWidget(), text);
        text->selectAll();
        QTest::keyClicks(text, QStringLiteral("a blue cone"));
        e.action(Cmd::Go)->trigger();  // as Ctrl+Return and the menu do, which take the focus from no field
        QCOMPARE(e.prompts(), std::string("a blue cone"));
    }

    void wordsBeingTypedStayWhileAnotherProgramHasTheFocus() {
        Easel e("imagine-ready");
        PromptText* text = e.list->rows()[0]->text();
        const QString before = text->words();
        text->selectAll();
        QTest::keyClicks(text, QStringLiteral("half a pro"));
        QFocusEvent away(QEvent::FocusOut, Qt::ActiveWindowFocusReason);
        QCoreApplication::sendEvent(text, &away);
        text->setWords(QStringLiteral("what something else has set"));
        QCOMPARE(text->words(), QStringLiteral("half a pro"));
        QTest::keyClick(text, Qt::Key_Escape);
        QCOMPARE(text->words(), before);
        text->setWords(QStringLiteral("what something else has set"));
        QCOMPARE(text->words(), QStringLiteral("what something else has set"));
    }

    void duringARunPromptsAreStagedUntilApplied() {
        Easel e("imagine");
        QTRY_VERIFY(e.window.runPanel(Page::Imagine)->edits()->staging());
        const std::string before = e.prompts();
        Q_EMIT e.list->rows()[1]->weight()->committed(QStringLiteral("0.9"));
        QCOMPARE(e.prompts(), before);
        QCOMPARE(e.list->rows()[1]->property("stage").toString(), QStringLiteral("staged"));
        QCOMPARE(e.list->rows()[0]->property("stage").toString(), QString());
        QVERIFY(e.shows(QStringLiteral("1 staged edit")));
        e.action(Cmd::ApplyEdits)->trigger();
        QCOMPARE(e.list->rows()[1]->property("stage").toString(), QStringLiteral("pending"));
        e.session->advance();
        QTRY_VERIFY(e.prompts().find("storm clouds over the sea:0.9") != std::string::npos);
        QTRY_COMPARE(e.list->rows()[1]->property("stage").toString(), QString());
        QCOMPARE(imagine_page(e.window)->similarity()->model()->marks().back().text,
                 QStringLiteral("storm clouds over the s… 0.60 to 0.90"));
        // Cutouts have the forecast of the design's card.
        e.window.runPanel(Page::Imagine)->edits()->propose("cuts.count", std::int64_t{96});
        e.window.runPanel(Page::Imagine)->forecast()->askNow();
        QVERIFY(e.shows(QStringLiteral("Fits, 0.96 GiB to spare")));
        QVERIFY(e.shows(QStringLiteral("Applies at the next iteration")));
        QVERIFY(e.shows(QStringLiteral("−12 % speed")));
    }

    void everySettingOfTextToImageHasItsPlace() {
        Easel e("imagine-ready");
        const std::set<std::string_view> elsewhere{"prompts", "prompts.pictures", "prompts.noise", "start"};
        for (const headroom::ParamRow& row : schema_rows()) {
            const bool wanted = belongs_to(row, kVqganClip) && row.key != "model" && !elsewhere.contains(row.key);
            QVERIFY2((e.window.runPanel(Page::Imagine)->form()->rowFor(std::string(row.key)) != nullptr) == wanted,
                     row.key.data());
        }
        auto* sizes = e.window.findChild<SizePart*>()->sizes();
        const int before = sizes->currentIndex();
        QWheelEvent wheel({5, 5}, sizes->mapToGlobal(QPointF(5, 5)), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(sizes, &wheel);  // scrolls the form and chooses nothing
        QCOMPARE(sizes->currentIndex(), before);
        sizes->setCurrentIndex(sizes->findText(QStringLiteral("384 × 256")));
        Q_EMIT sizes->activated(sizes->currentIndex());
        QCOMPARE(e.session->snapshot()->own<ImagineConfig>().width, std::int64_t{384});
        QCOMPARE(e.session->snapshot()->own<ImagineConfig>().height, std::int64_t{256});
        auto* width = e.window.runPanel(Page::Imagine)->form()->rowFor("picture.width");
        QVERIFY(!width->isVisibleTo(e.window.runPanel(Page::Imagine)));
        sizes->setCurrentIndex(sizes->count() - 1);
        Q_EMIT sizes->activated(sizes->count() - 1);
        QVERIFY(width->isVisibleTo(e.window.runPanel(Page::Imagine)));
        e.bridge.apply({{"picture.width", std::int64_t{320}}});
        QCOMPARE(sizes->currentText(), QStringLiteral("320 × 256"));
    }

    void similarityHasOneCurvePerPrompt() {
        Easel e("imagine");
        TimelinePanel* panel = imagine_page(e.window)->similarity();
        QTRY_COMPARE(panel->model()->size(), std::size_t{342});
        QTRY_COMPARE(panel->view()->endLabels().size(), 3);
        QVERIFY(panel->view()->endLabels()[0].startsWith(QStringLiteral("0.41")));
        QVERIFY(panel->view()->endLabels()[0].contains(QStringLiteral("a lighthouse")));
        QVERIFY(panel->view()->endLabels()[2].contains(QStringLiteral("text, watermark")));
        QCOMPARE(panel->view()->spec().curves[2].style, Qt::DashLine);
        QTRY_COMPARE(panel->view()->plot()->xRange().upper, 606.0);  // 342 of 600 are painted: the rest has its room
        const QCPAxisRect* plot = panel->view()->lossRect();
        const auto beside = [plot] { return plot->outerRect().right() - plot->right(); };
        QTRY_VERIFY2(beside() <= scaled(24), "the names stand where nothing is painted yet");
        QTRY_VERIFY(panel->view()->endLabels()[0].contains(QStringLiteral("a lighthouse on a cliff at dusk")));
        Q_EMIT e.bridge.paramApplied({"steps", std::int64_t{600}, std::int64_t{1000}, 342, 0, ChangeOrigin::User});
        QTRY_COMPARE(panel->view()->plot()->xRange().upper, 1010.0);
        Q_EMIT e.bridge.paramApplied(
            {"steps", std::int64_t{1000}, std::int64_t{0}, 342, 0, ChangeOrigin::User});  // no limit
        QTRY_VERIFY(panel->view()->plot()->xRange().upper < 350.0);
        QTRY_VERIFY2(beside() > scaled(90), "where the curves end with the plot the names have room beside it");
        QVERIFY(e.list->rows()[0]->findChild<FigureLabel*>()->text().contains(QStringLiteral("0.41")));
        QCOMPARE(panel->model()->marks().front().text, QStringLiteral("storm clouds over the s… 0.40 to 0.60"));
        QCOMPARE(imagine_page(e.window)->losses()->model()->size(), std::size_t{342});
        QVERIFY(e.window.trainPage()->timeline()->model()->empty());  // no step of a picture among those of training
        QVERIFY(e.shows(QStringLiteral("Iteration")));
        QVERIFY(e.shows(QStringLiteral("left")));
    }

    void everyStateSaysWhatItIs() {
        Easel e("imagine-ready");
        QVERIFY(e.page->frame()->isVisible());
        QVERIFY(e.page->frame()->title().contains(QStringLiteral("best match")));
        QVERIFY(e.shows(QStringLiteral("No similarity yet")));
        e.action(Cmd::Go)->trigger();
        QTRY_COMPARE(e.bridge.state(), RunState::Preparing);
        QTRY_COMPARE(e.page->frame()->title(), QStringLiteral("Packing images"));
        e.session->advance();
        QTRY_VERIFY(!e.page->frame()->isVisible());
        e.session->advance();
        QTRY_VERIFY(e.shows(QStringLiteral("of 120")));
        e.action(Cmd::PauseResume)->trigger();
        QTRY_COMPARE(e.bridge.state(), RunState::Paused);
        QVERIFY(e.action(Cmd::Step)->isEnabled());
        e.action(Cmd::PauseResume)->trigger();
        e.session->fail_next_step(
            make_error(ErrorCode::OutOfMemory, "The picture is too large.", "Choose a smaller one."));
        e.session->advance();
        QTRY_COMPARE(e.bridge.state(), RunState::Failed);
        QVERIFY(e.shows(QStringLiteral("The picture is too large.")));
        QVERIFY(e.action(Cmd::StartNew)->isEnabled());
        QCOMPARE(e.action(Cmd::StartNew)->text(), QStringLiteral("Paint anew"));
        e.action(Cmd::StartNew)->trigger();
        e.session->advance();
        QTRY_COMPARE(e.bridge.state(), RunState::Running);
        QTRY_COMPARE(e.page->pictures().count(), 1);
    }
};

QTEST_MAIN(ImaginePageTest)
#include "tst_imagine_page.moc"
