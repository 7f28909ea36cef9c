// The pictures of text to image: film strip, comparison, cutouts, the pictures of a folder one after the other, and what stands where none is yet.
#include "tests/ui/easel.h"
#include "tests/ui/patient_test.h"
#include "ui/bridge/shown_text.h"
#include "ui/families/vqgan_clip/picture_frames.h"
#include "ui/families/vqgan_clip/picture_page.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/image_grid.h"

#include <QImage>
#include <QProgressBar>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>

using namespace headroom;
using namespace headroom::ui;

class PicturePanelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
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
        QCOMPARE(e.page->strip()->value(), 7);  // an older one stays while new ones come
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
        QTRY_COMPARE(e.page->strip()->stepAt(e.page->strip()->value()), 344);
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
            QTRY_COMPARE(e.page->strip()->stepAt(e.page->strip()->value()), qint64{step});
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
};

QTEST_MAIN(PicturePanelTest)
#include "tst_picture_panel.moc"
