// PictureFrame: see picture_frame.h.
#include "ui/panels/imagine/picture_frame.h"

#include "ui/shell/theme.h"

#include <QPainter>

#include <algorithm>

namespace headroom::ui {

PictureFrame::PictureFrame(QWidget* parent) : QWidget(parent) {
    connect(&Theme::get(), &Theme::changed, this, [this] { update(); });
}

void PictureFrame::setPictureSize(const QSize& size) {
    size_ = size;
    update();
}

void PictureFrame::setTexts(const QString& title, const QString& text) {
    title_ = title;
    text_ = text;
    setAccessibleName(title);
    setAccessibleDescription(text);
    update();
}

void PictureFrame::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::get();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QSize area = size() - QSize(32, 32);
    const QSize shown = size_.scaled(area, Qt::KeepAspectRatio);
    const QRect frame(QPoint((width() - shown.width()) / 2, (height() - shown.height()) / 2), shown);
    painter.setPen(theme.color(Token::Line));
    painter.setBrush(theme.color(Token::Raised));
    painter.drawRoundedRect(QRectF(frame).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    const int icon = theme.scaled(32), most = std::min(width() - 32, theme.scaled(420));
    const QFont head = theme.font(TextSize::Body, true), body = theme.font(TextSize::Small);
    const QRect room((width() - most) / 2, 0, most, height());
    const int head_high = QFontMetrics(head).boundingRect(room, Qt::AlignHCenter | Qt::TextWordWrap, title_).height();
    const int body_high =
        text_.isEmpty() ? 0
                        : QFontMetrics(body).boundingRect(room, Qt::AlignHCenter | Qt::TextWordWrap, text_).height();
    int top = (height() - icon - head_high - body_high - 16) / 2;
    painter.drawPixmap((width() - icon) / 2, top,
                       theme.pixmap(QStringLiteral("photo"), Token::T3, icon, devicePixelRatioF()));
    top += icon + 12;
    painter.setFont(head);
    painter.setPen(theme.color(Token::T1));
    painter.drawText(QRect(room.left(), top, most, head_high), Qt::AlignHCenter | Qt::TextWordWrap, title_);
    painter.setFont(body);
    painter.setPen(theme.color(Token::T2));
    painter.drawText(QRect(room.left(), top + head_high + 4, most, body_high), Qt::AlignHCenter | Qt::TextWordWrap,
                     text_);
}

}  // namespace headroom::ui
