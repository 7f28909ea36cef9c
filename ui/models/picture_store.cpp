// PictureStore: pictures read from files go in the order of their last use; what is held elsewhere leaves less room for them.
#include "ui/models/picture_store.h"

#include "ui/models/background_task.h"

#include <QTimer>

#include <algorithm>

namespace headroom::ui {

PictureStore& PictureStore::get() {
    static PictureStore store;
    return store;
}

void PictureStore::setLimit(qint64 bytes) {
    limit_ = bytes;
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
    task->start([path] { return QImage(path).convertToFormat(QImage::Format_RGB888); },
                [this, task, path](const QImage& image) {
                    task->deleteLater();
                    reading_.remove(path);
                    if (image.isNull()) {
                        unreadable_.insert(path);
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
    bool any = unreadable_.removeIf(meant) > 0;
    for (const QString& file : read_.keys())
        if (meant(file)) any = read_.remove(file);
    for (auto it = reading_.cbegin(); it != reading_.cend(); ++it)
        if (meant(it.key())) read(it.key(), it.value());  // what is under way may have read the old file
    if (any) Q_EMIT forgotten();
}

void PictureShare::set(qint64 bytes) {
    const qint64 more = bytes - std::exchange(bytes_, bytes);
    if (more != 0) PictureStore::get().hold(more);
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
