// Forecast: what a configuration will cost before it is tried, and the network layout that such a question is about.
#pragma once

#include "core/api/memory_report.h"
#include "core/api/run_state.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

/// The widths a run's networks really have, lowest resolution first: a network that grew keeps those of its first size, so
/// the configuration alone does not tell them. Empty: no run, a fresh network of the configuration is meant.
struct NetworkLayout {
    std::int64_t size = 0;  ///< pixels per side that the widths are for
    std::vector<std::int64_t> widths_g, widths_d;
    std::int64_t fade_from = 0;  ///< size before growing while new stages fade in; 0: none do
    std::int64_t pixels_per_cell =
        0;  ///< of the VQGAN that paints, which other sides of the picture keep; 0: none is loaded

    bool empty() const { return widths_g.empty(); }
    bool operator==(const NetworkLayout&) const = default;
};

/// Most tensor bytes alive within one phase of a step.
struct PhasePeak {
    Phase phase = Phase::None;
    Bytes tensors;
};

/// What a configuration will cost. `exact` parts come from shapes; until `complete` the activations are unknown.
struct Forecast {
    Bytes static_before, static_after;  ///< weights, buffers, EMA, optimiser, gradients: exact from shapes
    bool complete = false;              ///< activations included: `peak`, `low`, `high` are valid
    bool pending = false;               ///< being measured; a ForecastReady event follows
    Bytes peak, low, high;              ///< this process: tensors, cache and context
    Bytes context;                      ///< in `peak`: libraries, kernels, slack
    Bytes data_left;      ///< what the data set would take where it lies on the device but is left on the host
    RoleBytes by_role;    ///< static roles always; when complete all of them at the peak, cache included
    Bytes between_steps;  ///< of `by_role`, what steps recorded as CUDA graphs keep from one to the next
    std::vector<PhasePeak> by_phase;  ///< in the order of a step; empty until complete
    double seconds_per_step = 0;      ///< 0: unknown
    bool seconds_measured = false;    ///< by steps of this very configuration; false: modelled from others
    std::string source;  ///< "exact from shapes", "2 probe steps", "2 probe steps, corrected by 40 steps of this run"

    Bytes tensors() const { return by_role.total() - by_role[Role::Cache]; }
    /// What cannot be done without: of what is kept for reuse nothing.
    Bytes needed() const { return context + tensors(); }
    /// Fits, but its range or the budget's last twentieth is touched when `to_spare` is left.
    bool is_tight(Bytes to_spare, Bytes budget) const {
        return to_spare.count >= 0 && (to_spare < high - peak || to_spare.count < budget.count / 20);
    }
};

/// What a whole run takes.
struct RunForecast {
    Forecast forecast;  ///< of when it takes most, of what is known; `pending`: what comes later is being measured
    std::string stage;  ///< of its plan, when that is: "once image.size is 128"; empty: from the beginning
    /// From when on nothing is known because it could not be measured, and why: "once image.size is 256: there is not even room for a probe step of 2
    /// pictures"; empty: nothing was in vain.
    std::string unmeasured{};
};

}  // namespace headroom
