// ScoreShelf: where a run leaves a scoring that was cut short, so that the same run, begun again in this session, goes on with it.
#pragma once

#include "core/train/score/run_scorer.h"

#include <mutex>
#include <utility>

namespace headroom {

/// Any thread. Whose scoring it was the scorer itself knows: it goes on with what is drawn again alone.
class ScoreShelf {
public:
    void put(RunScorer scorer) {
        const std::lock_guard lock(mutex_);
        kept_ = std::move(scorer);
    }
    RunScorer take() {
        const std::lock_guard lock(mutex_);
        return std::exchange(kept_, {});
    }

private:
    std::mutex mutex_;
    RunScorer kept_;
};

}  // namespace headroom
