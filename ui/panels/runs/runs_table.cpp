// RunsTable: which columns find room.
#include "ui/panels/runs/runs_table.h"

#include "ui/models/runs_model.h"
#include "ui/panels/runs/run_delegate.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/kit.h"

#include <QHeaderView>
#include <QMenu>

namespace headroom::ui {
namespace {

constexpr int kNameWidth = 220;  // picture, check box and name

}  // namespace

RunsTable::RunsTable(RunsModel* runs, RunsFilter* filter, QWidget* parent) : QTreeView(parent), runs_(runs) {
    setModel(filter);
    setItemDelegate(new RunDelegate(this));
    setUpTable(this, tr("Runs"), "");
    setSortingEnabled(true);
    sortByColumn(RunsModel::NameColumn, Qt::AscendingOrder);
    setMouseTracking(true);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(RunsModel::NameColumn, QHeaderView::Stretch);
    keep(header(), QStringLiteral("runs/columns"));
    connect(runs, &RunsModel::modelReset, this, &RunsTable::fitColumns);
    for (auto signal : {&RunsModel::rowsInserted, &RunsModel::rowsRemoved})
        connect(runs, signal, this, &RunsTable::fitColumns);
    onRoom(viewport(), [this] { fitColumns(); });
}

void RunsTable::fitColumns() {
    if (userSized(header())) return;
    int steps = 36;  // as its heading asks
    for (const QString& noun : stepNouns(runs_->kinds()).split(QStringLiteral(", ")))
        steps += 24 + 12 * static_cast<int>(noun.size()) / 5;
    const int widths[] = {0, 150, 132, 164, steps, 104, 84, 96};
    int room = viewport()->width() - scaled(kNameWidth);
    for (auto column : {RunsModel::StateColumn, RunsModel::StepColumn, RunsModel::KindColumn, RunsModel::ScoreColumn,
                        RunsModel::PeakColumn, RunsModel::TimeColumn, RunsModel::DataColumn}) {  // by worth
        room -= scaled(widths[column]);
        setColumnHidden(column, room < 0);
        header()->resizeSection(column, scaled(widths[column]));
    }
}

QAction* makeSorting(QTreeView* list) {
    auto* menu = new QMenu(RunsTable::tr("Sort by"), list);
    const auto offer = [list, menu] {
        menu->clear();
        for (int column = 0; column < list->model()->columnCount(); ++column) {
            if (list->isColumnHidden(column)) continue;
            const bool chosen = list->header()->sortIndicatorSection() == column;
            QAction* action = menu->addAction(list->model()->headerData(column, Qt::Horizontal).toString());
            action->setCheckable(true);
            action->setChecked(chosen);
            QObject::connect(action, &QAction::triggered, list, [list, column, chosen] {
                const bool turned = chosen && list->header()->sortIndicatorOrder() == Qt::AscendingOrder;
                list->sortByColumn(column, turned ? Qt::DescendingOrder : Qt::AscendingOrder);
            });
        }
    };
    QObject::connect(menu, &QMenu::aboutToShow, list, offer);  // headings follow the runs that are listed
    offer();
    return menu->menuAction();
}

}  // namespace headroom::ui
