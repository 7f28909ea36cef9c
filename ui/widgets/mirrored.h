// Mirrored places, for who reads from right to left. Places are reckoned as they read from left to right and mirrored where they are drawn, laid out
// or clicked. What is read along mirrors: rows, bars and their scales, sliders, strips and grids of pictures, legends, and the keys Left and Right there.
// The axes of plots do not, as in all tools that plot: time and amounts go from left to right there in every language, and the keys with them. But words
// in a plot begin at the reader's side, and the figures of an upright axis stand there where the ends of curves have none beside them. Files that are
// written are the same for everyone.
#pragma once

#include <QRectF>
#include <QStyle>
#include <QWidget>

namespace headroom::ui {

inline QRect mirrored(Qt::LayoutDirection direction, const QRect& room, const QRect& place) {
    return QStyle::visualRect(direction, room, place);
}
inline QRectF mirrored(Qt::LayoutDirection direction, const QRectF& room, const QRectF& place) {
    if (direction != Qt::RightToLeft) return place;
    return {room.left() + room.right() - place.right(), place.top(), place.width(), place.height()};
}
/// Within `widget`.
inline QRect mirrored(const QWidget* widget, const QRect& place) {
    return mirrored(widget->layoutDirection(), widget->rect(), place);
}
inline QRectF mirrored(const QWidget* widget, const QRectF& place) {
    return mirrored(widget->layoutDirection(), QRectF(widget->rect()), place);
}
inline QPointF mirrored(const QWidget* widget, const QPointF& point) {
    return mirrored(widget, QRectF(point, QSizeF())).topLeft();
}
/// For painters: the side that `alignment` means, whatever words stand there.
inline Qt::Alignment mirrored(Qt::LayoutDirection direction, Qt::Alignment alignment) {
    return QStyle::visualAlignment(direction, alignment) | Qt::AlignAbsolute;
}

}  // namespace headroom::ui
