// SmallHeader: the one-line header of ledger, plans and compared settings: small medium text in the hint colour over a hairline; what
// is too narrow for its words ends in an ellipsis.
#pragma once

#include "ui/shell/theme.h"
#include "ui/widgets/mirrored.h"

#include <QHeaderView>
#include <QPainter>

#include <algorithm>

namespace headroom::ui {

class SmallHeader : public QHeaderView {
    Q_OBJECT
public:
    explicit SmallHeader(QWidget* parent = nullptr) : QHeaderView(Qt::Horizontal, parent) {
        setSectionsMovable(false);
        setSectionsClickable(false);
        setMinimumSectionSize(20);
    }
    QSize sizeHint() const override {
        const int line = QFontMetrics(themeFont(TextSize::Small)).height();
        return QSize(QHeaderView::sizeHint().width(), std::max(scaled(lineHeight()), line + 6));
    }

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override {
        painter->save();
        painter->fillRect(rect, themeColor(Token::Panel));
        painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), themeColor(Token::Line));
        painter->setFont(themeFont(TextSize::Small, true));
        painter->setPen(themeColor(Token::T3));
        const QVariant asked = model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole);
        const Qt::Alignment alignment =
            asked.isValid() ? asked.value<Qt::Alignment>() : Qt::AlignLeft | Qt::AlignVCenter;
        const QRect room = mirrored(layoutDirection(), rect, rect.marginsRemoved(around(section)));
        const QString words = model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
        // Names of runs differ at their ends.
        painter->drawText(room, static_cast<int>(mirrored(layoutDirection(), alignment)),
                          painter->fontMetrics().elidedText(words, Qt::ElideMiddle, room.width()));
        painter->restore();
    }
    /// Pixels left and right of a section's words: as an item's padding, and what its style adds to it.
    virtual QMargins around(int) const { return {scaled(8) + 3, 0, scaled(8) + 3, 0}; }
    /// Least height of the line, at 100 % text.
    virtual int lineHeight() const { return 24; }
};

}  // namespace headroom::ui
