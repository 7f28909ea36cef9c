// Words of the timeline's marks, made from events.
#pragma once

#include "ui/models/metrics_model.h"

#include <string_view>

namespace headroom::ui {

/// The mark of a change ("G rate 2e-4 to 1e-4"); nothing for what the ladder changed, which the recovery's mark says.
std::optional<MetricsMark> markOf(const ParamApplied& change, ModelKind kind);
/// "OOM survived: 256 × 1 to 128 × 2" (micro-batch times accumulation, where the ladder changed them); "Out of memory" where
/// the run ended.
MetricsMark markOf(const OomRecovered& event);
MetricsMark markOf(const CheckpointSaved& event);
/// "Resolution 128 refused: the change does not fit", of what a run's plan asks for; nothing for other refusals, which their fields tell.
std::optional<MetricsMark> markOf(const ParamRefused& refused, ModelKind kind);
/// What a stored run's history holds of it, in the words of a run of that kind.
MetricsMark markOf(const HistoryMark& mark, ModelKind kind_of_run);

/// How the engine tells of a recovery, "out of memory survived; Micro-batch 32 to 16, accumulation 1 to 2: peak 4.00 GiB to 3.10 GiB, step repeated; ...",
/// or of one thing that was tried, in the window's language.
QString recoveryText(std::string_view recorded);

/// What differs between two texts of prompts: "storm clouds 0.40 to 0.60", "+ fog", "− fog", else "Prompts changed".
QString promptChange(const std::string& before, const std::string& after);

/// A value as short as it can be said ("2e-4", "on", "bf16", "10 k").
QString shortValue(const std::string& key, const ParamValue& value);

}  // namespace headroom::ui
