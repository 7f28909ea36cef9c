// The way from nothing to the first step, phase by phase. Torch-free header.
#pragma once

#include "core/api/services.h"
#include "core/api/train_config.h"
#include "core/base/result.h"

#include <stop_token>
#include <string>

namespace headroom {

/// Prepares a run of `config` and makes two steps; nothing is saved but the packed data set. The JSON line of `bench start`: `phases`, a list of {phase, ms} in order, beginning
/// with the process itself (from its start, as the kernel has it, within 10 ms) and ending with the first step; `total_ms`, their sum;
/// `second_step_ms`, what a step takes once all is warm. Once per process; on the worker's thread.
Result<std::string> run_start_bench(const TrainConfig& config, const ProgressFn& progress, std::stop_token stop);

}  // namespace headroom
