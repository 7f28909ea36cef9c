// FitModel: what its cells say. Words and figures of "Make it fit".
#include "ui/panels/fit/fit_model.h"

#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"

#include <QSignalBlocker>

namespace headroom::ui {
namespace {

struct FitText {
    Q_DECLARE_TR_FUNCTIONS(FitWords)
};

Bytes share(Bytes bytes, double part) { return {std::llround(static_cast<double>(bytes.count) * part)}; }

Bytes gibibytes(double amount) { return {std::llround(amount * 1073741824.0)}; }

std::vector<BudgetStop> cardStops(const MemoryReport& report) {
    std::vector<BudgetStop> stops;
    for (int size : {2, 4, 6, 8, 12, 24}) {
        const Bytes card = gibibytes(size);
        if (card.count > report.device_total.count * 95 / 100) break;  // the device itself closes the row
        stops.push_back({share(card, 1.0 - kLeftToOthers), card, FitText::tr("%1 GB card").arg(size),
                         FitText::tr("A %1 GB card").arg(size)});
    }
    return stops;
}

std::vector<BudgetStop> ramStops(const MemoryReport& report) {
    std::vector<BudgetStop> stops;
    for (double size : {0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0}) {
        const Bytes amount = gibibytes(size);
        if (amount.count > report.device_total.count * 3 / 4) break;
        stops.push_back({amount,
                         report.device_total,
                         size < 1.0 ? FitText::tr("%1 MiB").arg(size * 1024.0) : FitText::tr("%1 GiB").arg(size),
                         {}});
    }
    return stops;
}

}  // namespace

QString precisionText(Precision precision) { return fromUtf8(name_of(precision)); }

QString secondsText(double seconds) {
    if (!(seconds > 0.0)) return FitText::tr("n/a");
    return numberText(seconds, seconds < 0.0995 ? 3 : 2);
}

QString perStepText(ModelKind kind) { return FitText::tr("s per %1").arg(stepNoun(kind)); }

QString planTitle(const TrainConfig& plan, const TrainConfig& asked) {
    const WindowFamily& family = window_family_of(plan);
    QStringList parts{family.words().pieces_named().arg(family.pieces(plan))};
    if (plan.precision != asked.precision) parts << precisionText(plan.precision);
    if (plan.checkpointing != asked.checkpointing)
        parts << (plan.checkpointing == Checkpointing::On ? FitText::tr("checkpointed")
                                                          : FitText::tr("not checkpointed"));
    parts << family.changes(plan, asked);
    return parts.join(QStringLiteral(", "));
}

QString groupTitle(PlanGroup group, ModelKind kind) {
    switch (group) {
        case PlanGroup::Same: return FitText::tr("Same result, fastest first");
        case PlanGroup::Close: return words_of(kind).close();
        case PlanGroup::Different: return words_of(kind).different();
        case PlanGroup::TooBig: break;
    }
    return FitText::tr("Does not fit");
}

QString resultText(const FitPlan& plan, MemoryUnit unit) {
    if (plan.group == PlanGroup::TooBig) {
        const QString size = sizeText({std::abs(plan.to_spare.count)}, unit), stage = coreText(plan.stage);
        const QString missing =
            stage.isEmpty() ? FitText::tr("%1 missing").arg(size) : FitText::tr("%1 missing %2").arg(size, stage);
        return plan.as_asked ? FitText::tr("As asked: %1").arg(missing) : missing;
    }
    QString text = coreText(plan.result);
    if (plan.tight) text += text.isEmpty() ? FitText::tr("Tight") : FitText::tr("; tight");
    return text;
}

QString nothingFitsText(const FitReport& report, MemoryUnit unit) {
    const auto nearest = std::ranges::find(report.plans, -report.missing, &FitPlan::to_spare);
    const QString budget = totalText(report.budget), missing = sizeText({std::abs(report.missing.count)}, unit);
    const QString stage = nearest == report.plans.end() ? QString() : coreText(nearest->stage);
    return stage.isEmpty()
               ? FitText::tr("Nothing fits %1: even the smallest plan lacks %2.").arg(budget, missing)
               : FitText::tr("Nothing fits %1: even the smallest plan lacks %2 %3.").arg(budget, missing, stage);
}

std::vector<BudgetStop> budgetStops(const MemoryReport& report) {
    std::vector<BudgetStop> stops = report.is_cpu ? ramStops(report) : cardStops(report);
    // The device itself: what others leave of it.
    const Bytes left = report.device_total - report.now.other_programs;
    const QString total = figureText(report.device_total, MemoryUnit::GiB);
    while (!stops.empty() && stops.back().budget.count * 21 / 20 >= left.count) stops.pop_back();
    stops.push_back({std::max(left, Bytes{1}), report.device_total,
                     report.is_cpu ? FitText::tr("%1, all that is left").arg(figureText(left, MemoryUnit::GiB))
                                   : FitText::tr("%1, this card").arg(total),
                     report.is_cpu ? FitText::tr("This machine") : FitText::tr("This card")});
    return stops;
}

QString budgetWords(Bytes budget, Bytes reserve) {
    const MemoryUnit unit = unitFor(budget);
    const QString kept = shownUnits(reserve, unit) >= 5 ? figureText(reserve, unit) : tensorText(reserve);
    const QString amount = FitText::tr("<b>Budget %1</b>").arg(sizeText(budget, unit));
    return reserve.count > 0 ? FitText::tr("%1, of which %2 is the reserve for preview and saving.").arg(amount, kept)
                             : amount + QLatin1Char('.');
}

QString budgetSentence(const std::vector<BudgetStop>& stops, const MemoryReport& report, Bytes budget, Bytes reserve) {
    const QString tail = budgetWords(budget, reserve);
    const auto at =
        std::ranges::find_if(stops, [&](const BudgetStop& s) { return s.budget == budget && !s.name.isEmpty(); });
    if (at != stops.end()) {
        return FitText::tr("%1 has %2. Left for the desktop and other programs: %3. %4")
            .arg(at->name, sizeText(at->device, MemoryUnit::GiB), figureText(at->device - at->budget, MemoryUnit::GiB),
                 tail);
    }
    return (report.is_cpu ? FitText::tr("This machine has %1 of RAM, others hold %2. %3")
                          : FitText::tr("This card has %1, others hold %2. %3"))
        .arg(sizeText(report.device_total, MemoryUnit::GiB), figureText(report.now.other_programs, MemoryUnit::GiB),
             tail);
}

QString measuredText(const Rehearsal& rehearsal, MemoryUnit unit) {
    const double off =
        rehearsal.forecast.count > 0
            ? 100.0 * (static_cast<double>(rehearsal.peak.count) / static_cast<double>(rehearsal.forecast.count) - 1.0)
            : 0.0;
    const QString sign = off >= 0.05 ? QStringLiteral("+") : QString();
    return FitText::tr("forecast %1, measured %2 (%3 %)")
        .arg(leadText(rehearsal.forecast, rehearsal.peak, unit), sizeText(rehearsal.peak, unit),
             sign + numberText(off, 1));
}

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
    const auto chosen = std::ranges::find(plans, true, &FitPlan::recommended);
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
