// PictureMime: encoding and writing beside the drag.
#include "ui/widgets/picture_drag.h"

#include "ui/widgets/file_writer.h"

#include <QApplication>
#include <QBuffer>
#include <QDrag>
#include <QFile>
#include <QPixmap>
#include <QPointer>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QUrl>

#include <utility>

namespace headroom::ui {
namespace {

const QString kUris = QStringLiteral("text/uri-list"), kPng = QStringLiteral("image/png"),
              kPixels = QStringLiteral("application/x-qt-image");
constexpr int kPreview = 96;  // pixels of the picture under the pointer

// zlib's first level in the terms of QImage: about a fifth of the time of the usual one, and who drops at once waits for it.
constexpr int kQuick = 80;

/// Of dragged pictures: where they are written, removed when the application ends, and the thread that writes them.
class DragFolder : public QObject {
public:
    explicit DragFolder(QObject* parent) : QObject(parent) { maker.setMaxThreadCount(1); }
    QTemporaryDir folder;
    QThreadPool maker;  // goes first, and with it what it is writing

    static DragFolder& get() {
        static QPointer<DragFolder> one;
        if (!one) one = new DragFolder(qApp);
        return *one;
    }
};

QByteArray encoded(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG", kQuick);
    return bytes;
}

DraggedPng::Encoder& encoder() {
    static DraggedPng::Encoder chosen = encoded;
    return chosen;
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

void DraggedPng::setEncoder(Encoder chosen) { encoder() = chosen ? std::move(chosen) : encoded; }

DraggedPng::DraggedPng(const QImage& image, const PictureFile& file) {
    DragFolder& place = DragFolder::get();
    const bool kept = !file.path.isEmpty() && QFile::exists(file.path);
    if (kept)
        path_ = file.path;
    else if (place.folder.isValid())
        path_ = QStringLiteral("%1/%2.png").arg(place.folder.path(), file.name);
    auto make = std::make_shared<std::packaged_task<Made()>>([image, kept, path = path_, encode = encoder()] {
        Made made{kept ? contentOf(path) : QByteArray(), path};
        if (made.bytes.isEmpty()) made.bytes = encode(image);
        if (!kept && (path.isEmpty() || !bytesTo(path, made.bytes)())) made.path.clear();
        return made;
    });
    made_ = make->get_future().share();
    place.maker.start([make] { (*make)(); });
}

PictureMime::PictureMime(const QImage& image, const PictureFile& file)
    : image_(image), png_(std::make_shared<const DraggedPng>(image, file)) {}

QStringList PictureMime::formats() const { return {kUris, kPng, kPixels}; }

QVariant PictureMime::retrieveData(const QString& type, QMetaType) const {
    if (type == kPixels) return image_;
    if (type == kPng) return png_->bytes();
    if (type != kUris) return {};
    const QString path = png_->written();
    return path.isEmpty() ? QVariantList() : QVariantList{QUrl::fromLocalFile(path)};
}

void dragPicture(const QImage& image, const PictureFile& file) {
    // Not of the grid: a drag has a loop of its own, in which the page that it comes from may go with its run, and Qt's drags point to it until the end.
    auto* drag = new QDrag(qApp);
    drag->setMimeData(new PictureMime(image, file));
    const QImage small = image.width() > kPreview || image.height() > kPreview
                             ? image.scaled(kPreview, kPreview, Qt::KeepAspectRatio, Qt::FastTransformation)
                             : image;
    drag->setPixmap(QPixmap::fromImage(small));
    drag->setHotSpot({small.width() / 2, small.height() / 2});
    drag->exec(Qt::CopyAction);
}

}  // namespace headroom::ui
