// PictureMime: encoding and writing on demand.
#include "ui/widgets/picture_drag.h"

#include <QApplication>
#include <QBuffer>
#include <QDir>
#include <QDrag>
#include <QFile>
#include <QPixmap>
#include <QTemporaryDir>
#include <QUrl>
#include <QWidget>

#include <utility>

namespace headroom::ui {
namespace {

const QString kUris = QStringLiteral("text/uri-list"), kPng = QStringLiteral("image/png"),
              kPixels = QStringLiteral("application/x-qt-image");
constexpr int kPreview = 96;  // pixels of the picture under the pointer

/// Of dragged pictures; removed when the application ends.
class DragFolder : public QObject {
public:
    using QObject::QObject;
    QTemporaryDir folder;

    static QString path() {
        static constexpr const char* kName = "draggedPictures";
        auto* found = static_cast<DragFolder*>(qApp->findChild<QObject*>(QLatin1String(kName)));
        if (!found) {
            found = new DragFolder(qApp);
            found->setObjectName(QLatin1String(kName));
        }
        return found->folder.isValid() ? found->folder.path() : QString();
    }
};

}  // namespace

PictureMime::PictureMime(QImage image, PictureFile file) : image_(std::move(image)), file_(std::move(file)) {}

QStringList PictureMime::formats() const { return {kUris, kPng, kPixels}; }

bool PictureMime::hasFormat(const QString& type) const { return formats().contains(type); }

QString PictureMime::written() const {
    if (!file_.path.isEmpty() && QFile::exists(file_.path)) return file_.path;
    if (!written_.isEmpty()) return written_;
    const QString folder = DragFolder::path();
    const QString path = QStringLiteral("%1/%2.png").arg(folder, file_.name);
    if (!folder.isEmpty() && image_.save(path, "PNG")) written_ = path;
    return written_;
}

QVariant PictureMime::retrieveData(const QString& type, QMetaType) const {
    if (type == kPixels) return image_;
    if (type == kUris) {
        const QString path = written();
        return path.isEmpty() ? QVariantList() : QVariantList{QUrl::fromLocalFile(path)};
    }
    if (type != kPng) return {};
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image_.save(&buffer, "PNG");
    return bytes;
}

void dragPicture(QWidget* source, const QImage& image, const PictureFile& file) {
    auto* drag = new QDrag(source);
    drag->setMimeData(new PictureMime(image, file));
    const QImage small = image.width() > kPreview || image.height() > kPreview
                             ? image.scaled(kPreview, kPreview, Qt::KeepAspectRatio, Qt::FastTransformation)
                             : image;
    drag->setPixmap(QPixmap::fromImage(small));
    drag->setHotSpot({small.width() / 2, small.height() / 2});
    drag->exec(Qt::CopyAction);
}

}  // namespace headroom::ui
