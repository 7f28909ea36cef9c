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
    const auto times = [&](std::int64_t every) { return every > 0 ? config.steps / every : 0; };
    const std::int64_t by_score = config.best_by == BestBy::Family ? 0 : config.scores_every;  // each may be the best
    if (config.checkpoint_every <= 0 && by_score <= 0) return 1;
    return config.steps > 0 ? std::min(kept, times(config.checkpoint_every) + times(by_score) + 1) : kept;
}

/// How many of them need room that is free now: of a run that goes on all but two lie there already.
inline std::int64_t new_checkpoints(const TrainConfig& config, bool goes_on) {
    const std::int64_t most = most_checkpoints(config);
    return goes_on ? std::min<std::int64_t>(most, 2) : most;
}

}  // namespace headroom
