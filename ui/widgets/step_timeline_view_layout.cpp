// The one-step plot's contents, free of painting: stacked areas over time, phase names, round numbers.
#include "ui/widgets/step_timeline_view_layout.h"

#include <algorithm>

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
        const auto layer = std::find(kResident.begin(), kResident.end(), bar_role(role)) - kResident.begin();
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
        const auto above =
            std::lower_bound(levels.begin(), levels.end(), ms, [](const Level& l, double t) { return l.ms < t; });
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

struct PhaseLook {
    Phase phase;
    const char *name, *sentence;
    BarRole role = BarRole::Context;
    bool per_batch = false;  ///< once for each micro-batch, which the sentence names
};
constexpr PhaseLook kPhases[] = {
    {Phase::None, "", "Between phases"},
    {Phase::DReal, "D real", "Discriminator on real images", BarRole::Activations, true},
    {Phase::DFake, "D fake", "Discriminator on made images", BarRole::ActivationsAlt, true},
    {Phase::DPenalty, "D penalty", "Gradient penalty of the discriminator", BarRole::Activations, true},
    {Phase::DOptimiser, "D Adam", "Optimiser step of the discriminator", BarRole::Optimiser},
    {Phase::G, "G", "Generator, forward and backward", BarRole::Activations, true},
    {Phase::GOptimiser, "G Adam", "Optimiser step of the generator", BarRole::Optimiser},
    {Phase::Ema, "EMA", "Averaging the weights", BarRole::Weights},
    {Phase::Data, "data", "Loading the batch", BarRole::Inputs},
    {Phase::Preview, "preview", "Making preview pictures"},
    {Phase::Save, "save", "Saving"},
    {Phase::Score, "score", "Scoring"},
    {Phase::Decode, "decode", "Decoding the picture", BarRole::Activations},
    {Phase::Clip, "CLIP", "Cutouts through CLIP and back", BarRole::ActivationsAlt},
    {Phase::DecodeBack, "decoder backward", "The decoder's backward pass", BarRole::Activations},
    {Phase::LatentStep, "optimiser", "The optimiser moves the codes", BarRole::Optimiser},
};

const PhaseLook& lookOf(Phase phase) {
    const auto at =
        std::find_if(std::begin(kPhases), std::end(kPhases), [&](const PhaseLook& p) { return p.phase == phase; });
    return at == std::end(kPhases) ? kPhases[0] : *at;
}

QString residentName(BarRole role) {
    if (role == BarRole::Weights) return QStringLiteral("Weights");
    if (role == BarRole::Dataset) return QStringLiteral("Data set");
    return role == BarRole::Optimiser ? QStringLiteral("Optimiser") : QStringLiteral("Gradients");
}

}  // namespace

std::vector<StepArea> stepAreas(const StepTimeline& timeline) {
    std::vector<Level> levels;
    for (const StepTimeline::Point& point : timeline.points) levels.push_back(levelOf(point));
    if (levels.empty()) return {};
    std::stable_sort(levels.begin(), levels.end(), [](const Level& a, const Level& b) { return a.ms < b.ms; });
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

QString phaseName(Phase phase) { return QLatin1String(lookOf(phase).name); }

QString phaseShortName(Phase phase) { return phaseName(phase).section(QLatin1Char(' '), -1); }

QString phaseSentence(const StepTimeline::PhaseSpan& span) {
    QString text = QLatin1String(lookOf(span.phase).sentence);
    if (lookOf(span.phase).per_batch) text += QStringLiteral(", micro-batch %1").arg(span.micro_batch + 1);
    return text + QStringLiteral(": ") + durationText((span.end_ms - span.begin_ms) / 1000.0);
}

BarRole phaseRole(Phase phase) { return lookOf(phase).role; }

QString peakText(const StepTimeline& timeline, MemoryUnit unit, bool brief) {
    const std::int64_t tensors = shownUnits(timeline.peak_tensors, unit);
    const std::int64_t sum = shownUnits(timeline.peak_tensors + timeline.peak_overhead, unit);
    const QString pattern =
        brief ? QStringLiteral("Peak %1 + %2 = %3") : QStringLiteral("Peak %1 tensors + %2 cache, context = %3");
    return pattern.arg(shownText(tensors, unit), shownText(sum - tensors, unit), shownText(sum, unit));
}

}  // namespace headroom::ui
