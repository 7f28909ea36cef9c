// FitModel: the plans of a FitReport as a tree: one top row per group (Same, Close, Different, Does not fit), plans below it.
#pragma once

#include "core/api/planner.h"
#include "ui/families/registry.h"

#include <QStandardItemModel>

namespace headroom::ui {

/// Window thread only. Rows keep the report's order.
class FitModel : public QStandardItemModel {
    Q_OBJECT
public:
    enum Column { Pieces, Precision, Checkpoints, Own, Size, Peak, ToSpare, Seconds, SameResult, ColumnCount };
    /// Columns of figures stand to the right.
    static bool isFigure(int column) { return column == Peak || column == ToSpare || column == Seconds; }
    enum DataRole { PlanRole = Qt::UserRole };  ///< index into the report's plans; -1: a group's row

    explicit FitModel(QObject* parent = nullptr);

    void setReport(FitReport report);
    const FitReport& report() const { return report_; }
    /// The kind of run that the plans are for.
    ModelKind kind() const { return kind_; }
    void setKind(ModelKind kind) { kind_ = kind; }
    /// Whether that kind has something to say there.
    bool has(Column column) const { return column != Own || words_of(kind_).own; }
    MemoryUnit unit() const { return unit_; }

    const FitPlan* planAt(const QModelIndex& index) const;  ///< null for groups
    QModelIndex indexOf(int plan, Column column = Pieces) const;
    /// The recommended plan, else the first that fits, else the first; -1: there is none.
    int firstChoice() const;
    /// The plan with the settings of `config`, -1: none.
    int find(const TrainConfig& config) const;

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// A row of plan `at`; -1: of a group, without words.
    QList<QStandardItem*> cellsOf(int at) const;
    QString text(const FitPlan& plan, Column column) const;
    QString tip(const FitPlan& plan, Column column) const;

    ModelKind kind_ = first_kind();
    FitReport report_;
    std::vector<QStandardItem*> rows_;  ///< of each plan, its first cell
    MemoryUnit unit_ = MemoryUnit::GiB;
};

}  // namespace headroom::ui
