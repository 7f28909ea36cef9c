// RowPainter: each place is mirrored as it is painted.
#include "ui/widgets/row_painter.h"

#include "ui/widgets/kit.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QtMath>

namespace headroom::ui {

constexpr int kCheckLeft = 16, kCheckArea = 40;

RowPainter::RowPainter(QPainter* painter, const QStyleOptionViewItem& option) : painter_(painter), option_(option) {
    painter_->save();
    painter_->setRenderHint(QPainter::Antialiasing);
}

RowPainter::~RowPainter() { painter_->restore(); }

void RowPainter::fillGround(bool selected) {
    const bool hovered = option_.state.testFlag(QStyle::State_MouseOver);
    if (selected || hovered) painter_->fillRect(rect(), themeColor(selected ? Token::Sel : Token::Hover));
}

void RowPainter::fill(const QRect& place, Token token) { painter_->fillRect(mirrored(place), themeColor(token)); }

void RowPainter::plate(const QRect& place, const QColor& fill, const QColor& edge, double radius) {
    painter_->setPen(edge.isValid() ? QPen(edge) : QPen(Qt::NoPen));
    painter_->setBrush(fill);
    const double inset = edge.isValid() ? 0.5 : 0.0;
    painter_->drawRoundedRect(QRectF(mirrored(place)).adjusted(inset, inset, -inset, -inset), radius, radius);
}

QRect RowPainter::checkPlace() const {
    const int side = scaled(16);
    return {rect().left() + kCheckLeft, rect().center().y() - side / 2, side, side};
}

void RowPainter::check(bool checked, const QColor& on, Token tick, Token edge) {
    const QRect box = checkPlace();
    plate(box, checked ? on : themeColor(Token::Input), checked ? on : themeColor(edge), 3);
    if (checked) icon(QStringLiteral("check"), tick, box.topLeft() + QPoint(2, 2), box.width() - 4);
}

void RowPainter::icon(const QString& name, Token token, const QPoint& at, int side) {
    pixmap(themePixmap(name, token, side, painter_->device()->devicePixelRatioF()), at, side);
}

void RowPainter::pixmap(const QPixmap& pixmap, const QPoint& at, int side) {
    painter_->drawPixmap(mirrored({at, QSize(side, side)}).topLeft(), pixmap);
}

void RowPainter::image(const QRect& place, const QImage& image) {
    painter_->setRenderHint(QPainter::SmoothPixmapTransform);
    painter_->drawImage(mirrored(place), image);
}

void RowPainter::setText(const QFont& font, Token token) {
    painter_->setFont(font);
    painter_->setPen(themeColor(token));
}

void RowPainter::text(const QRect& place, const QString& words, Qt::TextElideMode elide, Qt::Alignment across) {
    const Qt::Alignment side = ui::mirrored(option_.direction, across);
    painter_->drawText(mirrored(place), static_cast<int>(side | Qt::AlignVCenter) | Qt::TextSingleLine,
                       painter_->fontMetrics().elidedText(words, elide, place.width()));
}

/// Rounded up: a pixel less, and the words would be cut.
int RowPainter::widthOf(const QString& words) const {
    return qCeil(QFontMetricsF(painter_->font(), painter_->device()).horizontalAdvance(words));
}

void RowPainter::focusFrame() {
    if (!option_.state.testFlag(QStyle::State_HasFocus) || !option_.widget || !focusShown(option_.widget)) return;
    painter_->setBrush(Qt::NoBrush);
    painter_->setPen(QPen(themeColor(Token::Acc), 2));
    painter_->drawRect(rect().adjusted(1, 1, -1, -2));
}

bool CheckDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                const QModelIndex& index) {
    bool asked = false;
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<const QMouseEvent*>(event);
        const QRect area(option.rect.topLeft(), QSize(kCheckArea, option.rect.height()));
        asked = mouse->button() == Qt::LeftButton &&
                mirrored(option.direction, option.rect, area).contains(mouse->position().toPoint());
    } else if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<const QKeyEvent*>(event)->key();
        asked = key == Qt::Key_Space || key == Qt::Key_Select;
    }
    if (!asked || !(index.flags() & Qt::ItemIsUserCheckable)) return false;
    const bool on = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return model->setData(index, on ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

}  // namespace headroom::ui
