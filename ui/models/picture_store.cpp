// PictureStore: pictures read from files go in the order of their last use; what is held elsewhere leaves less room for them.
#include "ui/models/picture_store.h"

#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/models/background_task.h"

#include <QDir>
#include <QImageReader>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace headroom::ui {

namespace {

/// As Qt counts what it decodes; empty: one may be as large.
QString tooLarge(const QSize& size, QImage::Format format) {
    const int bits = std::max<int>(32, QImage::toPixelFormat(format).bitsPerPixel());
    const qint64 bytes = qint64{size.width()} * size.height() * bits / 8, most = QImageReader::allocationLimit();
    if (size.isEmpty() || bytes >> 20 <= most) return {};
    return PictureStore::tr("The picture takes %1 of memory, and none that takes more than %2 is read.")
               .arg(totalText(Bytes{bytes}), totalText(Bytes{most << 20})) +
           QLatin1Char(' ') +
           (bytes <= PictureStore::kMostLimit ? PictureStore::tr("Allow more in the menu View, Memory for pictures.")
                                              : PictureStore::tr("Make it smaller with another program."));
}

}  // namespace

QImage readPicture(QImageReader& reader, QString& why) {
    const QSize size = reader.size();
    const QImage::Format format = reader.imageFormat();
    QImage picture = reader.read();
    if (picture.isNull()) why = tooLarge(size, format);
    return picture;
}

QString whyUnreadable(const QString& path, const QString& why) {
    if (!why.isEmpty()) return why;
    return PictureStore::tr("%1 is missing or damaged.").arg(pathText(QDir::toNativeSeparators(path)));
}

PictureStore& PictureStore::get() {
    static PictureStore store;
    return store;
}

void PictureStore::setLimit(qint64 bytes) {
    limit_ = bytes;
    QImageReader::setAllocationLimit(static_cast<int>(std::max(limit_, kDefaultLimit) >> 20));
    hold(0);
}

void PictureStore::hold(qint64 more) {
    held_ += more;
    read_.setMaxCost(std::max(limit_ / 4, limit_ - held_));  // what is looked at has some room in any case
    if (bytes() <= limit_) return;
    QTimer::singleShot(0, this, [this] {
        if (bytes() > limit_) Q_EMIT full();  // whoever it was may have made room meanwhile
    });
}

QImage PictureStore::picture(const QString& path) {
    if (const QImage* known = read_.object(path)) return *known;
    if (path.isEmpty() || reading_.contains(path) || unreadable_.contains(path)) return {};
    auto* task = new BackgroundTask(this);
    reading_.insert(path, task);
    read(path, task);
    return {};
}

void PictureStore::read(const QString& path, BackgroundTask* task) {
    task->start(
        [path] {
            QImageReader reader(path);
            QString why;
            const QImage image = readPicture(reader, why);
            return std::pair(image.convertToFormat(QImage::Format_RGB888), why);
        },
        [this, task, path](const std::pair<QImage, QString>& known) {
            const auto& [image, why] = known;
            task->deleteLater();
            reading_.remove(path);
            if (image.isNull()) {
                unreadable_.insert(path, whyUnreadable(path, why));
            } else {
                read_.setMaxCost(std::max(read_.maxCost(), image.sizeInBytes()));
                read_.insert(path, new QImage(image), image.sizeInBytes());
            }
            Q_EMIT pictureRead(path);
            hold(0);
        });
}

void PictureStore::forget(const QString& path) {
    if (path.isEmpty()) return;
    const QString folder = path + QLatin1Char('/');
    const auto meant = [&](const QString& file) { return file == path || file.startsWith(folder); };
    bool any = unreadable_.removeIf([&](QHash<QString, QString>::iterator it) { return meant(it.key()); }) > 0;
    for (const QString& file : read_.keys())
        if (meant(file)) any = read_.remove(file);
    for (auto it = reading_.cbegin(); it != reading_.cend(); ++it)
        if (meant(it.key())) read(it.key(), it.value());  // what is under way may have read the old file
    if (any) Q_EMIT forgotten();
}

void PictureShare::hold(const QList<QImage>& pictures) {
    qint64 bytes = 0;
    for (const QImage& picture : pictures) bytes += picture.sizeInBytes();
    set(bytes);
}

QList<QImage> cutSheet(const QImage& sheet, const QSize& cell, int count) {
    constexpr int gap = 2;
    QList<QImage> out;
    const int columns = cell.isEmpty() ? 0 : (sheet.width() - gap) / (cell.width() + gap);
    for (int i = 0; i < count && columns > 0; ++i) {
        const QRect place(QPoint(gap + i % columns * (cell.width() + gap), gap + i / columns * (cell.height() + gap)),
                          cell);
        if (!sheet.rect().contains(place)) break;
        const uchar* first = sheet.constScanLine(place.y()) + qsizetype{place.x()} * sheet.depth() / 8;
        const auto release = [](void* whole) { delete static_cast<QImage*>(whole); };
        out << QImage(first, cell.width(), cell.height(), sheet.bytesPerLine(), sheet.format(), release,
                      new QImage(sheet));
    }
    return out;
}

}  // namespace headroom::ui
