// Pictures of the window: what their menus offer, files that cannot be read, and pages that leave their room to others.
#include "core/api/param_schema.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/ui/explorer.h"
#include "tests/ui/patient_test.h"
#include "ui/families/vqgan_clip/picture_frames.h"
#include "ui/families/vqgan_clip/picture_page.h"
#include "ui/families/vqgan_clip/picture_panel.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/samples/samples_page.h"
#include "ui/shell/theme.h"
#include "ui/widgets/image_grid.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QImageReader>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Opens the menu of a picture and takes the entry called `choose`, or none.
void useMenu(ImageGrid* grid, int index, const char* choose = "") {
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, grid, [&] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (!menu) return;
        look.stop();
        for (QAction* action : menu->actions()) {
            if (action->text() != QLatin1String(choose)) continue;
            menu->setActiveAction(action);
            QTest::keyClick(menu, Qt::Key_Return);
            return;
        }
        menu->close();
    });
    look.start(0);
    Q_EMIT grid->menuRequested(index, grid->mapToGlobal(QPoint(5, 5)));
}

QPushButton* tryAgain(const QWidget& page) {
    for (auto* button : page.findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Try again") && button->isVisible()) return button;
    return nullptr;
}

bool write(const QString& path, const QSize& size) {
    QImage image(size, QImage::Format_RGB888);
    image.fill(Qt::green);
    return image.save(path);
}

}  // namespace

class PicturesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }
    void cleanup() { PictureStore::get().setLimit(PictureStore::kDefaultLimit); }

    void aMenuReadsNoMoreThanThePictureItIsOf() {
        ImageGrid grid;
        int asked = 0;
        grid.setImages(QList<QImage>(64), [&asked](int) {
            ++asked;
            return QImage();
        });
        offerPictures(&grid, [] { return QStringLiteral("history"); });
        useMenu(&grid, 3);
        QCOMPARE(asked, 1);
    }

    void theHistoryGridReadsPicturesOfWhichNoneIsThere() {
        const QTemporaryDir folder;
        SessionBridge bridge;
        PicturePanel panel(&bridge);
        panel.resize(900, 700);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QStringList paths;
        for (const int step : {7, 8, 9}) {
            paths << folder.filePath(QStringLiteral("step-%1.png").arg(step, 8, 10, QLatin1Char('0')));
            QVERIFY(write(paths.last(), {16, 16}));
            panel.picture()->add({step, QSize(16, 16), paths.last().toStdString()});
        }
        panel.toggleSingle();
        const ImageGrid* grid = panel.history();
        QCOMPARE(grid->images().size(), 3);
        for (int i = 0; i < 3; ++i) QCOMPARE(grid->fileOf(i).path, paths[i]);
        QVERIFY2(grid->images().front().isNull(), "its file has it");
        QVERIFY(!grid->cells().cell.isEmpty());
        QTRY_COMPARE(grid->cachedBytes(), qsizetype{3} * 4 * grid->cells().cell.width() * grid->cells().cell.height());
    }

    void aComparedPictureIsDraggedOutAsTheOneUnderThePointer() {
        const auto filled = [](Qt::GlobalColor color) {
            QImage image(16, 16, QImage::Format_RGB888);
            image.fill(color);
            return image;
        };
        PicturePage page;
        page.add({1, filled(Qt::red), "/runs/a/samples/step-00000001.png"});
        page.add({9, filled(Qt::blue), "/runs/a/samples/step-00000009.png"});
        QCOMPARE(page.grid()->fileOf(0).path, QStringLiteral("/runs/a/samples/step-00000009.png"));
        page.setView(PicturePage::View::Compare);
        QVERIFY(page.pane()->two());
        QCOMPARE(page.pane()->grid()->picture(0), filled(Qt::red));
        QCOMPARE(page.pane()->grid()->fileOf(0).path, QStringLiteral("/runs/a/samples/step-00000001.png"));
        QCOMPARE(page.pane()->grid()->fileOf(0).name, QStringLiteral("iteration-1"));
        QCOMPARE(page.pane()->second()->picture(0), filled(Qt::blue));
        QCOMPARE(page.pane()->second()->fileOf(0).path, QStringLiteral("/runs/a/samples/step-00000009.png"));
    }

    void theMenuOfASampleOffersWhatItsLatentIsGoodFor() {
        Explorer e;
        SamplesPage* samples = e.studio.window.trainPage()->samples()->samples();
        ImageGrid* grid = samples->pane()->grid();
        QTRY_VERIFY(e.studio.bridge.state() == RunState::Running && grid->images().size() == 64);
        const std::vector<LatentId> fifth{{0, 4}};
        const std::vector<Favourite> kept{{fifth.front(), e.studio.bridge.config()->preview_truncation}};
        useMenu(grid, 4, "Favourite");
        QCOMPARE(e.page->favourites(), kept);
        useMenu(grid, 4, "End of the latent walk");
        QCOMPARE(e.walk->ends(), fifth);
        useMenu(grid, 4, "Nearest training images");
        QCOMPARE(e.tabs->currentWidget(), static_cast<QWidget*>(e.page));
        QTRY_VERIFY((e.studio.session->settle(), e.page->pane()->two()));
        QCOMPARE(e.asked(SampleKind::Nearest).back().latents, fifth);
        QCOMPARE(e.page->latents(), fifth);
        e.tabs->setCurrentWidget(samples);
        useMenu(grid, 4, "Favourite");  // no more
        QVERIFY(e.page->favourites().empty());
    }

    void whatCannotBeReadSaysSoAndIsTriedAgain_data() {
        QTest::addColumn<bool>("painted");
        QTest::newRow("a sheet") << false;
        QTest::newRow("a painted picture") << true;
    }
    void whatCannotBeReadSaysSoAndIsTriedAgain() {
        QFETCH(bool, painted);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("step-00000007.png"));
        SamplesPage samples;
        PicturePage painting;
        QWidget& page = painted ? static_cast<QWidget&>(painting) : samples;
        const ImageGrid* grid = painted ? painting.grid() : samples.pane()->grid();
        page.resize(900, 700);
        page.show();
        painted ? painting.add({7, QSize(16, 16), path.toStdString()}) : samples.addPast({path.toStdString()}, 4, true);
        QTRY_VERIFY(tryAgain(page));
        QVERIFY(samples.countText().isEmpty() && !grid->isVisible());
        QVERIFY(write(path, painted ? QSize(16, 16) : QSize(22, 22)));  // of a sheet: four pictures of 8 px
        tryAgain(page)->click();
        QTRY_COMPARE(grid->images().size(), painted ? 1 : 4);
        QCOMPARE(grid->picture(0).size(), painted ? QSize(16, 16) : QSize(8, 8));
        QVERIFY(grid->isVisible() && !tryAgain(page));
    }

    void aPictureThatTakesMoreThanIsAllowedSaysSo() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("huge.png"));
        QImage huge(8300, 8300, QImage::Format_Mono);  // 263 MiB as Qt counts, 8 as it is
        huge.fill(0);
        QVERIFY(huge.save(path));
        PictureStore& store = PictureStore::get();
        QTRY_VERIFY((store.picture(path), store.unreadable(path)));
        const QString why = store.problem(path);
        for (const char* part : {"263 MiB", "256 MiB", "View, Memory for pictures"})
            QVERIFY2(why.contains(QLatin1String(part)), qPrintable(why));
        PicturePane pane;
        pane.showUnreadable(path);
        const auto labels = pane.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->text() == why; }));
        // Pasted, it says the same.
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        Studio s("ready");
        auto* pasted = new QMimeData;
        pasted->setData(QStringLiteral("image/png"), file.readAll());
        QGuiApplication::clipboard()->setMimeData(pasted);
        s.action(Cmd::Paste)->trigger();
        QTRY_VERIFY(s.shows(QStringLiteral("The picture could not be read")));
        QVERIFY(s.shows(why));
        QGuiApplication::clipboard()->clear();
        // A missing one is just that, and where more is allowed more is read.
        const QString missing = folder.filePath(QStringLiteral("none.png"));
        QTRY_VERIFY((store.picture(missing), store.unreadable(missing)));
        QVERIFY2(store.problem(missing).contains(missing), qPrintable(store.problem(missing)));
        store.setLimit(2 * PictureStore::kDefaultLimit);
        QVERIFY(!QImageReader(path).read().isNull());
        store.setLimit(PictureStore::kDefaultLimit / 4);  // never less than Qt's own
        QCOMPARE(QImageReader::allocationLimit(), 256);
    }

    void aStartThatTakesMoreThanIsAllowedSaysSo() {
        const QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("large.png")), {1200, 600}));
        TrainConfig config = default_config(kVqganClip);
        config.edit<ImagineConfig>().start = ImagineStart::Folder;
        config.edit<ImagineConfig>().start_folder = folder.path().toStdString();
        SessionBridge bridge;
        FrameStarts starts(&bridge);
        PicturePage page;
        page.setStarts(&starts);
        RunStarted run;
        run.config = std::make_shared<const TrainConfig>(config);
        Q_EMIT bridge.runStarted(run);
        StepDone step;
        step.step = 1;
        step.frame = FrameProgress{1, 1, 1, 1, "large.png"};
        Q_EMIT bridge.stepsDone({step});
        QImage painted(16, 8, QImage::Format_RGB888);
        painted.fill(Qt::red);
        page.add({1, painted, std::string()});
        const auto says = [&page](const QString& words) {
            const auto labels = page.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](const QLabel* label) { return label->text().startsWith(words); });
        };
        QImageReader::setAllocationLimit(1);
        page.setView(PicturePage::View::Compare);
        QTRY_VERIFY(says(QStringLiteral("Iteration 1, as its start, large.png, cannot be shown. The picture takes")));
        PictureStore::get().setLimit(PictureStore::kDefaultLimit);
        page.setView(PicturePage::View::Compare);
        QTRY_VERIFY(says(QStringLiteral("Start, large.png")));
    }

    void aPictureThatIsAnotherNowIsReadAgain() {
        const QTemporaryDir folder;
        PictureStore& store = PictureStore::get();
        const QString sheet = folder.filePath(QStringLiteral("step-00000007.png"));
        const QString missing = folder.filePath(QStringLiteral("step-00000008.png"));
        QVERIFY(write(sheet, {16, 16}));
        ImageGrid grid;
        grid.setImages(QList<QImage>(1), [&](int) { return store.picture(sheet); }, {16, 16});
        grid.show();
        QTRY_VERIFY(grid.cachedBytes() > 0);
        QTRY_VERIFY((store.picture(missing), store.unreadable(missing)));
        QVERIFY(write(sheet, {8, 8}) && write(missing, {8, 8}));
        store.forget(folder.path().chopped(1));  // another folder, whose name begins alike
        QCOMPARE(store.picture(sheet).size(), QSize(16, 16));
        store.forget(sheet);
        QCOMPARE(grid.cachedBytes(), qsizetype{0});  // what it has made of it goes too
        QTRY_COMPARE(store.picture(sheet).size(), QSize(8, 8));
        QVERIFY(store.unreadable(missing));
        store.forget(folder.path());
        QTRY_COMPARE(store.picture(missing).size(), QSize(8, 8));
        // One that is being read while it is written again.
        QVERIFY(write(sheet, {4, 4}));
        store.forget(sheet);
        QVERIFY(store.picture(sheet).isNull());
        QVERIFY(write(sheet, {2, 2}));
        store.forget(sheet);
        QTRY_COMPARE(store.picture(sheet).size(), QSize(2, 2));
    }

    void aRunForgetsThePicturesThatItWritesAgain() {
        Explorer e;
        PictureStore& store = PictureStore::get();
        const auto marked = [&](const QString& path) {
            return QTest::qWaitFor([&] { return store.picture(path).isNull() && store.unreadable(path); });
        };
        QTRY_COMPARE(e.studio.bridge.state(), RunState::Running);
        const QString sheet = QStringLiteral("/runs/shapes-32-01/samples/step-00000100.png");
        QVERIFY(marked(sheet));
        SampleReady sample;
        sample.kind = SampleKind::Nearest;  // asked for by nobody here
        sample.ticket = {1, 1};
        sample.path = sheet.toStdString();
        Q_EMIT e.studio.bridge.sampleReady(sample);
        QVERIFY(!store.unreadable(sheet));
        QVERIFY(marked(sheet));
        RunStarted run;
        run.run_dir = "/runs/shapes-32-01";
        run.config = e.studio.bridge.config();
        Q_EMIT e.studio.bridge.runStarted(run);
        QVERIFY(!store.unreadable(sheet));
    }

    void pagesThatAreNotLookedAtLeaveTheirRoomToOthers() {
        Explorer e;
        PictureStore& store = PictureStore::get();
        store.setLimit(4 * PictureStore::kDefaultLimit);
        QVERIFY(e.open());
        e.tabs->setCurrentWidget(e.walk);
        e.walk->requestWalk();
        QTRY_COMPARE((e.studio.session->settle(), e.walk->frameCount()), 60);
        QCOMPARE(e.page->latents().size(), std::size_t{24});
        e.tabs->setCurrentIndex(0);
        PictureShare others;
        others.set(store.limit());
        QTRY_VERIFY(e.walk->frameCount() == 0 && e.page->latents().empty());
        others.set(0);
        const SampleRequest asked = e.asked(SampleKind::Walk).back();
        e.tabs->setCurrentWidget(e.walk);
        QTRY_COMPARE((e.studio.session->settle(), e.walk->frameCount()), 60);
        QCOMPARE(e.asked(SampleKind::Walk).size(), std::size_t{2});
        QCOMPARE(e.asked(SampleKind::Walk).back().seed, asked.seed);
        e.tabs->setCurrentWidget(e.page);
        QTRY_COMPARE((e.studio.session->settle(), e.page->latents().size()), std::size_t{24});
    }

    void cutoutsHaveTheirShareOfTheBudget() {
        Studio s("imagine");
        s.window.showPage(Page::Imagine);
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        PicturePanel* pictures = imagine_page(s.window)->pictures();
        QTRY_COMPARE(pictures->picture()->pictures().count(), 36);
        const ImageGrid* grid = pictures->cutouts()->grid();
        PictureStore& store = PictureStore::get();
        const auto held = [&] {  // by all but the grid itself
            QCoreApplication::processEvents();
            return store.bytes() - grid->cachedBytes();
        };
        const qint64 before = held();
        pictures->tabs()->setCurrentWidget(pictures->cutouts());
        QTRY_COMPARE((s.session->settle(), grid->images().size()), 64);
        QTRY_VERIFY(held() - before >= 64 * grid->images().front().sizeInBytes());
        pictures->tabs()->setCurrentWidget(pictures->picture());
        PictureShare others;
        others.set(store.limit());
        QTRY_VERIFY2(grid->images().isEmpty(), "nobody looks at them");
        others.set(0);
        pictures->tabs()->setCurrentWidget(pictures->cutouts());
        QTRY_COMPARE((s.session->settle(), grid->images().size()), 64);
    }

    void startsOfAFolderHaveTheirShareOfTheBudget() {
        const QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("a.png")), {40, 40}));
        SessionBridge bridge;
        FrameStarts starts(&bridge);
        TrainConfig config = default_config(kVqganClip);
        config.edit<ImagineConfig>().start = ImagineStart::Folder;
        config.edit<ImagineConfig>().start_folder = folder.path().toStdString();
        RunStarted run;
        run.run_dir = "/runs/a";
        run.config = std::make_shared<const TrainConfig>(config);
        Q_EMIT bridge.runStarted(run);
        StepDone step;
        step.step = 1;
        step.frame = FrameProgress{1, 1, 1, 3, "a.png", false};
        Q_EMIT bridge.stepsDone({step});
        const auto start = starts.at(1);
        QVERIFY(start);
        const qint64 before = PictureStore::get().bytes();
        QTRY_VERIFY(starts.picture(*start, {64, 64}));
        QCOMPARE(PictureStore::get().bytes() - before, qint64{3} * 64 * 64);
        run.run_dir = "/runs/b";
        Q_EMIT bridge.runStarted(run);
        QCOMPARE(PictureStore::get().bytes(), before);
    }

    void aWalkHasNoMoreFramesThanTheBudgetHasRoomFor() {
        Explorer e;
        QTRY_COMPARE(e.studio.bridge.state(), RunState::Running);
        const std::int64_t side = e.studio.bridge.config()->image_size;
        PictureStore::get().setLimit(2 * 21 * 3 * side * side);
        e.tabs->setCurrentWidget(e.walk);
        e.walk->requestWalk();
        QCOMPARE(e.asked(SampleKind::Walk).back().count, 21);
    }
};

QTEST_MAIN(PicturesTest)
#include "tst_pictures.moc"
