// SpeedWatch: watches one step of a run when it is asked to, and holds what it computed against what this machine can do.
// On the worker's thread.
#pragma once

#include "core/api/train_config.h"
#include "core/engine/backend.h"
#include "core/memory/where/roof.h"
#include "core/train/run/run_memory.h"

#include <functional>
#include <optional>
#include <utility>

namespace headroom {

class SpeedWatch {
public:
    /// The next step is watched.
    void ask() { asked_ = true; }
    bool is_asked() const { return asked_; }
    /// Makes `step` under watch; after one that was made its speed is known, or `emit` hears a Warning "speed". The limits are measured
    /// once for each number of threads: a second or two and some 200 MiB of what the budget leaves, the reserve included.
    StepOutcome watched(const std::function<StepOutcome()>& step, const std::function<TrainConfig()>& settings,
                        const RunMemory& memory, const EmitFn& emit);
    /// Of the latest watched step, where `config` is still what it was.
    StepSpeed known(const TrainConfig& config) const { return config == config_ ? speed_ : StepSpeed{}; }

private:
    bool asked_ = false;
    StepSpeed speed_;
    TrainConfig config_;                          ///< as the step left them
    std::optional<std::pair<int, Roof>> limits_;  ///< with so many threads
};

}  // namespace headroom
