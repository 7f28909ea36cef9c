// RunsTable: the list of runs; columns that find no room beside the name are left out, the least worth first.
#pragma once

#include "ui/forward.h"

#include <QTreeView>

namespace headroom::ui {

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
