// RankList: the processes that share a run, the one with the least to spare first; the chosen one's memory is shown. Out of sight while
// there is one.
#pragma once

#include "core/api/memory_report.h"
#include "ui/bridge/qt_format.h"
#include "ui/forward.h"

#include <QTreeView>

namespace headroom::ui {

/// The same report with the memory of one of its processes; its rows add up to that one's device.
MemoryReport reportOfRank(const MemoryReport& report, const RankMemory& rank);

class RankList : public QTreeView {
    Q_OBJECT
public:
    explicit RankList(QWidget* parent = nullptr);

    void setRanks(const std::vector<RankMemory>& ranks, MemoryUnit unit);
    /// The rank chosen by the user; -1: the one that has the least to spare.
    int chosen() const { return chosen_; }
    /// Which of `ranks` is shown; null: there are none.
    const RankMemory* shown(const std::vector<RankMemory>& ranks) const;

    QSize sizeHint() const override;

Q_SIGNALS:
    void rankChosen();

private:
    QStandardItemModel* model_;
    int chosen_ = -1;
};

}  // namespace headroom::ui
