// RunDelegate: paints a row of the run list: check mark in the run's curve colour, thumbnail, name with its tags; state with its icon; two
// lines where a cell has them.
#pragma once

#include "ui/forward.h"

#include <QStyledItemDelegate>

namespace headroom::ui {

class RunDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

private:
    void paintName(RowPainter& row, const QModelIndex& index) const;
    void paintTags(RowPainter& row, const QRect& rect, const QStringList& tags) const;
    void paintState(RowPainter& row, const QModelIndex& index) const;
};

}  // namespace headroom::ui
