// LineKey: see line_key.h.
#include "ui/families/vqgan_clip/line_key.h"

#include <QPainter>

namespace headroom::ui {

LineKey::LineKey(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&Theme::get(), &Theme::changed, this, [this] { update(); });
}

void LineKey::setLook(std::optional<SimilarityLines::Look> look) {
    look_ = look;
    update();
}

QSize LineKey::sizeHint() const { return {Theme::get().scaled(14), Theme::get().scaled(14)}; }

void LineKey::paintEvent(QPaintEvent*) {
    if (!look_) return;
    QPainter painter(this);
    QPen pen(Theme::get().color(look_->color), 3, Qt::SolidLine, Qt::FlatCap);
    if (look_->style == Qt::DashLine) pen.setDashPattern({1.2, 0.7});
    if (look_->style == Qt::DotLine) pen.setDashPattern({0.6, 0.6});
    painter.setPen(pen);
    painter.drawLine(QPointF(0, height() / 2.0), QPointF(width(), height() / 2.0));
}

}  // namespace headroom::ui
