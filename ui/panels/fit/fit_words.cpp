// Words and figures of "Make it fit": plans, groups, budgets and what a rehearsal measured.
#include "ui/panels/fit/fit_words.h"

#include "ui/families/registry.h"
#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"

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
    const auto nearest = std::find_if(report.plans.begin(), report.plans.end(),
                                      [&](const FitPlan& plan) { return plan.to_spare == -report.missing; });
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
    const auto at = std::find_if(stops.begin(), stops.end(),
                                 [&](const BudgetStop& s) { return s.budget == budget && !s.name.isEmpty(); });
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

}  // namespace headroom::ui
