// Role paint: fills, hatches, plates and swatches.
#include "ui/widgets/role_paint.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace headroom::ui {

void hatch(QPainter& painter, const QRectF& rect, const QColor& color, double stripe, double gap) {
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(color, stripe, Qt::SolidLine, Qt::FlatCap));
    const double step = gap * 1.41421356;  // distance along x of stripes `gap` apart at 45 degrees
    const double top = rect.top() - 2.0;
    const double bottom = rect.bottom() + 2.0;
    const double first = std::floor((rect.left() + top) / step) * step;
    for (double sum = first; sum <= rect.right() + bottom; sum += step)
        painter.drawLine(QPointF(sum - top, top), QPointF(sum - bottom, bottom));
    painter.restore();
}

void fillRole(QPainter& painter, const QRectF& rect, BarRole role) {
    switch (role) {
        case BarRole::Others:
            painter.fillRect(rect, themeColor(Token::Raised));
            hatch(painter, rect, themeColor(role), 2.0, 5.0);
            break;
        case BarRole::Cache:
            painter.fillRect(rect, themeColor(Token::Panel));
            hatch(painter, rect, themeColor(role), 1.5, 4.0);
            break;
        case BarRole::Ghost: hatch(painter, rect, themeColor(role), 1.2, 5.0); break;
        default: painter.fillRect(rect, themeColor(role)); break;
    }
}

void drawPlate(QPainter& painter, const QRectF& rect, const QString& text) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(themeColor(Token::Panel));
    painter.drawRoundedRect(rect, 3, 3);
    painter.setPen(themeColor(Token::T1));
    painter.drawText(rect, Qt::AlignCenter, text);
    painter.restore();
}

QSizeF plateSize(const QPainter& painter, const QString& text) {
    const QFontMetricsF metrics(painter.font());
    return {metrics.horizontalAdvance(text) + 12.0, metrics.height() + 3.0};
}

void drawPlate(QPainter& painter, QPointF middle, const QString& text) {
    const QSizeF size = plateSize(painter, text);
    drawPlate(painter, QRectF(middle - QPointF(size.width() / 2.0, size.height() / 2.0), size), text);
}

QPixmap roleSwatch(BarRole role, int size, qreal device_pixel_ratio) {
    QPixmap pixmap(QSize(size, size) * device_pixel_ratio);
    pixmap.setDevicePixelRatio(device_pixel_ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing, true);
    const QRectF frame(0.5, 0.5, size - 1.0, size - 1.0);
    QPainterPath outline;
    outline.addRoundedRect(frame, 2, 2);
    painter.setClipPath(outline);
    fillRole(painter, QRectF(0, 0, size, size), role);
    painter.setClipping(false);
    if (role == BarRole::Others || role == BarRole::Cache || role == BarRole::Free) {
        painter.setPen(themeColor(Token::Ctl));
        painter.drawPath(outline);
    }
    return pixmap;
}

}  // namespace headroom::ui
