// A whole run folder made by the real session over the toy backend.
#pragma once

#include "core/api/train_config.h"

#include <cstdint>
#include <string>

namespace headroom::test {

/// Settings of a run that is over at once: 32 px, width 8, batches of 8, previews and checkpoints every step.
TrainConfig toy_config(std::int64_t steps);

/// Trains to `steps` in `run_dir` and waits for the end; fails the process by an exception if it does not end well.
void train_toy_run(const std::string& run_dir, std::int64_t steps);

}  // namespace headroom::test
