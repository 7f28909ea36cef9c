// ImageGrid and HistorySlider: equal cells, nearest-neighbour enlargement, keyboard, zoom, positions of the history.
#include "tests/ui/patient_test.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/shell/theme.h"
#include "ui/widgets/history_slider.h"
#include "ui/widgets/image_grid.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThread>

using namespace headroom::ui;

namespace {

QList<QImage> pictures(int count, int size) {
    QList<QImage> out;
    for (int i = 0; i < count; ++i) {
        QImage image(size, size, QImage::Format_RGB888);
        image.fill(Qt::black);
        image.setPixelColor(0, 0, Qt::white);
        out.append(image);
    }
    return out;
}

}  // namespace

class TestImageGrid : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fittedCellsAreEqualIntegersWithGaps() {
        const auto layout = ImageGridLayout::fitted(64, {128, 128}, {858, 430});
        QCOMPARE(layout.columns, 8);  // the arrangement of the design picture
        QCOMPARE(layout.cellRect(1).left() - layout.cellRect(0).right() - 1, ImageGridLayout::kGap);
        for (int i = 0; i < 64; ++i) QCOMPARE(layout.cellRect(i).size(), layout.cell);
        QVERIFY(layout.cellRect(7).right() < 858);
    }

    void allOfFewPicturesFit() {
        const auto layout = ImageGridLayout::fitted(4, {64, 64}, {600, 400});
        for (int i = 0; i < 4; ++i) QVERIFY(QRect(0, 0, 600, 400).contains(layout.cellRect(i)));
    }

    void enlargedPixelsStaySharp() {
        ImageGrid grid;
        grid.resize(400, 400);
        grid.setImages(pictures(1, 8));
        grid.setZoom(16);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid, kPatienceMs));
        const QImage shot = grid.viewport()->grab().toImage();
        const QRect cell = grid.cells().cellRect(0);
        QCOMPARE(cell.width(), 128);
        QCOMPARE(shot.pixelColor(cell.left() + 8, cell.top() + 15), QColor(Qt::white));   // inside the first pixel
        QCOMPARE(shot.pixelColor(cell.left() + 17, cell.top() + 15), QColor(Qt::black));  // just beyond it: no blur
    }

    void theMenuOfTheKeyboardIsThatOfTheChosenPicture() {
        ImageGrid grid;
        grid.resize(858, 430);
        grid.setImages(pictures(64, 128));
        grid.setCurrent(3);
        QSignalSpy asked(&grid, &ImageGrid::menuRequested);
        const QPoint middle = grid.viewport()->rect().center();  // as the system gives it
        QContextMenuEvent event(QContextMenuEvent::Keyboard, middle, grid.viewport()->mapToGlobal(middle));
        QCoreApplication::sendEvent(grid.viewport(), &event);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toInt(), 3);
        QCOMPARE(grid.current(), 3);
    }

    void keyboardMovesWithinTheGrid() {
        ImageGrid grid;
        grid.resize(858, 430);
        grid.setImages(pictures(64, 128));
        QSignalSpy activated(&grid, &ImageGrid::activated);
        QTest::keyClick(&grid, Qt::Key_Right);
        QTest::keyClick(&grid, Qt::Key_Down);
        QCOMPARE(grid.current(), 1 + grid.cells().columns);
        QTest::keyClick(&grid, Qt::Key_End);
        QCOMPARE(grid.current(), 63);
        QVERIFY(grid.firstVisible() > 0);  // scrolled to it
        QTest::keyClick(&grid, Qt::Key_Return);
        QCOMPARE(activated.count(), 1);
        QVERIFY(grid.accessibleDescription().contains(QStringLiteral("64")));
    }

    void zoomLeavesAndReturnsToFit() {
        ImageGrid grid;
        grid.resize(858, 430);
        grid.setImages(pictures(64, 128));
        const double fitted = grid.zoom();
        grid.zoomIn();
        QVERIFY(grid.zoom() > fitted && !grid.fits());
        grid.setZoom(1.0);
        QCOMPARE(grid.cells().cell, QSize(128, 128));
        grid.setFit();
        QCOMPARE(grid.zoom(), fitted);
    }

    void fittedRowsAreWholeOrLeftOut() {
        ImageGrid grid;
        grid.resize(858, 420);
        grid.setImages(QList<QImage>(64, QImage(QSize(128, 128), QImage::Format_RGB888)));
        grid.show();
        int looked = 0;
        for (int height = 380; height < 460; height += 7) {
            grid.resize(858, height);
            const ImageGridLayout& cells = grid.cells();
            const int shown = grid.visibleCount();
            QVERIFY(shown > 0);
            if (shown == cells.count) continue;
            const QRect left_out = cells.cellRect(shown);  // the first that has no room
            if (left_out.top() >= height) continue;
            ++looked;
            const QImage shot = grid.viewport()->grab().toImage();
            const QRgb panel = Theme::get().color(Token::Panel).rgb();
            for (int y = left_out.top(); y < height; ++y) QCOMPARE(shot.pixel(left_out.center().x(), y), panel);
        }
        QVERIFY(looked > 0);
    }

    void enlargedPicturesKeepTheirPixels() {
        QImage checker(4, 4, QImage::Format_RGB888);
        for (int y = 0; y < 4; ++y) {
            for (int x = 0; x < 4; ++x) checker.setPixelColor(x, y, (x + y) % 2 ? Qt::white : Qt::black);
        }
        ImageGrid grid;
        grid.resize(400, 300);
        grid.setImages({checker, checker});
        grid.show();
        for (double zoom : {8.0, 12.5, 16.0}) {
            grid.setZoom(zoom);
            const QImage shot = grid.viewport()->grab(grid.cells().cellRect(0)).toImage();
            QVERIFY(shot.width() >= 32);
            int black = 0, white = 0;
            for (int y = 0; y < shot.height(); ++y) {
                for (int x = 0; x < shot.width(); ++x) {
                    black += shot.pixelColor(x, y) == QColor(Qt::black);
                    white += shot.pixelColor(x, y) == QColor(Qt::white);
                }
            }
            QCOMPARE(black + white, shot.width() * shot.height());  // nothing between the two: not smoothed
        }
        grid.setSmooth(true);
        const QImage smooth = grid.viewport()->grab(grid.cells().cellRect(0)).toImage();
        const int middle = smooth.pixelColor(smooth.width() / 2, smooth.height() / 2).red();
        QVERIFY2(middle > 0 && middle < 255, qPrintable(QString::number(middle)));  // where four squares meet
        grid.setSmooth(false);
        QCOMPARE(grid.viewport()->grab(grid.cells().cellRect(0)).toImage().pixelColor(1, 1), QColor(Qt::black));
    }

    void allPicturesAsOneHaveThoseThatAreStillRead() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("late.png"));
        QImage late(8, 8, QImage::Format_RGB888);
        late.fill(Qt::red);
        QVERIFY(late.save(path));
        ImageGrid grid;
        grid.resize(400, 300);
        grid.setImages(pictures(3, 8) + QList<QImage>(1), [](int) { return QImage(); });
        grid.setFileOf([&path](int) { return PictureFile{QStringLiteral("late"), path}; });
        const int columns = grid.cells().columns;
        const auto compose = grid.composer();
        grid.setImages({});  // what it shows later is not what was asked for
        QImage whole;
        const std::unique_ptr<QThread> writer(QThread::create([&] { whole = compose(); }));
        writer->start();
        QVERIFY(writer->wait(kPatienceMs));
        QCOMPARE(whole.pixelColor(2, 2), QColor(Qt::white));
        QCOMPARE(whole.pixelColor(2 + 3 % columns * 10 + 4, 2 + 3 / columns * 10 + 4), QColor(Qt::red));
    }

    void goesToTheEngineAndBack() {
        QImage odd(5, 3, QImage::Format_RGB888);  // its rows are padded
        odd.fill(Qt::blue);
        odd.setPixelColor(4, 2, Qt::red);
        QCOMPARE(toImage(toBuffer(odd)), odd);
        const QImage grey = odd.convertToFormat(QImage::Format_Grayscale8);
        QCOMPARE(toImage(toBuffer(grey)), grey);
        QCOMPARE(toBuffer(grey).channels, 1);
    }

    void sharesTheEnginesBytes() {
        auto bytes = std::make_shared<std::vector<std::uint8_t>>(std::vector<std::uint8_t>{255, 0, 0, 0, 255, 0});
        QImage image = toImage({2, 1, 3, bytes});
        QCOMPARE(static_cast<const void*>(image.constBits()), static_cast<const void*>(bytes->data()));
        QCOMPARE(image.pixelColor(1, 0), QColor(0, 255, 0));
        QCOMPARE(bytes.use_count(), 2);
        image = {};
        QCOMPARE(bytes.use_count(), 1);
    }

    void historyFollowsTheNewestUntilAnOlderIsChosen() {
        HistorySlider slider;
        slider.resize(300, 32);
        slider.setSteps({100, 200, 300});
        QCOMPARE(slider.value(), 2);
        slider.setSteps({100, 200, 300, 400});
        QCOMPARE(slider.value(), 3);
        QTest::keyClick(&slider, Qt::Key_Left);
        slider.setSteps({200, 300, 400, 500});  // the oldest was dropped: step 300 stays chosen
        QCOMPARE(slider.value(), 1);
        QTest::keyClick(&slider, Qt::Key_End);
        QVERIFY(slider.atNewest());
        QTest::mouseClick(&slider, Qt::LeftButton, {}, QPoint(9, 16));
        QCOMPARE(slider.value(), 0);
        QVERIFY(slider.accessibleDescription().contains(QStringLiteral("1")));
    }

    void largeCountsAreGrouped() {
        QList<qint64> steps;
        for (qint64 step = 20; step <= 24000; step += 20) steps << step;
        HistoryRow row;
        row.setSteps(steps);
        QCOMPARE(row.text(), QStringLiteral("Step 24,000 · newest · 1,200 kept"));
        row.older();
        QCOMPARE(row.text(), QStringLiteral("Step 23,980 · 1,199 of 1,200"));
        QCOMPARE(row.slider()->accessibleDescription(), QStringLiteral("Step 23,980, set 1,199 of 1,200"));
        ImageGrid grid;
        grid.setSingle(true);
        grid.setImages(QList<QImage>(1200), {}, {8, 8});
        grid.setCurrent(1099);
        QVERIFY2(grid.accessibleDescription().startsWith(QStringLiteral("Picture 1,100 of 1,200")),
                 qPrintable(grid.accessibleDescription()));
    }

    void historyDrawsMarkersAboveTheLine() {
        HistorySlider slider;
        slider.resize(300, 32);
        slider.setSteps({0, 100});
        const QImage before = slider.grab().toImage();
        slider.addMark({MetricsMark::Kind::Edit, 50, 0, QStringLiteral("G rate"), {}});
        const QImage after = slider.grab().toImage();
        QVERIFY(before.copy(140, 0, 20, 12) != after.copy(140, 0, 20, 12));
        QVERIFY(before.copy(140, 13, 20, 19) == after.copy(140, 13, 20, 19));
    }
};

QTEST_MAIN(TestImageGrid)
#include "tst_image_grid.moc"
