// Bench: measures training steps of one configuration. Torch-free header.
#pragma once

#include "core/api/services.h"
#include "core/api/train_config.h"
#include "core/base/result.h"

#include <stop_token>
#include <string>

namespace headroom {

struct BenchOptions {
    int steps = 30, warmup = 3;
    bool where = false;  ///< also where the time of a few more steps goes (where_report.h); on the CPU alone
};

/// Trains `options.warmup` and then `options.steps` timed steps; returns the JSON line of the command line's `bench`.
Result<std::string> run_bench(const TrainConfig& config, const BenchOptions& options, ProgressFn progress,
                              std::stop_token stop);

}  // namespace headroom
