// Latents: seeds side by side, truncation at once, what is near one, favourites that are kept and exported; the past of a run that goes on.
#include "core/io/pictures/image_codec.h"
#include "tests/support/fixture_pictures.h"
#include "tests/support/temp_folder.h"
#include "tests/ui/explorer.h"
#include "tests/ui/opened_paths.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/samples/explore_page.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/samples/samples_page.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/samples/walk_page.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/situation_watch.h"
#include "ui/shell/theme.h"
#include "ui/widgets/history_slider.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTabWidget>

#include <mutex>

using namespace headroom;
using namespace headroom::ui;

class ExploreTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void seedsStandSideBySideEachInItsRow() {
        Explorer e;
        QVERIFY(e.open());
        QCOMPARE(e.page->latents()[0], (LatentId{1, 0}));
        QCOMPARE(e.page->latents()[6], (LatentId{2, 0}));
        QCOMPARE(e.page->pane()->grid()->cells().columns, 6);
        QCOMPARE(e.page->pane()->grid()->images().size(), 24);
        e.seeds()->setText(QStringLiteral("9, 0, x"));
        Q_EMIT e.seeds()->textEdited(e.seeds()->text());
        e.each()->setValue(3);
        QTRY_VERIFY((e.studio.session->settle(), e.page->latents().size() == 6));
        QCOMPARE(e.page->latents()[5], (LatentId{0, 2}));
        QCOMPARE(e.page->pane()->grid()->cells().columns, 3);
        keep_picture(e.studio.window, QStringLiteral("latents"));
    }

    void fixedLatentsAreAsManyAsPreviewsShow() {
        Explorer e;
        QVERIFY(e.open());
        QCOMPARE(e.each()->maximum(), 16);
        e.seeds()->setText(QStringLiteral("0"));
        Q_EMIT e.seeds()->textEdited(e.seeds()->text());
        QTRY_COMPARE(e.each()->maximum(), static_cast<int>(e.studio.bridge.config()->preview_grid));
        e.each()->setValue(64);
        QTRY_VERIFY((e.studio.session->settle(), e.page->latents().size() == 64));
        QCOMPARE(e.page->latents()[63], (LatentId{0, 63}));
        QVERIFY(e.page->pane()->grid()->cells().columns <= 16);
        e.seeds()->setText(QStringLiteral("0, 1"));
        Q_EMIT e.seeds()->textEdited(e.seeds()->text());
        QTRY_VERIFY((e.studio.session->settle(), e.page->latents().size() == 32));
    }

    void returnShowsOnePictureAndAllAgain() {
        Explorer e;
        QVERIFY(e.open());
        ImageGrid* grid = e.page->pane()->grid();
        QTest::keyClick(grid, Qt::Key_Return);
        QVERIFY(grid->single());
        QTest::keyClick(grid, Qt::Key_Return);
        QVERIFY(!grid->single());
    }

    void seedsThatAreTakenOutCanBeTypedAnew() {
        Explorer e;
        QVERIFY(e.open());
        for (const char* none : {"", "99999999999999999999"}) {
            e.seeds()->setText(QLatin1String(none));
            Q_EMIT e.seeds()->textEdited(e.seeds()->text());
            QTRY_VERIFY(e.page->latents().empty());
            QVERIFY(e.seeds()->isVisible());
            QVERIFY(e.page->pane()->grid()->images().isEmpty());
            QCOMPARE(e.page->text(), QStringLiteral("Nothing is chosen to be drawn"));
            e.seeds()->setText(QStringLiteral("7"));
            Q_EMIT e.seeds()->textEdited(e.seeds()->text());
            QTRY_VERIFY((e.studio.session->settle(), e.page->latents().size() == 6));
        }
    }

    void truncationIsAskedForAtOnceAndTheNewestAnswerCounts() {
        Explorer e;
        QVERIFY(e.open());
        const std::size_t before = e.asked(SampleKind::Chosen).size();
        for (int value = 90; value >= 50; value -= 5) e.truncation()->setValue(value);
        QTRY_VERIFY(e.asked(SampleKind::Chosen).size() > before);
        QCOMPARE(e.asked(SampleKind::Chosen).back().truncation, 0.5);
        QVERIFY(e.asked(SampleKind::Chosen).size() < before + 4);  // not one for each step of the slider
        SampleReady late;
        late.kind = SampleKind::Chosen;
        late.ticket = {e.asked(SampleKind::Chosen).back().ticket.asker, 1};
        late.ema = {fixture::samples(1, 1, 32, 1.0, 0)};
        Q_EMIT e.studio.bridge.sampleReady(late);
        QCOMPARE(e.page->pane()->grid()->images().size(), 24);
    }

    void whatIsNearStandsBeside() {
        Explorer e;
        QVERIFY(e.open());
        e.page->pane()->grid()->setCurrent(7);
        QVERIFY(e.page->text().contains(QStringLiteral("Seed 2, picture 2")));
        e.nearButton()->click();
        QCOMPARE(e.asked(SampleKind::Nearest).back().latents, (std::vector<LatentId>{{2, 1}}));
        QTRY_VERIFY((e.studio.session->settle(), e.page->pane()->two()));
        QCOMPARE(e.page->pane()->grid()->images().size(), 1);
        QCOMPARE(e.page->pane()->second()->images().size(), 16);
        QVERIFY(e.studio.shows(QStringLiteral("differs by 5.0 %")));
        e.truncation()->setValue(70);  // back to the seeds
        QTRY_VERIFY((e.studio.session->settle(), e.page->latents().size() == 24 && !e.page->pane()->two()));
    }

    void whatClipFindsNearStandsBesideAndCanBeStopped() {
        Explorer e;
        QVERIFY(e.open());
        QTRY_COMPARE(e.nearBy()->count(), 2);  // the built-in CLIP; the other is not here
        e.nearBy()->setCurrentIndex(1);
        e.page->pane()->grid()->setCurrent(7);
        e.nearButton()->click();
        QTRY_VERIFY(e.page->pane()->two());
        QCOMPARE(e.page->pane()->second()->images().size(), 16);
        QVERIFY(e.studio.shows(QStringLiteral("a cosine of 0.875")));
        QCOMPARE(e.studio.services.looked_for().clip, std::string("/share/clip.safetensors"));
        QCOMPARE(e.page->latents(), (std::vector<LatentId>{{2, 1}}));
        QVERIFY(e.asked(SampleKind::Nearest).empty());  // the run was not asked
        e.studio.services.hold_work();
        e.nearButton()->click();
        QVERIFY(e.progress()->isVisible() && !e.nearButton()->isEnabled());
        e.progress()->cancelButton()->click();
        QVERIFY(!e.progress()->isVisible() && e.nearButton()->isEnabled());
    }

    void aFailureSaysWhyAndTheNextTryWorks() {
        Explorer e;
        QVERIFY(e.open());
        const std::size_t before = e.asked(SampleKind::Chosen).size();
        e.truncation()->setValue(60);
        QTRY_VERIFY(e.asked(SampleKind::Chosen).size() > before);
        e.studio.session->fail_samples(make_error(ErrorCode::OutOfMemory, "no room for pictures"));
        QTRY_VERIFY((e.studio.session->settle(), e.page->text().contains(QStringLiteral("no room for pictures"))));
        e.truncation()->setValue(61);
        QTRY_VERIFY((e.studio.session->settle(), !e.page->text().contains(QStringLiteral("no room"))));
    }

    void whatFailsIsTriedAgainByAButton() {
        Explorer e;
        const auto button = [&]() -> QPushButton* {
            for (auto* b : e.page->findChildren<QPushButton*>())
                if (b->text() == QStringLiteral("Try again") && b->isVisible()) return b;
            return nullptr;
        };
        const auto fail_and_try = [&] {
            e.studio.session->fail_samples(make_error(ErrorCode::OutOfMemory, "no room for pictures", "Lend less."));
            QTRY_VERIFY((e.studio.session->settle(), button()));
            QVERIFY(e.studio.shows(QStringLiteral("o room for pictures")));
            button()->click();
            QVERIFY(!button());
        };
        QVERIFY(!button());
        QTRY_VERIFY(!e.studio.window.own()->watch()->runDir().isEmpty());  // all is told
        e.tabs->setCurrentWidget(e.page);
        fail_and_try();  // before there is a picture
        QTRY_VERIFY((e.studio.session->settle(), e.page->latents().size() == 24));
        const std::size_t before = e.asked(SampleKind::Chosen).size();
        e.truncation()->setValue(60);
        QTRY_VERIFY(e.asked(SampleKind::Chosen).size() > before);
        fail_and_try();  // above those that are there
        QTRY_VERIFY((e.studio.session->settle(), e.page->drawnAt() == 0.6));
        e.page->pane()->grid()->setCurrent(7);
        e.nearButton()->click();
        fail_and_try();
        QCOMPARE(e.asked(SampleKind::Nearest).size(), std::size_t{2});
        QCOMPARE(e.asked(SampleKind::Nearest).back().latents, (std::vector<LatentId>{{2, 1}}));
        QTRY_VERIFY((e.studio.session->settle(), e.page->pane()->two()));
    }

    void favouritesAreKeptWithTheRunAndExportedTogether() {
        const OpenedPaths opened;
        const test::TempFolder folder;
        Explorer e;
        QVERIFY(e.open());
        QVERIFY(!e.onlyFavourites()->isEnabled());
        for (const auto& chosen : {std::pair(3, 100), std::pair(20, 70)}) {
            e.truncation()->setValue(chosen.second);
            QTRY_COMPARE((e.studio.session->settle(), qRound(e.page->drawnAt() * 100)), chosen.second);
            e.page->pane()->grid()->setCurrent(chosen.first);
            e.star()->click();
            QVERIFY(e.star()->isChecked());
        }
        const std::vector<LatentId> both{{1, 3}, {4, 2}};
        const std::vector<double> as_starred{1.0, 0.7};
        const std::vector<Favourite> kept{{both[0], as_starred[0]}, {both[1], as_starred[1]}};
        QCOMPARE(e.page->favourites(), kept);
        QTRY_COMPARE(e.studio.services.favourites("/runs/shapes-128-07", {}), kept);
        e.truncation()->setValue(50);  // of the seeds alone
        e.onlyFavourites()->click();
        QTRY_VERIFY((e.studio.session->settle(), e.page->latents() == both));
        QCOMPARE(e.asked(SampleKind::Chosen).back().truncations, as_starred);
        e.page->pane()->grid()->setCurrent(1);
        QCOMPARE(e.page->drawnAt(), 0.7);
        QVERIFY(!e.truncation()->isEnabled());
        const QString path = QString::fromStdString(folder.file("favourites.png"));
        e.page->exportFavourites(path);
        QTRY_COMPARE(FileRow::of(e.page)->text(), QStringLiteral("Written: favourites.png"));
        QCOMPARE(e.studio.services.exports().back().latents, both);
        QCOMPARE(e.studio.services.exports().back().truncations, as_starred);
        QCOMPARE(e.studio.services.exports().back().cols, 2);
        QVERIFY(FileRow::of(e.page)->showButton()->isVisible());
        FileRow::of(e.page)->showButton()->click();
        QCOMPARE(opened.last, QString::fromStdString(folder.path()));
        e.page->pane()->grid()->setCurrent(0);
        e.star()->click();  // no more
        QCOMPARE(e.page->favourites(), std::vector<Favourite>{kept[1]});
        e.studio.services.fail_exports(make_error(ErrorCode::Disk, "the disk is full"));
        e.page->exportFavourites(path);
        QTRY_COMPARE(FileRow::of(e.page)->text(), QStringLiteral("The disk is full."));
        QVERIFY(!FileRow::of(e.page)->showButton()->isVisible());
        e.studio.services.fail_exports(std::nullopt);
        QVERIFY(FileRow::of(e.page)->againButton()->isVisible());
        FileRow::of(e.page)->againButton()->click();
        QTRY_COMPARE(FileRow::of(e.page)->text(), QStringLiteral("Written: favourites.png"));
        QVERIFY(!FileRow::of(e.page)->againButton()->isVisible());
        QCOMPARE(e.studio.services.exports().back().latents, std::vector<LatentId>{both[1]});
    }

    void aLatentIsAFavouriteAtEachTruncationApart() {
        Explorer e;
        QVERIFY(e.open());
        const auto drawnAt = [&e] {
            e.studio.session->settle();
            return qRound(e.page->drawnAt() * 100);
        };
        e.page->pane()->grid()->setCurrent(3);
        e.star()->click();
        e.truncation()->setValue(70);
        QTRY_COMPARE(drawnAt(), 70);
        QVERIFY2(!e.star()->isChecked(), "it is another picture there");
        e.star()->click();
        const std::vector<Favourite> both{{{1, 3}, 1.0}, {{1, 3}, 0.7}};
        QCOMPARE(e.page->favourites(), both);
        QTRY_COMPARE(e.studio.services.favourites("/runs/shapes-128-07", {}), both);
        e.onlyFavourites()->click();
        QTRY_VERIFY((e.studio.session->settle(), e.page->latents().size() == 2));
        e.page->pane()->grid()->setCurrent(1);
        QVERIFY(e.star()->isChecked());
        e.star()->click();  // no more, there alone
        QCOMPARE(e.page->favourites(), std::vector<Favourite>{both[0]});
        e.page->pane()->grid()->setCurrent(0);
        QVERIFY(e.star()->isChecked());
    }

    void filesThatAreAskedForMeanwhileWaitForTheirTurn() {
        const test::TempFolder folder;
        Explorer e;
        QVERIFY(e.open());
        FileRow* row = FileRow::of(e.page);
        QCOMPARE(row, FileRow::of(e.studio.window.notices()));  // one for all panels
        std::mutex gate;
        gate.lock();
        QStringList order;
        const auto writer = [&](const char* name, bool good) -> FileWriter {
            return [&order, &gate, name, good]() -> Result<void> {
                const std::lock_guard lock(gate);
                order << QLatin1String(name);
                return good ? Result<void>() : make_error(ErrorCode::Disk, "no room", "Make room.");
            };
        };
        const QString base = QString::fromStdString(folder.path()) + QLatin1Char('/');
        row->write(base + QStringLiteral("a.png"), writer("a", true));
        row->write(base + QStringLiteral("b.png"), writer("b", false));
        row->write(base + QStringLiteral("c.png"), writer("c", true));
        QVERIFY(row->busy());
        gate.unlock();
        QTRY_VERIFY(!row->busy() && order.size() == 3);
        QCOMPARE(order, (QStringList{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")}));
        // All of it is told, and what was written can be found.
        QCOMPARE(row->text(), QStringLiteral("Written: a.png\nNo room. Make room.\nWritten: c.png"));
        const auto shown = [row](const char* text) {
            QList<bool> out;
            for (const auto* button : row->findChildren<QPushButton*>())
                if (button->text() == QLatin1String(text)) out << button->isVisible();
            return out;
        };
        QCOMPARE(shown("Show in folder"), (QList<bool>{true, false, true}));
        QCOMPARE(shown("Try again"), (QList<bool>{false, true, false}));
        row->write(base + QStringLiteral("f.png"), writer("f", true));
        row->write(base + QStringLiteral("g.png"), writer("g", true));
        QTRY_VERIFY(!row->busy());
        QVERIFY2(row->text().contains(QStringLiteral("written to ")) && !row->text().contains(QLatin1Char('\n')),
                 qPrintable(row->text()));
        e.studio.services.hold_work();
        e.page->pane()->grid()->setCurrent(1);
        e.star()->click();
        e.page->exportFavourites(base + QStringLiteral("d.png"));
        row->write(base + QStringLiteral("e.png"), writer("e", true));
        row->stop();
        QVERIFY(!row->busy());
        QCOMPARE(row->text(), QStringLiteral("d.png was not written"));
        QCOMPARE(order.size(), 5);
    }

    void whatIsExportedFromARunOnAnotherMachineIsMadeThere() {
        const test::TempFolder folder;
        Explorer e;
        QVERIFY(e.open());
        const std::string address = "unix:/run/user/1000/headroom/4711.sock";
        e.studio.session->set_place({true, address, "studio", 4711, false, 1});
        e.star()->click();
        QCOMPARE(e.page->favourites().size(), std::size_t{1});
        QTRY_COMPARE(e.studio.services.favourites("/runs/shapes-128-07", "studio"), e.page->favourites());
        QVERIFY(e.studio.services.favourites("/runs/shapes-128-07", {}).empty());  // no folder of that name here
        e.page->exportFavourites(QString::fromStdString(folder.file("favourites.png")));
        QTRY_COMPARE(FileRow::of(e.page)->text(), QStringLiteral("Written: favourites.png"));
        QCOMPARE(e.studio.services.exports().back().address, address);
        e.walk->exportWalk(QString::fromStdString(folder.file("walk.gif")));
        QTRY_COMPARE(FileRow::of(e.walk)->text(), QStringLiteral("Written: walk.gif"));
        QCOMPARE(e.studio.services.exports().back().kind, ExportKind::Walk);
        QCOMPARE(e.studio.services.exports().back().address, address);
    }

    void starsComeToThoseThatAreStillBeingRead() {
        Explorer e;
        QVERIFY(e.open());
        const std::vector<Favourite> kept{{{7, 7}, 0.5}};
        QVERIFY(e.studio.services.keep_favourites("/runs/shapes-128-07", kept, {}));
        const Favourite starred{{1, 3}, 1.0};
        e.page->readFavourites();
        e.page->pane()->grid()->setCurrent(3);
        e.star()->click();
        QCOMPARE(e.page->favourites(), std::vector<Favourite>{starred});
        const std::vector<Favourite> both{kept.front(), starred};
        QTRY_COMPARE(e.page->favourites(), both);
        QTRY_COMPARE(e.studio.services.favourites("/runs/shapes-128-07", {}), both);
    }

    void favouritesOfARunOnAnotherMachineComeBack() {
        const std::string run = "/runs/shapes-128-07", address = "unix:/run/user/1000/headroom/4711.sock";
        const std::vector<Favourite> kept{{{3, 1}, 1.0}, {{0, 4}, 0.8}};
        Studio s("ready");
        QVERIFY(s.services.keep_favourites(run, kept, "studio"));
        s.services.train_elsewhere(run, "story", {true, address, "studio", 4711, false, 1});
        s.window.attach(QString::fromStdString(address));
        QTRY_VERIFY(s.window.attached());
        const auto* page = s.window.trainPage()->samples()->findChild<ExplorePage*>();
        QTRY_COMPARE(page->favourites(), kept);
        // Of the machine, not of the folder's name.
        s.window.detach();
        s.services.train_elsewhere(run, "story", {true, address, "cellar", 4711, false, 1});
        s.window.attach(QString::fromStdString(address));
        QTRY_VERIFY(s.window.attached() && s.window.attached()->bridge()->state() == RunState::Running);
        BackgroundTask::waitForAll();
        QCoreApplication::processEvents();
        QCOMPARE(s.window.trainPage()->samples()->findChild<ExplorePage*>()->favourites(), std::vector<Favourite>());
    }

    void aRunThatGoesOnShowsWhatItHadBefore() {
        const test::TempFolder folder;
        Explorer e;
        SamplesPage* samples = e.studio.window.trainPage()->samples()->samples();
        RunHistory past;
        past.config = *e.studio.bridge.config();
        past.config.preview_grid = 6;
        for (const int step : {50, 150, 999999}) {  // the last one is of another future
            const std::string path =
                folder.file(QStringLiteral("step-%1.png").arg(step, 8, 10, QLatin1Char('0')).toStdString());
            QVERIFY(write_png(path, compose_grid(fixture::samples(step, 6, 16, 1.0, 0), 3)));
            past.sample_paths.push_back(path);
        }
        QTRY_VERIFY(samples->history()->slider()->count() > 0);
        const int before = samples->history()->slider()->count();
        e.studio.window.trainPage()->setHistory(past);
        QCOMPARE(samples->history()->slider()->count(), before + 2);
        samples->history()->slider()->setValue(0);
        QTRY_COMPARE(samples->stem(), QStringLiteral("step-50"));
        QTRY_COMPARE(samples->pane()->grid()->images().size(), 6);
        QTRY_COMPARE(samples->pane()->grid()->picture(0).size(), QSize(16, 16));
    }
};

QTEST_MAIN(ExploreTest)
#include "tst_explore.moc"
