// A picture that is dragged out of a grid: encoded beside the drag, and never waited for while it is over the window that it comes from.
#include "tests/ui/drop_events.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/shell/drop/drop_overlay.h"
#include "ui/shell/theme.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/picture_drag.h"

#include <QBuffer>
#include <QDrag>
#include <QFile>
#include <QMouseEvent>
#include <QPointer>
#include <QTemporaryDir>
#include <QThread>
#include <QWindow>

#include <atomic>
#include <latch>

using namespace headroom;
using namespace headroom::ui;

namespace {

QImage green() {
    QImage image(32, 32, QImage::Format_RGB888);
    image.fill(Qt::green);
    return image;
}

/// While it lives dragged pictures are encoded once open() was called.
class Gate {
public:
    Gate() {
        DraggedPng::setEncoder([this](const QImage& image) {
            if (QThread::currentThread() == qApp->thread())
                in_window = true;  // it would wait for ever
            else
                gate_.wait();
            QByteArray bytes;
            QBuffer buffer(&bytes);
            buffer.open(QIODevice::WriteOnly);
            image.save(&buffer, "PNG");
            return bytes;
        });
    }
    ~Gate() {
        DraggedPng::setEncoder({});
        open();
    }
    void open() {
        if (!gate_.try_wait()) gate_.count_down();
    }

    std::atomic<bool> in_window = false;

private:
    std::latch gate_{1};
};

}  // namespace

class PictureDragTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void theWindowItComesFromDoesNotWaitForItsFile() {
        Studio s("ready");
        Gate gate;
        PictureMime mime(green(), {QStringLiteral("step-7-picture-1")});
        QVERIFY(dragTo(&s.window, mime, s.window.rect().center()));
        QVERIFY(s.shows(QStringLiteral("Looking at what this is")));
        QVERIFY(!QFile::exists(mime.png()->path()));
        gate.open();
        QTRY_VERIFY(s.shows(QStringLiteral("Drop it")));
        QVERIFY(QFile::exists(mime.png()->path()));
        QVERIFY2(!gate.in_window, "the picture was encoded on the window's thread");
    }

    void whoItIsCarriedToGetsAFileAndItsBytes() {
        Gate gate;
        const PictureMime mime(green(), {QStringLiteral("step-7-picture-2")});
        gate.open();
        const QString path = mime.urls().value(0).toLocalFile();
        QVERIFY2(path.endsWith(QStringLiteral("step-7-picture-2.png")), qPrintable(path));
        QCOMPARE(QImage(path).pixelColor(3, 3), QColor(Qt::green));
        QVERIFY(mime.data(QStringLiteral("image/png")).startsWith("\x89PNG"));
        QVERIFY(!gate.in_window);
    }

    void aKeptFileIsTakenAsItIs() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("iteration-3.png"));
        QImage kept = green();
        kept.setText(QStringLiteral("Seed"), QStringLiteral("17"));
        QVERIFY(kept.save(path));
        Gate gate;  // never opened: nothing is encoded
        const PictureMime mime(green(), {QStringLiteral("iteration-3"), path});
        QCOMPARE(mime.urls().value(0).toLocalFile(), path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(mime.data(QStringLiteral("image/png")), file.readAll());
    }

    void aSampleIsDraggedOutAsAFile() {
        ImageGrid grid;
        const QImage image = green();
        grid.setImages({QImage(), image}, [image](int) { return image; });  // the first is read when it is looked at
        grid.resize(300, 200);
        grid.show();
        int drags = 0;
        QString name;
        grid.setFileOf([](int index) { return PictureFile{QStringLiteral("step-7-picture-%1").arg(index + 1)}; });
        grid.setDragger([&](const QImage& picture, const PictureFile& file) {
            ++drags;
            name = file.name;
            const PictureMime mime(picture, file);
            QVERIFY(mime.hasUrls() && mime.hasImage());
            const QString path = mime.urls().value(0).toLocalFile();
            QVERIFY2(path.endsWith(QStringLiteral("step-7-picture-1.png")), qPrintable(path));
            QCOMPARE(QImage(path).pixelColor(3, 3), QColor(Qt::green));
            QVERIFY(mime.data(QStringLiteral("image/png")).startsWith("\x89PNG"));
        });
        const QPoint at = grid.cells().cellRect(0).center();
        QTest::mousePress(grid.viewport(), Qt::LeftButton, {}, at);
        const QPointF local = at + QPoint(2, 0), far = at + QPoint(60, 0);
        QMouseEvent near_by(QEvent::MouseMove, local, grid.viewport()->mapToGlobal(local), Qt::NoButton, Qt::LeftButton,
                            {});
        QCoreApplication::sendEvent(grid.viewport(), &near_by);
        QCOMPARE(drags, 0);
        QMouseEvent away(QEvent::MouseMove, far, grid.viewport()->mapToGlobal(far), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(grid.viewport(), &away);
        QCoreApplication::sendEvent(grid.viewport(), &away);
        QCOMPARE(drags, 1);
        QCOMPARE(name, QStringLiteral("step-7-picture-1"));
    }

    /// A page goes with its run, also while the drag that began on it has a loop of its own.
    /// Where a drag has a loop of its own, the page that it comes from may go in there.
    void aDragOutlivesTheGridThatItComesFrom() {
        QWidget window;
        auto* grid = new ImageGrid(&window);
        grid->setImages({green()});
        grid->resize(300, 200);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const QPoint at = grid->cells().cellRect(0).center();
        QTest::mousePress(grid->viewport(), Qt::LeftButton, {}, at);
        const QPointF far = at + QPoint(60, 0);
        QMouseEvent away(QEvent::MouseMove, far, grid->viewport()->mapToGlobal(far), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(grid->viewport(), &away);
        const QPointer<QDrag> drag = qApp->findChild<QDrag*>(QString(), Qt::FindDirectChildrenOnly);
        delete grid;
        QVERIFY(drag);
        QTRY_VERIFY(!drag);
    }
};

QTEST_MAIN(PictureDragTest)
#include "tst_picture_drag.moc"
