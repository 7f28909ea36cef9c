// FilmStrip: the kept pictures of a run side by side, as many as there is room for, spread over the whole run.
#include "ui/families/vqgan_clip/film_strip.h"

#include "ui/widgets/kit.h"
#include "ui/widgets/mirrored.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

constexpr int kStripGap = 4, kStripEdge = 3;

FilmStrip::FilmStrip(std::function<QImage(int)> picture, QWidget* parent)
    : HistorySlider(parent), picture_(std::move(picture)) {
    setAccessibleName(tr("Kept pictures"));
}

QSize FilmStrip::sizeHint() const { return {300, scaled(40)}; }
QSize FilmStrip::minimumSizeHint() const { return {120, scaled(40)}; }

void FilmStrip::forgetAll() {
    thumbnails_.clear();
    update();
}

QSize FilmStrip::cellSize() const {
    const int high = height() - 2 * kStripEdge;
    const QImage any = count() > 0 ? picture_(count() - 1) : QImage();
    const double aspect = any.isNull() || any.height() == 0 ? 1.0 : static_cast<double>(any.width()) / any.height();
    return {std::clamp(static_cast<int>(std::lround(high * aspect)), 8, std::max(8, width() / 3)), high};
}

QList<int> FilmStrip::shown() const {
    QList<int> out;
    const int room = std::max(2, (width() - 2 * kStripEdge + kStripGap) / (cellSize().width() + kStripGap));
    const int places = std::min(room, count());
    for (int i = 0; i < places; ++i)
        out.append(places < 2 ? count() - 1
                              : static_cast<int>(std::lround(static_cast<double>(i) * (count() - 1) / (places - 1))));
    if (value() >= 0 && !out.contains(value()) && places > 2) {
        const auto next = std::lower_bound(out.begin() + 1, out.end() - 1, value());
        *(next == out.end() - 1 ? next - 1 : next) = value();
        std::ranges::sort(out);
    }
    return out;
}

QRect FilmStrip::cell(int place, int places) const {
    const QSize size = cellSize();
    const int slot = size.width() + kStripGap, used = places * slot - kStripGap;
    const int spare = std::max(0, width() - 2 * kStripEdge - used);
    const bool full = count() > places;  // as many as fit: they take the whole width
    const double step = slot + (full && places > 1 ? static_cast<double>(spare) / (places - 1) : 0.0);
    const QRect cell(QPoint(kStripEdge + static_cast<int>(std::lround(place * step)), kStripEdge), size);
    return mirrored(this, cell);
}

double FilmStrip::xOf(qint64 step) const {
    const QList<int> all = shown();
    for (int i = 0; i < all.size(); ++i)
        if (stepAt(all[i]) >= step) return cell(i, static_cast<int>(all.size())).center().x();
    return isRightToLeft() ? kStripEdge : width() - kStripEdge;
}

int FilmStrip::nearest(double at) const {
    const QList<int> all = shown();
    int best = 0;
    for (int i = 1; i < all.size(); ++i) {
        const int n = static_cast<int>(all.size());
        if (std::abs(cell(i, n).center().x() - at) < std::abs(cell(best, n).center().x() - at)) best = i;
    }
    return all.value(best);
}

QPixmap FilmStrip::thumbnail(int index, const QSize& size) {
    const qreal ratio = devicePixelRatioF();
    if (size != thumbnail_size_) thumbnails_.clear();
    thumbnail_size_ = size;
    const qint64 key = stepAt(index);
    if (const auto found = thumbnails_.constFind(key); found != thumbnails_.constEnd()) return *found;
    const QImage picture = picture_(index);
    if (picture.isNull()) return {};
    if (thumbnails_.size() > 256) thumbnails_.clear();
    QPixmap pixmap =
        QPixmap::fromImage(picture.scaled(size * ratio, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation));
    pixmap.setDevicePixelRatio(ratio);
    thumbnails_.insert(key, pixmap);
    share_.set(qint64{4} * pixmap.width() * pixmap.height() * thumbnails_.size());
    return pixmap;
}

void FilmStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QList<int> all = shown();
    for (int i = 0; i < all.size(); ++i) {
        const QRect place = cell(i, static_cast<int>(all.size()));
        const QPixmap picture = thumbnail(all[i], place.size());
        const QSize have = (QSizeF(picture.size()) / picture.devicePixelRatio()).toSize();
        painter.save();
        painter.setClipRect(place);
        painter.drawPixmap(place.center() - QPoint(have.width() / 2, have.height() / 2), picture);
        painter.restore();
        if (all[i] != value()) continue;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(themeColor(Token::Acc), 2));
        painter.drawRoundedRect(QRectF(place).adjusted(-1, -1, 1, 1), 3, 3);
    }
    paintFocusFrame(painter, this);
}

}  // namespace headroom::ui
