// FitModel: plans carry their group's row as internal id, groups carry kGroup.
#include "ui/panels/fit/fit_model.h"

#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/fit/fit_words.h"

namespace headroom::ui {

constexpr quintptr kGroup = std::numeric_limits<quintptr>::max();

static QVariant alignmentOf(int column) {
    return QVariant::fromValue(Qt::AlignVCenter | (FitModel::isFigure(column) ? Qt::AlignRight : Qt::AlignLeft));
}

FitModel::FitModel(QObject* parent) : QAbstractItemModel(parent) {}

void FitModel::setReport(FitReport report) {
    beginResetModel();
    report_ = std::move(report);
    groups_.clear();
    Bytes largest, smallest = report_.budget;
    for (PlanGroup group : {PlanGroup::Same, PlanGroup::Close, PlanGroup::Different, PlanGroup::TooBig}) {
        Group rows{group, {}};
        for (std::size_t i = 0; i < report_.plans.size(); ++i)
            if (report_.plans[i].group == group) rows.plans.push_back(static_cast<int>(i));
        if (!rows.plans.empty()) groups_.push_back(std::move(rows));
    }
    for (const FitPlan& plan : report_.plans) {
        smallest = std::min(smallest, plan.forecast.peak);
        if (plan.group != PlanGroup::TooBig) largest = std::max(largest, plan.forecast.peak);
    }
    // The unit in which plans that fit differ; where none does, that of the smallest.
    unit_ = unitFor(largest.count > 0 ? largest : smallest);
    endResetModel();
}

const FitPlan* FitModel::planAt(const QModelIndex& index) const {
    const QVariant at = index.data(PlanRole);
    const int plan = at.isValid() ? at.toInt() : -1;
    return plan < 0 ? nullptr : &report_.plans[static_cast<std::size_t>(plan)];
}

QModelIndex FitModel::indexOf(int plan, Column column) const {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        const auto& rows = groups_[g].plans;
        const auto at = std::find(rows.begin(), rows.end(), plan);
        if (at != rows.end()) return createIndex(static_cast<int>(at - rows.begin()), column, static_cast<quintptr>(g));
    }
    return {};
}

int FitModel::firstChoice() const {
    const auto& plans = report_.plans;
    const auto chosen = std::find_if(plans.begin(), plans.end(), [](const FitPlan& p) { return p.recommended; });
    if (chosen != plans.end()) return static_cast<int>(chosen - plans.begin());
    return groups_.empty() ? -1 : groups_.front().plans.front();
}

int FitModel::find(const TrainConfig& config) const {
    for (std::size_t i = 0; i < report_.plans.size(); ++i)
        if (difference(report_.plans[i].config, config).empty()) return static_cast<int>(i);
    return -1;
}

QModelIndex FitModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : kGroup);
}

QModelIndex FitModel::parent(const QModelIndex& child) const {
    if (!child.isValid() || child.internalId() == kGroup) return {};
    return createIndex(static_cast<int>(child.internalId()), 0, kGroup);
}

int FitModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(groups_.size());
    if (parent.internalId() != kGroup || parent.column() != 0) return 0;
    return static_cast<int>(groups_[static_cast<std::size_t>(parent.row())].plans.size());
}

int FitModel::columnCount(const QModelIndex&) const { return ColumnCount; }

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

QVariant FitModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const bool group = index.internalId() == kGroup;
    const auto& rows =
        groups_[group ? static_cast<std::size_t>(index.row()) : static_cast<std::size_t>(index.internalId())];
    const int at = group ? -1 : rows.plans[static_cast<std::size_t>(index.row())];
    if (role == PlanRole) return at;
    if (role == Qt::TextAlignmentRole) return alignmentOf(index.column());
    if (group)
        return role == Qt::DisplayRole && index.column() == 0 ? QVariant(groupTitle(rows.group, kind_)) : QVariant();
    const FitPlan& plan = report_.plans[static_cast<std::size_t>(at)];
    const auto column = static_cast<Column>(index.column());
    if (role == Qt::DisplayRole) return text(plan, column);
    if (role == Qt::ToolTipRole) return tip(plan, column);
    if (role == Qt::AccessibleTextRole && column == Pieces && plan.recommended)
        return tr("%1, recommended").arg(text(plan, column));
    return {};
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

Qt::ItemFlags FitModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    return index.internalId() == kGroup ? Qt::ItemIsEnabled : Qt::ItemIsEnabled | Qt::ItemIsSelectable;
}

}  // namespace headroom::ui
