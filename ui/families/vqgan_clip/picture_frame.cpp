// PictureFrame: where the picture will be, before there is one.
#include "ui/families/vqgan_clip/picture_frame.h"

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
    setToolTip(text);
    update();
}

PictureFrame::Texts PictureFrame::textsIn(const QSize& room) const {
    const auto height = [&](const QFont& font, const QString& text) {
        const QRect wide(0, 0, room.width(), QWIDGETSIZE_MAX);
        return text.isEmpty()
                   ? 0
                   : QFontMetrics(font).boundingRect(wide, Qt::AlignHCenter | Qt::TextWordWrap, text).height();
    };
    Texts out;
    out.icon = scaled(32) + scaled(12);
    out.head = height(themeFont(TextSize::Body, true), title_);
    out.body = height(themeFont(TextSize::Small), text_);
    if (out.height() > room.height()) out.icon = 0;
    if (out.height() > room.height()) out.body = 0;  // the tip and the accessible description keep it
    return out;
}

QRect PictureFrame::frame() const {
    const QSize shown = size_.scaled(size() - QSize(32, 32), Qt::KeepAspectRatio);
    return {QPoint((width() - shown.width()) / 2, (height() - shown.height()) / 2), shown};
}

QRect PictureFrame::wordsWithin(const QRect& around) const {
    const int wide = std::min(scaled(420), around.width());
    return {around.left() + (around.width() - wide) / 2, around.top(), wide, around.height()};
}

bool PictureFrame::framed() const {
    const QSize room = wordsWithin(frame().adjusted(16, 16, -16, -16)).size();
    const Texts texts = textsIn(room);
    return room.width() >= scaled(160) && texts.icon > 0 && (texts.body > 0 || text_.isEmpty());
}

void PictureFrame::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    // Within the frame where that has room for all words; else they have the page, and no frame stands behind them.
    const bool within = framed();
    const QRect frame = this->frame(),
                room = wordsWithin(within ? frame.adjusted(16, 16, -16, -16) : rect().adjusted(16, 8, -16, -8));
    if (within) {
        painter.setPen(themeColor(Token::Line));
        painter.setBrush(themeColor(Token::Raised));
        painter.drawRoundedRect(QRectF(frame).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
    const Texts texts = textsIn(room.size());
    int top = room.top() + std::max(0, (room.height() - texts.height()) / 2);
    if (texts.icon > 0) {
        const int icon = scaled(32);
        painter.drawPixmap(room.center().x() - icon / 2, top,
                           themePixmap(QStringLiteral("photo"), Token::T3, icon, devicePixelRatioF()));
        top += texts.icon;
    }
    const auto put = [&](int height, const QFont& font, Token color, const QString& text) {
        painter.setFont(font);
        painter.setPen(themeColor(color));
        painter.drawText(QRect(room.left(), top, room.width(), height), Qt::AlignHCenter | Qt::TextWordWrap, text);
        top += height + kBetween;
    };
    put(texts.head, themeFont(TextSize::Body, true), Token::T1, title_);
    if (texts.body > 0) put(texts.body, themeFont(TextSize::Small), Token::T2, text_);
}

}  // namespace headroom::ui
