// The one-step plot's contents, free of painting: stacked areas over time, phase names, round numbers.
#pragma once

#include "ui/bridge/qt_format.h"
#include "ui/shell/theme.h"

#include <QPointF>

namespace headroom::ui {

/// A filled area between two lines that share their x (milliseconds); y in bytes.
struct StepArea {
    BarRole role = BarRole::Activations;
    QString name;  ///< resident layers only: "Weights"
    Bytes figure;  ///< resident layers only: bytes at the peak
    std::vector<QPointF> lower, upper;
};

/// Resident layers (weights, optimiser, gradients) over the whole step, then one area per phase on top of them.
std::vector<StepArea> stepAreas(const StepTimeline& timeline);

/// Long and short name of a phase ("D real", "real"); both empty for phases too short to be named in the strip.
QString phaseName(Phase phase);
QString phaseShortName(Phase phase);
/// The name for tooltips ("Discriminator on real images, micro-batch 2").
QString phaseSentence(const StepTimeline::PhaseSpan& span);
/// What `phase` reached of what this machine can do, from 0; 0: not watched, or it computes nothing.
double shareOfLimit(const StepTimeline& timeline, Phase phase);
/// The same in words ("62 % of what this machine can do: 181 GFLOP/s, 12 GB/s in step 320"); empty for 0.
QString speedSentence(const StepTimeline& timeline, Phase phase);
/// Colour of a phase's block and area.
BarRole phaseRole(Phase phase);

/// Why the peak is where it is, in one sentence: what was alive by role, activations by phase, and the largest tensor. Empty without a recorded peak.
QString peakReason(const StepTimeline& timeline);
/// "Peak 3.41 tensors + 0.61 cache, context = 4.02": rounded so that it adds up; `brief` leaves the words out.
QString peakText(const StepTimeline& timeline, MemoryUnit unit, bool brief = false);

}  // namespace headroom::ui
