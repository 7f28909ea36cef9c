// RunsTable: the list of runs; columns that find no room beside the name are left out, the least worth first.
#pragma once

#include "ui/widgets/row_painter.h"

#include <QTreeView>

namespace headroom::ui {

/// Paints a row: check mark in the run's curve colour, thumbnail, name with its tags; state with its icon; two lines where a cell has them.
class RunDelegate : public CheckDelegate {
public:
    using CheckDelegate::CheckDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

class RunsTable : public QTreeView {
    Q_OBJECT
public:
    RunsTable(RunsModel* runs, RunsFilter* filter, QWidget* parent = nullptr);

private:
    void fitColumns();

    RunsModel* runs_;
};

/// An entry for the menu of `list` that sorts by one of its columns, as a click on a heading does.
QAction* makeSorting(QTreeView* list);

}  // namespace headroom::ui
