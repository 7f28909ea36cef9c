// How many times as fast a change of settings makes a run, from its forecasts.
#pragma once

#include "core/api/forecast.h"
#include "core/families/registry.h"

#include <optional>

namespace headroom {

/// In pictures per second where the run trains, in iterations where it paints; nothing where either time is not known. The one source of all speeds
/// that changes would bring.
inline std::optional<double> speed_factor(const Forecast& now, const TrainConfig& as_now, const Forecast& then,
                                          const TrainConfig& as_then) {
    if (!now.complete || !then.complete || now.seconds_per_step <= 0 || then.seconds_per_step <= 0) return std::nullopt;
    const bool trains = family_of(as_then).facts().trains;
    const double images =
        trains ? static_cast<double>(as_then.effective_batch()) / static_cast<double>(as_now.effective_batch()) : 1.0;
    return now.seconds_per_step / then.seconds_per_step * images;
}

}  // namespace headroom
