// Text to image in the window: switch and drafts, prompts to patch, staged edits, similarity curves, states, film strip.
#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/bridge/shown_text.h"
#include "ui/families/vqgan_clip/film_strip.h"
#include "ui/families/vqgan_clip/imagine_page.h"
#include "ui/families/vqgan_clip/picture_frame.h"
#include "ui/families/vqgan_clip/picture_page.h"
#include "ui/families/vqgan_clip/picture_panel.h"
#include "ui/families/vqgan_clip/prompt_list.h"
#include "ui/families/vqgan_clip/prompt_row.h"
#include "ui/families/vqgan_clip/similarity_lines.h"
#include "ui/families/vqgan_clip/size_part.h"
#include "ui/models/background_task.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/samples/history_row.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/shell/centre_page.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/plot_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QSlider>
#include <QTemporaryDir>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <set>
#include <string_view>

using namespace headroom;
using namespace headroom::ui;

namespace {

struct Easel : Studio {
    explicit Easel(const char* fixture) : Studio(fixture) {
        window.resize(1600, 1000);
        window.showPage(MainWindow::Page::Imagine);
        list = window.findChild<PromptList*>();
        page = imagine_page(window)->pictures()->picture();
    }
    std::string prompts() const { return session->snapshot()->own<ImagineConfig>().prompts; }
    void type(int row, const QString& words) const {
        Q_EMIT list->rows()[static_cast<std::size_t>(row)]->text()->committed(words);
    }

