// SmallHeader: see small_header.h.
#include "ui/widgets/small_header.h"

#include "ui/shell/theme.h"

#include <QPainter>

#include <algorithm>

namespace headroom::ui {

SmallHeader::SmallHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
    setSectionsMovable(false);
    setSectionsClickable(false);
    setMinimumSectionSize(20);
}

QSize SmallHeader::sizeHint() const {
    const Theme& theme = Theme::get();
    const int line = QFontMetrics(theme.font(TextSize::Small)).height();
    return QSize(QHeaderView::sizeHint().width(), std::max(theme.scaled(lineHeight()), line + 6));
}

void SmallHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    const Theme& theme = Theme::get();
    painter->save();
    painter->fillRect(rect, theme.color(Token::Panel));
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.color(Token::Line));
    painter->setFont(theme.font(TextSize::Small, true));
    painter->setPen(theme.color(Token::T3));
    const auto alignment = model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).value<Qt::Alignment>();
    painter->drawText(rect.marginsRemoved(around(section)), static_cast<int>(alignment),
                      model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString());
    painter->restore();
}

}  // namespace headroom::ui
