// LogDelegate: paints a log line: time, icon and colour of its level, text in the fixed font.
#pragma once

#include <QStyledItemDelegate>

namespace headroom::ui {

class LogDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace headroom::ui
