// PartChooser: a small view of a picture with a frame around the part that is looked at.
#include "ui/panels/upscale/part_chooser.h"

#include "ui/panels/upscale/upscale_job.h"
#include "ui/widgets/kit.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace headroom::ui {

constexpr int kChooserHeight = 144;  // of the widget, at 100 % text
constexpr double kPartStep = 0.05;   // of the picture, per arrow key

PartChooser::PartChooser(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Part to look at"));
    setAccessibleDescription(tr("Arrow keys move it"));
    setToolTip(tr("Click where to look; arrow keys move the frame"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::get(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize PartChooser::sizeHint() const { return {scaled(200), scaled(kChooserHeight)}; }

void PartChooser::setPicture(const QImage& small, const QSize& size) {
    size_ = size;
    small_ = small;
    centre_ = {0.5, 0.5};
    setEnabled(!small.isNull());
    update();
}

void PartChooser::setCentre(QPointF centre) {
    centre_ = {std::clamp(centre.x(), 0.0, 1.0), std::clamp(centre.y(), 0.0, 1.0)};
    update();
}

QRect PartChooser::area() const {
    const QSize room = size() - QSize(4, 4);
    const QSize shown = small_.size().scaled(room, Qt::KeepAspectRatio);
    return {QPoint((width() - shown.width()) / 2, (height() - shown.height()) / 2), shown};
}

void PartChooser::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themeColor(Token::Win));
    if (small_.isNull()) return;
    const QRect picture = area();
    painter.setRenderHint(QPainter::SmoothPixmapTransform,
                          picture.width() < small_.width());  // enlarged: pixels stay pixels
    painter.drawImage(picture, small_);
    const QRect part = upscalePartOf(size_, centre_);
    const double x = static_cast<double>(picture.width()) / size_.width(),
                 y = static_cast<double>(picture.height()) / size_.height();
    const QRectF frame(picture.left() + part.left() * x, picture.top() + part.top() * y, part.width() * x,
                       part.height() * y);
    // Two lines, so that it is seen on any picture.
    painter.setPen(QPen(themeColor(Token::Panel), 3));
    painter.drawRect(frame);
    painter.setPen(QPen(themeColor(Token::Acc), 1));
    painter.drawRect(frame);
    paintFocusFrame(painter, this);
}

void PartChooser::take(QPointF at) {
    const QPointF before = centre_;
    setCentre(at);
    if (centre_ != before) Q_EMIT centreChanged();
}

void PartChooser::mousePressEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton) || small_.isNull()) return;
    const QRect picture = area();
    take({(event->position().x() - picture.left()) / std::max(1, picture.width()),
          (event->position().y() - picture.top()) / std::max(1, picture.height())});
}

void PartChooser::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left: return take(centre_ - QPointF(kPartStep, 0));
        case Qt::Key_Right: return take(centre_ + QPointF(kPartStep, 0));
        case Qt::Key_Up: return take(centre_ - QPointF(0, kPartStep));
        case Qt::Key_Down: return take(centre_ + QPointF(0, kPartStep));
        default: break;
    }
    QWidget::keyPressEvent(event);
}
}  // namespace headroom::ui
