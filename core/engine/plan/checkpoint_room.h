// What a run's checkpoints take of the disk: what each holds of the memory, and how many there are.
#pragma once

#include "core/api/memory_report.h"
#include "core/api/train_config.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace headroom {

/// Whose bytes a checkpoint holds.
inline constexpr std::array kCheckpointRoles{Role::Weights, Role::Buffers, Role::Ema, Role::Optimiser, Role::Codebook};

/// How many checkpoints there are at most at a time: those that are kept, the best one and the one that is being written.
inline std::int64_t most_checkpoints(const TrainConfig& config) {
    const std::int64_t kept = config.checkpoint_keep + 2;
    if (config.checkpoint_every <= 0) return 1;
    return config.steps > 0 ? std::min(kept, config.steps / config.checkpoint_every + 1) : kept;
}

}  // namespace headroom
