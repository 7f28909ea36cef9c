// The one-step plot's contents, free of painting: stacked areas over time, phase names, round numbers.
#include "ui/widgets/step_timeline_view_layout.h"

#include "core/api/step_tensors.h"
#include "ui/i18n/core_text.h"
#include "ui/widgets/memory_bar.h"

#include <QCoreApplication>

namespace headroom::ui {
namespace {

constexpr std::array kResident{BarRole::Weights, BarRole::Optimiser, BarRole::Gradients, BarRole::Dataset};

/// Heights at one moment: the resident layers, then everything else that is not cache.
struct Level {
    double ms = 0;
    std::array<double, kResident.size() + 1> bytes{};
};

Level levelOf(const StepTimeline::Point& point) {
    Level level{point.ms, {}};
    for (std::size_t i = 0; i < kRoleCount; ++i) {
        const auto role = static_cast<Role>(i);
        if (role == Role::Cache) continue;
        const auto layer = std::ranges::find(kResident, bar_role(role)) - kResident.begin();
        level.bytes[static_cast<std::size_t>(layer)] += static_cast<double>(point.bytes[role].count);
    }
    return level;
}

Level between(const Level& a, const Level& b, double ms) {
    const double share = b.ms > a.ms ? (ms - a.ms) / (b.ms - a.ms) : 0.0;
    Level out{ms, {}};
    for (std::size_t i = 0; i < out.bytes.size(); ++i) out.bytes[i] = a.bytes[i] + (b.bytes[i] - a.bytes[i]) * share;
    return out;
}

/// Levels over [from, to] with exact ends.
std::vector<Level> cut(const std::vector<Level>& levels, double from, double to) {
    const auto at = [&](double ms) {
        const auto above = std::ranges::lower_bound(levels, ms, {}, &Level::ms);
        if (above == levels.begin()) return Level{ms, above->bytes};
        if (above == levels.end()) return Level{ms, levels.back().bytes};
        return between(*(above - 1), *above, ms);
    };
    std::vector<Level> out{at(from)};
    for (const Level& level : levels)
        if (level.ms > from && level.ms < to) out.push_back(level);
    out.push_back(at(to));
    return out;
}

/// The area of layer `layer` of `levels`, standing on the layers below it.
StepArea areaOf(const std::vector<Level>& levels, std::size_t layer, BarRole role) {
    StepArea area{role, {}, {}, {}, {}};
    for (const Level& level : levels) {
        double below = 0.0;
        for (std::size_t i = 0; i < layer; ++i) below += level.bytes[i];
        area.lower.emplace_back(level.ms, below);
        area.upper.emplace_back(level.ms, below + level.bytes[layer]);
    }
    return area;
}

struct StepText {
    Q_DECLARE_TR_FUNCTIONS(StepTimeline)
};

struct PhaseLook {
    Phase phase;
    const char *name, *sentence;
    BarRole role = BarRole::Context;
    bool per_batch = false;  ///< once for each micro-batch, which the sentence names
};
constexpr PhaseLook kPhases[] = {
    {Phase::None, "", QT_TRANSLATE_NOOP("StepTimeline", "Between phases")},
    {Phase::DReal, QT_TRANSLATE_NOOP("StepTimeline", "D real"),
     QT_TRANSLATE_NOOP("StepTimeline", "Discriminator on real images"), BarRole::Activations, true},
    {Phase::DFake, QT_TRANSLATE_NOOP("StepTimeline", "D fake"),
     QT_TRANSLATE_NOOP("StepTimeline", "Discriminator on made images"), BarRole::ActivationsAlt, true},
    {Phase::DPenalty, QT_TRANSLATE_NOOP("StepTimeline", "D penalty"),
     QT_TRANSLATE_NOOP("StepTimeline", "Gradient penalty of the discriminator"), BarRole::Activations, true},
    {Phase::DOptimiser, QT_TRANSLATE_NOOP("StepTimeline", "D Adam"),
     QT_TRANSLATE_NOOP("StepTimeline", "Optimiser step of the discriminator"), BarRole::Optimiser},
    {Phase::G, QT_TRANSLATE_NOOP("StepTimeline", "G"),
     QT_TRANSLATE_NOOP("StepTimeline", "Generator, forward and backward"), BarRole::Activations, true},
    {Phase::GOptimiser, QT_TRANSLATE_NOOP("StepTimeline", "G Adam"),
     QT_TRANSLATE_NOOP("StepTimeline", "Optimiser step of the generator"), BarRole::Optimiser},
    {Phase::Ema, QT_TRANSLATE_NOOP("StepTimeline", "EMA"), QT_TRANSLATE_NOOP("StepTimeline", "Averaging the weights"),
     BarRole::Weights},
    {Phase::Data, QT_TRANSLATE_NOOP("StepTimeline", "data"), QT_TRANSLATE_NOOP("StepTimeline", "Loading the batch"),
     BarRole::Inputs},
    {Phase::Preview, QT_TRANSLATE_NOOP("StepTimeline", "preview"),
     QT_TRANSLATE_NOOP("StepTimeline", "Making preview pictures")},
    {Phase::Save, QT_TRANSLATE_NOOP("StepTimeline", "save"), QT_TRANSLATE_NOOP("StepTimeline", "Saving")},
    {Phase::Score, QT_TRANSLATE_NOOP("StepTimeline", "score"), QT_TRANSLATE_NOOP("StepTimeline", "Scoring")},
    {Phase::Decode, QT_TRANSLATE_NOOP("StepTimeline", "decode"),
     QT_TRANSLATE_NOOP("StepTimeline", "Decoding the picture"), BarRole::Activations},
    {Phase::Clip, QT_TRANSLATE_NOOP("StepTimeline", "CLIP"),
     QT_TRANSLATE_NOOP("StepTimeline", "Cutouts through CLIP and back"), BarRole::ActivationsAlt},
    {Phase::DecodeBack, QT_TRANSLATE_NOOP("StepTimeline", "decoder backward"),
     QT_TRANSLATE_NOOP("StepTimeline", "The decoder's backward pass"), BarRole::Activations},
    {Phase::LatentStep, QT_TRANSLATE_NOOP("StepTimeline", "optimiser"),
     QT_TRANSLATE_NOOP("StepTimeline", "The optimiser moves the codes"), BarRole::Optimiser},
};

const PhaseLook& lookOf(Phase phase) {
    const auto at = std::ranges::find(kPhases, phase, &PhaseLook::phase);
    return at == std::end(kPhases) ? kPhases[0] : *at;
}

QString residentName(BarRole role) {
    if (role == BarRole::Weights) return StepText::tr("Weights");
    if (role == BarRole::Dataset) return StepText::tr("Data set");
    return role == BarRole::Optimiser ? StepText::tr("Optimiser") : StepText::tr("Gradients");
}

}  // namespace

std::vector<StepArea> stepAreas(const StepTimeline& timeline) {
    std::vector<Level> levels;
    for (const StepTimeline::Point& point : timeline.points) levels.push_back(levelOf(point));
    if (levels.empty()) return {};
    std::ranges::stable_sort(levels, {}, &Level::ms);
    const double end = std::max(timeline.duration_ms, levels.back().ms);
    const std::vector<Level> whole = cut(levels, 0.0, end);
    const Level peak = cut(levels, timeline.peak_ms, timeline.peak_ms).front();
    std::vector<StepArea> areas;
    for (std::size_t i = 0; i < kResident.size(); ++i) {
        if (kResident[i] == BarRole::Dataset && peak.bytes[i] <= 0) continue;  // on the host, or there is none
        areas.push_back(areaOf(whole, i, kResident[i]));
        areas.back().name = residentName(kResident[i]);
        areas.back().figure = {static_cast<std::int64_t>(peak.bytes[i])};
    }
    if (timeline.phases.empty()) areas.push_back(areaOf(whole, kResident.size(), BarRole::Activations));
    for (std::size_t i = 0; i < timeline.phases.size(); ++i) {
        const double from = i == 0 ? 0.0 : timeline.phases[i].begin_ms;
        const double to = i + 1 < timeline.phases.size() ? timeline.phases[i + 1].begin_ms : end;
        if (to > from)
            areas.push_back(areaOf(cut(levels, from, to), kResident.size(), phaseRole(timeline.phases[i].phase)));
    }
    return areas;
}

QString phaseName(Phase phase) { return *lookOf(phase).name ? StepText::tr(lookOf(phase).name) : QString(); }

QString phaseShortName(Phase phase) { return phaseName(phase).section(QLatin1Char(' '), -1); }

QString phaseSentence(const StepTimeline::PhaseSpan& span) {
    QString text = StepText::tr(lookOf(span.phase).sentence);
    if (lookOf(span.phase).per_batch)
        text = StepText::tr("%1, micro-batch %2").arg(text, countText(span.micro_batch + 1));
    return text + QStringLiteral(": ") + durationText((span.end_ms - span.begin_ms) / 1000.0);
}

namespace {

/// Phase::None: of the whole step.
const PhaseSpeed* speedOf(const StepSpeed& speed, Phase phase) {
    if (speed.step == 0) return nullptr;
    if (phase == Phase::None) return &speed.whole;
    const auto it = std::ranges::find(speed.phases, phase, &PhaseSpeed::phase);
    return it == speed.phases.end() ? nullptr : &*it;
}

double shareOf(const PhaseSpeed* speed) { return speed ? std::clamp(speed->share_of_limit, 0.0, 1.0) : 0.0; }

}  // namespace

double shareOfLimit(const StepTimeline& timeline, Phase phase) { return shareOf(speedOf(timeline.speed, phase)); }

QString speedSentence(const StepTimeline& timeline, Phase phase) {
    const PhaseSpeed* speed = speedOf(timeline.speed, phase);
    const double share = shareOf(speed);
    if (share <= 0) return {};
    return StepText::tr("%1 % of what this machine can do: %2 GFLOP/s, %3 GB/s, as watched in step %4")
        .arg(numberText(100 * share, 0), numberText(speed->gflops, speed->gflops < 10 ? 1 : 0),
             numberText(speed->gb_s, speed->gb_s < 10 ? 1 : 0), countText(timeline.speed.step));
}

BarRole phaseRole(Phase phase) { return lookOf(phase).role; }

QString peakReason(const StepTimeline& timeline) {
    if (timeline.peak_tensors.count <= 0) return {};
    const RoleBytes at = bytes_at(timeline, timeline.peak_ms);
    std::vector<Role> roles;
    for (std::size_t i = 0; i < kRoleCount; ++i)
        if (at.bytes[i].count > 0) roles.push_back(static_cast<Role>(i));
    std::ranges::stable_sort(roles, std::ranges::greater{}, [&](Role role) { return at[role]; });
    if (roles.size() > 3) roles.resize(3);
    QStringList parts;
    for (const Role role : roles) {
        parts << QStringLiteral("%1 %2").arg(roleName(bar_role(role)), tensorText(at[role]));
        if (role != Role::Activations) continue;
        QStringList phases;
        for (std::size_t i = 0; i < timeline.peak_activations.bytes.size(); ++i)
            if (const Bytes bytes = timeline.peak_activations.bytes[i]; bytes.count > 0)
                phases << QStringLiteral("%1 %2").arg(phaseName(static_cast<Phase>(i)), tensorText(bytes));
        if (!phases.isEmpty()) parts.back() += QStringLiteral(" (%1)").arg(phases.join(QStringLiteral(", ")));
    }
    QString text = tensorText(timeline.peak_tensors);
    if (timeline.peak_phase != Phase::None) text = StepText::tr("%1 in %2").arg(text, phaseName(timeline.peak_phase));
    text += QStringLiteral(": ") + parts.join(QStringLiteral(", "));
    if (timeline.largest.empty() || timeline.largest.front().label.empty()) return text;
    const PeakTensor& largest = timeline.largest.front();
    return StepText::tr("%1; largest: %2 %3").arg(text, coreText(largest.label), tensorText(largest.bytes));
}

QString peakText(const StepTimeline& timeline, MemoryUnit unit, bool brief) {
    const std::int64_t tensors = shownUnits(timeline.peak_tensors, unit);
    const std::int64_t sum = shownUnits(timeline.peak_tensors + timeline.peak_overhead, unit);
    const QString pattern =
        brief ? StepText::tr("Peak %1 + %2 = %3") : StepText::tr("Peak %1 tensors + %2 cache, context = %3");
    return pattern.arg(shownText(tensors, unit), shownText(sum - tensors, unit), shownText(sum, unit));
}

}  // namespace headroom::ui
