// Where a step's time goes, beside what the machine could do. Torch-free header.
#pragma once

#include "core/api/memory_report.h"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace headroom {

struct Roof;
struct WatchedPhase;

/// The value "where" of a bench's line: figures of one step, of the mean of `steps` that were watched.
///   step_ms; share_of_roof: the least time that the work takes on this machine by its time
///   roof: fp32_gflops, bf16_gflops, fp32_gb_s, bf16_gb_s
///   phases: [phase, ms, share (of the step), gflop, gflops, gb, gb_s, share_of_roof, between_ms, operations:
///     [operation, shape, precision, calls, ms, share, gflop, direct_gflop, gflops, gb, gb_s, share_of_roof]]
/// share_of_roof is null for what computes and moves nothing.
nlohmann::json where_report(const std::vector<WatchedPhase>& phases, int steps, const Roof& roof);

/// Of one step that was watched; `step` is left 0.
StepSpeed speed_of(const std::vector<WatchedPhase>& phases, const Roof& roof);

}  // namespace headroom
