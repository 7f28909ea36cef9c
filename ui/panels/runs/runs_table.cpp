// RunsTable: which columns find room.
#include "ui/panels/runs/runs_table.h"

#include "ui/models/runs_model.h"
#include "ui/panels/runs/run_delegate.h"
#include "ui/shell/theme.h"
#include "ui/widgets/kept.h"

#include <QHeaderView>

namespace headroom::ui {
namespace {

constexpr int kNameWidth = 220;  // picture, check box and name

}  // namespace

RunsTable::RunsTable(RunsModel* runs, RunsFilter* filter, QWidget* parent) : QTreeView(parent), runs_(runs) {
    setModel(filter);
    setItemDelegate(new RunDelegate(this));
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setSortingEnabled(true);
    sortByColumn(RunsModel::NameColumn, Qt::AscendingOrder);
    setMouseTracking(true);
    setAccessibleName(tr("Runs"));
    setContextMenuPolicy(Qt::ActionsContextMenu);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(RunsModel::NameColumn, QHeaderView::Stretch);
    keep(header(), QStringLiteral("runs/columns"));
    connect(runs, &RunsModel::modelReset, this, &RunsTable::fitColumns);
    connect(&Theme::get(), &Theme::changed, this, &RunsTable::fitColumns);
}

void RunsTable::fitColumns() {
    if (userSized(header())) return;
    const Theme& theme = Theme::get();
    int steps = 36;  // as its heading asks
    for (const QString& noun : stepNouns(runs_->kinds()).split(QStringLiteral(", ")))
        steps += 24 + 12 * static_cast<int>(noun.size()) / 5;
    const int widths[] = {0, 150, 132, 164, steps, 104, 84, 96};
    int room = viewport()->width() - theme.scaled(kNameWidth);
    for (auto column : {RunsModel::StateColumn, RunsModel::StepColumn, RunsModel::KindColumn, RunsModel::ScoreColumn,
                        RunsModel::PeakColumn, RunsModel::TimeColumn, RunsModel::DataColumn}) {  // by worth
        room -= theme.scaled(widths[column]);
        setColumnHidden(column, room < 0);
        header()->resizeSection(column, theme.scaled(widths[column]));
    }
}

void RunsTable::resizeEvent(QResizeEvent* event) {
    QTreeView::resizeEvent(event);
    fitColumns();
}

}  // namespace headroom::ui
