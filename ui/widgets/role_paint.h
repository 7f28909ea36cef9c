// Role paint: how the roles of memory are drawn everywhere: fills and hatches, swatches, and plates for figures upon them.
#pragma once

#include "ui/shell/theme.h"

#include <QRectF>

namespace headroom::ui {

/// Fills `rect` as the role is drawn everywhere: a hatch on others and cache, nothing but the field colour on free.
void fillRole(QPainter& painter, const QRectF& rect, BarRole role);
/// Diagonal stripes of `stripe` pixels every `gap` pixels within `rect`, anchored to the painter's origin.
void hatch(QPainter& painter, const QRectF& rect, const QColor& color, double stripe, double gap);
/// A small rounded plate with text in its middle: figures on segments stay legible on any colour.
void drawPlate(QPainter& painter, const QRectF& rect, const QString& text);
/// The same as large as its text needs, around `middle`.
QSizeF plateSize(const QPainter& painter, const QString& text);
void drawPlate(QPainter& painter, QPointF middle, const QString& text);
/// The 12 px swatch of a role at the left of its row.
QPixmap roleSwatch(BarRole role, int size, qreal device_pixel_ratio);

}  // namespace headroom::ui
