// A picture that is dragged: encoded beside the drag, and never waited for while it is over the window that it comes from.
#include "tests/ui/drop_events.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/shell/drop/drop_overlay.h"
#include "ui/widgets/picture_drag.h"

#include <QBuffer>
#include <QFile>
#include <QTemporaryDir>
#include <QThread>

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
};

QTEST_MAIN(PictureDragTest)
#include "tst_picture_drag.moc"
