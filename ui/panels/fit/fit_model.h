// FitModel: the plans of a FitReport as a tree, one top row per group and plans below it; and the words and figures of "Make it fit", pure functions.
#pragma once

#include "core/api/planner.h"
#include "ui/families/registry.h"

#include <QStandardItemModel>

namespace headroom::ui {

QString precisionText(Precision precision);  ///< "fp32", "bf16"
QString secondsText(double seconds);         ///< of a step, without unit; 0: "n/a"
QString perStepText(ModelKind kind);         ///< "s per step", "s per iteration"
/// The pieces and what else differs from `asked`: "2 × 4, bf16, checkpointed".
QString planTitle(const TrainConfig& plan, const TrainConfig& asked);
QString groupTitle(PlanGroup group, ModelKind kind);
/// Last column: the plan's own words, or how much is missing and at which stage of a run that grows.
QString resultText(const FitPlan& plan, MemoryUnit unit);
/// That no plan of `report` fits, and what the nearest one lacks.
QString nothingFitsText(const FitReport& report, MemoryUnit unit);

/// One named place of the budget slider.
struct BudgetStop {
    Bytes budget;   ///< what this process may use there
    Bytes device;   ///< size of the card (of the RAM) that the stop stands for
    QString label;  ///< "6 GB card", "4 GiB"
    QString name;   ///< "A 6 GB card", "This card"; empty: an amount of RAM
};

/// Share of a card that is left to the desktop and other programs where nothing is known about them.
inline constexpr double kLeftToOthers = 0.1;

/// The stops for the device of `report`, smallest first, its own last. Never empty; budgets rise.
std::vector<BudgetStop> budgetStops(const MemoryReport& report);

/// "Budget 5.40 GiB, of which 0.15 is the reserve for preview and saving.", rich text.
QString budgetWords(Bytes budget, Bytes reserve);

/// "A 6 GB card has 6.00 GiB. Left for the desktop and other programs: 0.60. Budget 5.40 GiB, of which 0.15 is the reserve …", rich text.
QString budgetSentence(const std::vector<BudgetStop>& stops, const MemoryReport& report, Bytes budget, Bytes reserve);

/// "forecast 4.51, measured 4.58 GiB (+1.6 %)", in the unit of the table beside it.
QString measuredText(const Rehearsal& rehearsal, MemoryUnit unit);

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
