// ScoreKeeper: when a run is scored, and what becomes of it: an event, a row of its history, a line of its log.
#pragma once

#include "core/engine/run/run_files.h"

#include <cstdint>
#include <optional>

namespace headroom {

/// The worker's thread.
class ScoreKeeper {
public:
    ScoreKeeper(SharedState& shared, RunFiles& files) : shared_(shared), files_(files) {}

    /// The run goes on after `step`; scores of before count for the best one.
    void resume(std::int64_t step);
    /// Whether a run that stands after this step is to be scored by its settings, and has not been there yet.
    bool is_due(const TrainConfig& config, const StepDone& last) const;
    /// Scores the run as it stands. A failure is told and the run goes on.
    void take(Trainer& trainer, const StepDone& last);
    /// Those of this step; nothing: it has none.
    const RunScores* at(std::int64_t step) const;
    /// Whether they are better than all before, by that figure.
    bool is_best(std::int64_t step, BestBy by) const;

private:
    SharedState& shared_;
    RunFiles& files_;
    std::vector<ScoresDone> all_;
    std::int64_t failed_at_ = -1;  ///< the step after which it could not be done: not tried again there
};

}  // namespace headroom
