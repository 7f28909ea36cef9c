// PictureFrame: where the picture will be, before there is one.
#include "ui/families/vqgan_clip/picture_frame.h"

#include "ui/widgets/kit.h"

#include <QPainter>

namespace headroom::ui {

PictureFrame::PictureFrame(QWidget* parent)
    : QWidget(parent), words_(new EmptyState(QStringLiteral("photo"), {}, {}, this)) {
    onEvents(words_, {QEvent::LayoutRequest}, [this] { place(); });
    onEvents(this, {QEvent::Resize, QEvent::Show}, [this] { place(); });
    onTheme(this, [this] { place(); });
}

void PictureFrame::setPictureSize(const QSize& size) {
    size_ = size;
    place();
}

void PictureFrame::place() {
    const QSize shown = size_.scaled(size() - QSize(32, 32), Qt::KeepAspectRatio);
    const bool within = shown.width() >= scaled(192) && words_->fits(shown);
    frame_ = within ? QRect(QPoint((width() - shown.width()) / 2, (height() - shown.height()) / 2), shown) : QRect();
    words_->setGeometry(within ? frame_ : rect());
    update();
}

void PictureFrame::paintEvent(QPaintEvent*) {
    if (frame_.isNull()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(themeColor(Token::Line));
    painter.setBrush(themeColor(Token::Raised));
    painter.drawRoundedRect(QRectF(frame_).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
}

}  // namespace headroom::ui
