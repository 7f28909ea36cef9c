// SmallHeader: the one-line header of ledger, plans and compared settings.
#include "ui/widgets/small_header.h"

#include "ui/shell/theme.h"
#include "ui/widgets/mirrored.h"

#include <QPainter>

#include <algorithm>

namespace headroom::ui {

SmallHeader::SmallHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
    setSectionsMovable(false);
    setSectionsClickable(false);
    setMinimumSectionSize(20);
}

QSize SmallHeader::sizeHint() const {
    const int line = QFontMetrics(themeFont(TextSize::Small)).height();
    return QSize(QHeaderView::sizeHint().width(), std::max(scaled(lineHeight()), line + 6));
}

void SmallHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    painter->save();
    painter->fillRect(rect, themeColor(Token::Panel));
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), themeColor(Token::Line));
    painter->setFont(themeFont(TextSize::Small, true));
    painter->setPen(themeColor(Token::T3));
    const QVariant asked = model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole);
    const Qt::Alignment alignment = asked.isValid() ? asked.value<Qt::Alignment>() : Qt::AlignLeft | Qt::AlignVCenter;
    const QRect room = mirrored(layoutDirection(), rect, rect.marginsRemoved(around(section)));
    const QString words = model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
    // Names of runs differ at their ends.
    painter->drawText(room, static_cast<int>(mirrored(layoutDirection(), alignment)),
                      painter->fontMetrics().elidedText(words, Qt::ElideMiddle, room.width()));
    painter->restore();
}

QMargins SmallHeader::around(int) const {
    const int side = scaled(8) + 3;  // as an item's padding, and what its style adds to it
    return {side, 0, side, 0};
}

}  // namespace headroom::ui
