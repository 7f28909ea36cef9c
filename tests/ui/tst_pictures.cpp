// Pictures of the window: what their menus offer, files that cannot be read, and pages that leave their room to others.
#include "tests/ui/explorer.h"
#include "tests/ui/patient_test.h"
#include "ui/families/vqgan_clip/picture_page.h"
#include "ui/families/vqgan_clip/picture_panel.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/samples/samples_page.h"
#include "ui/shell/theme.h"
#include "ui/widgets/image_grid.h"

#include <QApplication>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>

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

    void keptPicturesAreFoundByTheirFiles() {
        SessionBridge bridge;
        PicturePanel panel(&bridge);
        panel.resize(900, 700);
        panel.picture()->add({7, QSize(16, 16), "/runs/a/samples/step-00000007.png"});
        panel.toggleSingle();
        QCOMPARE(panel.history()->images().size(), 1);
        QCOMPARE(panel.history()->fileOf(0).path, QStringLiteral("/runs/a/samples/step-00000007.png"));
    }

    void theMenuOfASampleOffersWhatItsLatentIsGoodFor() {
        Explorer e;
        SamplesPage* samples = e.studio.window.trainPage()->samples()->samples();
        ImageGrid* grid = samples->pane()->grid();
        QTRY_VERIFY(e.studio.bridge.state() == RunState::Running && grid->images().size() == 64);
        const std::vector<LatentId> fifth{{0, 4}};
        useMenu(grid, 4, "Favourite");
        QCOMPARE(e.page->favourites(), fifth);
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

    void aSheetThatCannotBeReadSaysSoAndIsTriedAgain() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("step-00000007.png"));
        SamplesPage page;
        page.resize(900, 700);
        page.show();
        page.addPast({path.toStdString()}, 4, true);
        QTRY_VERIFY(tryAgain(page));
        QVERIFY(page.countText().isEmpty() && !page.pane()->grid()->isVisible());
        QVERIFY(write(path, {22, 22}));  // four pictures of 8 px
        tryAgain(page)->click();
        QTRY_COMPARE(page.pane()->grid()->images().size(), 4);
        QVERIFY(page.pane()->grid()->isVisible() && !tryAgain(page));
    }

    void aPaintedPictureThatCannotBeReadSaysSoAndIsTriedAgain() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("step-00000007.png"));
        PicturePage page;
        page.resize(900, 700);
        page.show();
        page.add({7, QSize(16, 16), path.toStdString()});
        QTRY_VERIFY(tryAgain(page));
        QVERIFY(write(path, {16, 16}));
        tryAgain(page)->click();
        QTRY_COMPARE(page.grid()->picture(0).size(), QSize(16, 16));
        QVERIFY(page.grid()->isVisible() && !tryAgain(page));
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
