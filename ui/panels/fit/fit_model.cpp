// FitModel: what its cells say.
#include "ui/panels/fit/fit_model.h"

#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/fit/fit_words.h"

#include <QSignalBlocker>

namespace headroom::ui {

static QVariant alignmentOf(int column) {
    return QVariant::fromValue(Qt::AlignVCenter | (FitModel::isFigure(column) ? Qt::AlignRight : Qt::AlignLeft));
}

FitModel::FitModel(QObject* parent) : QStandardItemModel(0, ColumnCount, parent) {}

void FitModel::setReport(FitReport report) {
    report_ = std::move(report);
    Bytes largest, smallest = report_.budget;
    for (const FitPlan& plan : report_.plans) {
        smallest = std::min(smallest, plan.forecast.peak);
        if (plan.group != PlanGroup::TooBig) largest = std::max(largest, plan.forecast.peak);
    }
    // The unit in which plans that fit differ; where none does, that of the smallest.
    unit_ = unitFor(largest.count > 0 ? largest : smallest);
    beginResetModel();  // views hear of the whole change, not of each row
    QSignalBlocker quiet(this);
    removeRows(0, rowCount());
    rows_.assign(report_.plans.size(), nullptr);
    for (PlanGroup group : {PlanGroup::Same, PlanGroup::Close, PlanGroup::Different, PlanGroup::TooBig}) {
        QList<QStandardItem*> heading = cellsOf(-1);
        heading.first()->setText(groupTitle(group, kind_));
        for (std::size_t i = 0; i < report_.plans.size(); ++i) {
            if (report_.plans[i].group != group) continue;
            const QList<QStandardItem*> cells = cellsOf(static_cast<int>(i));
            heading.first()->appendRow(cells);
            rows_[i] = cells.first();
        }
        heading.first()->hasChildren() ? appendRow(heading) : qDeleteAll(heading);
    }
    quiet.unblock();
    endResetModel();
}

QList<QStandardItem*> FitModel::cellsOf(int at) const {
    const FitPlan* plan = at < 0 ? nullptr : &report_.plans[static_cast<std::size_t>(at)];
    QList<QStandardItem*> cells;
    for (int column = 0; column < ColumnCount; ++column) {
        auto* cell = new QStandardItem;
        cell->setData(at, PlanRole);
        cell->setData(alignmentOf(column), Qt::TextAlignmentRole);
        cell->setFlags(plan ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::ItemIsEnabled);
        if (plan) cell->setText(text(*plan, static_cast<Column>(column)));
        if (plan) cell->setToolTip(tip(*plan, static_cast<Column>(column)));
        cells << cell;
    }
    if (plan && plan->recommended) cells.first()->setAccessibleText(tr("%1, recommended").arg(cells.first()->text()));
    return cells;
}

const FitPlan* FitModel::planAt(const QModelIndex& index) const {
    const QVariant at = index.data(PlanRole);
    const int plan = at.isValid() ? at.toInt() : -1;
    return plan < 0 ? nullptr : &report_.plans[static_cast<std::size_t>(plan)];
}

QModelIndex FitModel::indexOf(int plan, Column column) const {
    if (plan < 0 || plan >= static_cast<int>(rows_.size())) return {};
    return rows_[static_cast<std::size_t>(plan)]->index().siblingAtColumn(column);
}

int FitModel::firstChoice() const {
    const auto& plans = report_.plans;
    const auto chosen = std::find_if(plans.begin(), plans.end(), [](const FitPlan& p) { return p.recommended; });
    if (chosen != plans.end()) return static_cast<int>(chosen - plans.begin());
    return plans.empty() ? -1 : item(0)->child(0)->data(PlanRole).toInt();
}

int FitModel::find(const TrainConfig& config) const {
    for (std::size_t i = 0; i < report_.plans.size(); ++i)
        if (difference(report_.plans[i].config, config).empty()) return static_cast<int>(i);
    return -1;
}

QString FitModel::text(const FitPlan& plan, Column column) const {
    const TrainConfig& c = plan.config;
    switch (column) {
        case Pieces: return window_family_of(kind_).pieces(c);
        case Precision: return precisionText(c.precision);
        case Checkpoints: return c.checkpointing == Checkpointing::On ? tr("On") : tr("Off");
        case Own: return window_family_of(kind_).own(c);
        case Size: return pictureText(c);
        case Peak: return figureText(plan.forecast.peak, unit_);
        case ToSpare: return figureText(plan.to_spare, unit_);
        case Seconds: return secondsText(plan.forecast.seconds_per_step);
        case SameResult:
        case ColumnCount: break;
    }
    return resultText(plan, unit_);
}

QString FitModel::tip(const FitPlan& plan, Column column) const {
    const Forecast& f = plan.forecast;
    const QString source = tr("Source: %1").arg(coreText(f.source));
    const QString step = family_of(kind_).facts().trains ? tr("optimiser %1").arg(stepNoun(kind_)) : stepNoun(kind_);
    switch (column) {
        case Peak:
            return tr("Forecast peak of this process: %1, between %2 and %3\n%4")
                .arg(exactText(f.peak), sizeText(f.low, unit_), sizeText(f.high, unit_), source);
        case ToSpare: return tr("Budget less reserve less peak: %1").arg(exactText(plan.to_spare));
        case Seconds:
            if (f.seconds_per_step <= 0) return tr("Not known: no %1 like this has been timed.").arg(stepNoun(kind_));
            return (f.seconds_measured
                        ? tr("Seconds per %1, from timed %2 of these settings").arg(step, stepNoun(kind_, 2))
                        : tr("Seconds per %1, modelled from other settings\n%2").arg(step, source));
        default: break;
    }
    return text(plan, column);
}

QVariant FitModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return alignmentOf(section);
    if (role != Qt::DisplayRole) return {};
    switch (static_cast<Column>(section)) {
        case Pieces: return words_of(kind_).pieces();
        case Precision: return tr("Precision");
        case Checkpoints: return tr("Checkpointing");
        case Own: return words_of(kind_).own();
        case Size: return tr("Size");
        case Peak: return tr("Peak, %1").arg(unitName(unit_));
        case ToSpare: return tr("To spare");
        case Seconds: return perStepText(kind_);
        case SameResult:
        case ColumnCount: break;
    }
    return tr("Same result?");
}

}  // namespace headroom::ui