    PromptList* list = nullptr;
    PicturePage* page = nullptr;
};

}  // namespace

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
        QCOMPARE(e.list->rows()[0]->similarityText().contains(QStringLiteral("0.41")), true);
        QCOMPARE(panel->model()->marks().front().text, QStringLiteral("storm clouds over the s… 0.40 to 0.60"));
        QCOMPARE(imagine_page(e.window)->losses()->model()->size(), std::size_t{342});
        QVERIFY(e.window.trainPage()->timeline()->model()->empty());  // no step of a picture among those of training
        QVERIFY(e.shows(QStringLiteral("Iteration")));
        QVERIFY(e.shows(QStringLiteral("left")));
    }

    void theFilmStripFollowsAndCompares() {
        Easel e("imagine");
        QTRY_COMPARE(e.page->strip()->count(), 36);
        QCOMPARE(e.page->history()->text(), QStringLiteral("Iteration 342 · newest · 36 kept"));
        const QList<int> shown = e.page->strip()->shown();
        QVERIFY(shown.size() >= 4 && shown.size() < 36);
        QCOMPARE(shown.first(), 0);
        QCOMPARE(shown.last(), 35);
        e.page->choose(7);
        QVERIFY(e.page->strip()->shown().contains(7));
        QVERIFY(e.page->history()->text().startsWith(QStringLiteral("Iteration 70 ·")));
        e.session->advance();
        QTRY_COMPARE(e.page->pictures().at(e.page->pictures().count() - 1).step, 343);
        QCOMPARE(e.page->strip()->current(), 7);  // an older one stays while new ones come
        imagine_page(e.window)->pictures()->toggleCompare();
        QVERIFY(e.page->pane()->two());
        QCOMPARE(e.page->pane()->grid()->images().first(), e.page->pictures().at(0).image);
        QVERIFY(e.page->grid()->smooth() && e.page->pane()->second()->smooth());
        const QList<QToolButton*> tools = e.page->findChildren<QToolButton*>();
        const auto squares = std::find_if(tools.begin(), tools.end(), [](QToolButton* b) {
            return b->accessibleName().contains(QStringLiteral("squares"));
        });
        QVERIFY(squares != tools.end());
        (*squares)->click();
        QVERIFY(!e.page->grid()->smooth() && !e.page->pane()->second()->smooth());
        e.page->history()->newest();
        e.session->advance();
        QTRY_COMPARE(e.page->strip()->stepAt(e.page->strip()->current()), 344);
        QTemporaryDir folder;
        QVERIFY(e.page->writer()(folder.filePath(QStringLiteral("a.png"))));
        QCOMPARE(QImage(folder.filePath(QStringLiteral("a.png"))).size(), QSize(768, 512));
        const auto nowhere = e.page->writer()(folder.filePath(QStringLiteral("none/a.png")));
        QVERIFY(!nowhere && nowhere.error().message.find("none/a.png") != std::string::npos);
    }

    void cutoutsThatFailSayWhyAndCanBeTriedAgain() {
        Easel e("imagine");
        PicturePanel* pictures = imagine_page(e.window)->pictures();
        CutoutsPage* page = pictures->cutouts();
        QTRY_VERIFY(e.bridge.state() == RunState::Running && !pictures->picture()->pictures().empty());
        const auto button = [&]() -> QPushButton* {
            for (auto* b : page->findChildren<QPushButton*>())
                if (b->text() == QStringLiteral("Try again") && b->isVisible()) return b;
            return nullptr;
        };
        pictures->tabs()->setCurrentWidget(page);
        QVERIFY(!button());
        const auto fail = [&] {
            e.session->fail_samples(make_error(ErrorCode::OutOfMemory, "no room for cutouts", "Lend less."));
            e.session->settle();
            QTRY_VERIFY(button());
            // As a sentence of its own, or in the line above those that are there.
            QVERIFY(e.shows(QStringLiteral("No room for cutouts")) || e.shows(QStringLiteral("no room for cutouts")));
        };
        fail();
        QVERIFY(e.shows(QStringLiteral("Lend less.")));
        button()->click();
        QVERIFY(!button());
        e.session->settle();
        QTRY_COMPARE(page->grid()->images().size(), 64);
        QVERIFY(!button());
        // Those that are there stay.
        pictures->tabs()->setCurrentWidget(pictures->picture());
        pictures->tabs()->setCurrentWidget(page);
        fail();
        QVERIFY(page->grid()->isVisible() && page->text().contains(QStringLiteral("no room for cutouts")));
        button()->click();
        e.session->settle();
        QTRY_VERIFY(page->text().contains(QStringLiteral("64 of 64 cutouts")) && !button());
    }

    void cutoutsAreAskedForWhileTheirPageIsSeen() {
        Easel e("imagine");
        PicturePanel* pictures = imagine_page(e.window)->pictures();
        QTRY_COMPARE(e.page->strip()->count(), 36);
        QVERIFY(pictures->cutouts()->grid()->images().isEmpty());  // not in view: nothing is asked for
        e.session->advance();
        QCoreApplication::processEvents();
        QVERIFY(pictures->cutouts()->grid()->images().isEmpty());
        pictures->tabs()->setCurrentWidget(pictures->cutouts());
        e.session->advance();
        QTRY_COMPARE(pictures->cutouts()->grid()->images().size(), 64);
        QVERIFY2(pictures->cutouts()->text().contains(QStringLiteral("64 of 64 cutouts")),
                 qPrintable(pictures->cutouts()->text()));
        QCOMPARE(e.page->pictures().at(e.page->pictures().count() - 1).image.size(),
                 QSize(768, 512));  // no cutout among the pictures
        pictures->toggleSingle();
        QVERIFY(pictures->tabs()->currentWidget()->isAncestorOf(pictures->history()));
        pictures->toggleSingle();
        QCOMPARE(pictures->tabs()->currentWidget(), static_cast<QWidget*>(pictures->picture()));
    }

    void aRunOverAFolderSaysWhichPictureItPaintsOn() {
        Easel e("imagine-ready");
        e.bridge.apply({{"start", std::string("folder")},
                        {"start.folder", std::string("/films/cats")},
                        {"frames.steps", std::int64_t{3}}});
        QTRY_VERIFY(e.page->frame()->title().contains(QStringLiteral("pictures of cats")));
        QVERIFY2(!e.shows(QStringLiteral("of 120")), "how many iterations it takes is known when it starts");
        e.action(Cmd::Go)->trigger();
        QTRY_COMPARE(e.bridge.state(), RunState::Preparing);
        const auto says = [&](const char* picture, const char* rest) {
            return e.shows(QStringLiteral("Picture %1 of 12, %2 of 3")
                               .arg(strongText(QLatin1String(picture)), QLatin1String(rest)));
        };
        for (int i = 0; i < 400 && e.bridge.state() != RunState::Running; ++i) {
            e.session->advance();
            QTest::qWait(50);
        }
        e.session->advance();
        QTRY_VERIFY(says("1", "1"));
        e.action(Cmd::PauseResume)->trigger();
        QTRY_COMPARE(e.bridge.state(), RunState::Paused);
        QVERIFY(says("1", "1"));
        e.action(Cmd::PauseResume)->trigger();
        QTRY_COMPARE(e.bridge.state(), RunState::Running);
        for (int i = 0; i < 3; ++i) e.session->advance();
        QTRY_VERIFY(says("2", "1"));
        // Its share of all pictures, whatever the settings say of iterations.
        QTRY_COMPARE(e.window.runPanel(Page::Imagine)->findChild<QProgressBar*>()->value(), 111);
    }

    void aFinishedFolderGoesOnWithItsOwnSettings() {
        Easel e("imagine-ready");
        e.bridge.apply({{"start", std::string("folder")},
                        {"start.folder", std::string("/films/cats")},
                        {"frames.steps", std::int64_t{2}},
                        {"steps", std::int64_t{24}}});
        e.action(Cmd::Go)->trigger();
        QTRY_VERIFY((e.session->advance(), e.bridge.state() == RunState::Finished));
        QTRY_VERIFY2(e.action(Cmd::PauseResume)->toolTip().contains(QStringLiteral("what is new in its folder")),
                     qPrintable(e.action(Cmd::PauseResume)->toolTip()));
        QCOMPARE(e.window.runPanel(Page::Imagine)->findChild<QProgressBar*>()->value(), 1000);
        QCOMPARE(e.action(Cmd::Go)->text(), QStringLiteral("Continue"));
        e.action(Cmd::Go)->trigger();
        QCOMPARE(e.session->snapshot()->steps, std::int64_t{24});  // not twice as many: the folder says how many
    }

    void aFolderIsComparedPictureByPicture() {
        QTemporaryDir folder;
        const auto put = [&](const char* name, Qt::GlobalColor color) {
            QImage image(300, 100, QImage::Format_RGB888);
            image.fill(color);
            QVERIFY(image.save(folder.filePath(QLatin1String(name))));
        };
        put("frame1.png", Qt::red);
        put("frame2.jpg", Qt::blue);
        Easel e("imagine-ready");
        e.bridge.apply({{"start", std::string("folder")},
                        {"start.folder", folder.path().toStdString()},
                        {"frames.steps", std::int64_t{3}},
                        {"preview.every", std::int64_t{1}}});
        e.action(Cmd::Go)->trigger();
        QTRY_VERIFY((e.session->settle(), e.bridge.state() == RunState::Running));
        e.page->setView(PicturePage::View::Compare);
        const auto iteration = [&](int step) {  // the newest one
            e.session->advance();
            QTRY_COMPARE(e.page->strip()->stepAt(e.page->strip()->current()), qint64{step});
        };
        const auto start = [&] { return e.page->pane()->grid()->images().value(0); };
        const auto reddish = [&] {
            return start().pixelColor(5, 5).red() > 200 && start().pixelColor(5, 5).blue() < 50;
        };
        const auto bluish = [&] {
            return start().pixelColor(5, 5).blue() > 200 && start().pixelColor(5, 5).red() < 50;
        };
        for (int step = 1; step <= 3; ++step) iteration(step);
        QTRY_VERIFY(reddish());
        const QImage painted = e.page->pane()->second()->images().value(0);
        QCOMPARE(start().size(), painted.size());
        QVERIFY(e.shows(QStringLiteral("Start, frame1.png")));
        for (int step = 4; step <= 5; ++step) iteration(step);
        QTRY_VERIFY(bluish());
        QVERIFY(e.shows(QStringLiteral("Start, frame2.jpg")));
        e.page->choose(2);  // of the first picture again
        QTRY_VERIFY(reddish());
        e.page->history()->newest();
        QTRY_VERIFY(bluish());
        for (int step = 6; step <= 8; ++step)
            iteration(step);  // its file is not there: the earliest that was painted of it
        QTRY_VERIFY(e.shows(QStringLiteral("Iteration 7")));
        QVERIFY(!e.shows(QStringLiteral("Start, frame")));
        QVERIFY(!reddish() && !bluish());
    }

    void theNameOfTheStartTurnsNothingAroundIt() {
        Easel e("imagine-ready");
        const QString name = QString::fromUtf8("\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D");
        e.bridge.apply({{"start", std::string("folder")}, {"start.folder", "/nowhere/" + name.toStdString()}});
        QCOMPARE(e.page->frame()->title(),
                 QStringLiteral("The pictures of %1 are painted on in turn").arg(nameText(name)));
        e.bridge.apply({{"start", std::string("picture")}, {"start.picture", "/nowhere/" + name.toStdString()}});
        QCOMPARE(e.page->frame()->title(), QStringLiteral("The picture starts from %1").arg(nameText(name)));
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
