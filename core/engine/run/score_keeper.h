// ScoreKeeper: when a run is scored, and what becomes of it: an event, a row of its history, a line of its log, the best checkpoint.
#pragma once

#include "core/engine/run/run_writer.h"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace headroom {

/// Figures of other features, of pictures of another size, or any but KID of another number of pictures, say nothing of each other.
bool can_be_compared(const RunScores& a, const RunScores& b, BestBy by);

/// The worker's thread.
class ScoreKeeper {
public:
    /// Called with what was taken.
    using ToldFn = std::function<void(const ScoresDone&)>;

    ScoreKeeper(SharedState& shared, RunFiles& files, RunWriter& writer, ToldFn told)
        : shared_(shared), files_(files), writer_(writer), told_(std::move(told)) {}

    /// The run's files are open: scores of before count. Settings by which no checkpoint may ever be the best one are told of.
    void begin(const TrainConfig& config);
    /// Whether a run that stands after this step is to be scored, by its settings or because somebody who asked got nothing, and has not been there yet.
    bool are_due(const TrainConfig& config, const StepDone& last) const;
    /// Scores the run as it stands and saves it where that makes it the best one. What goes wrong is told, and the run goes on.
    /// `asked`: somebody waits for them, and is told also that they were cut short. Then they are taken at the next chance, also when the run goes on
    /// another day.
    void take(Trainer& trainer, const StepDone& last, bool asked = false);
    /// The same because somebody asked for it.
    void take_now(Trainer& trainer, const StepDone& last, bool lent);

private:
    /// As Trainer::scores.
    Result<RunScores> computed(Trainer& trainer);
    void keep(const ScoresDone& done, const TrainConfig& config);
    /// Somebody waits for scores, or does no longer; the run's folder says so too.
    void set_wished(bool wished);
    /// Whether the latest scores are better by the settings' figure than those of the best checkpoint on the disk.
    bool are_best(BestBy by);

    SharedState& shared_;
    RunFiles& files_;
    RunWriter& writer_;
    ToldFn told_;
    std::vector<ScoresDone> all_;  ///< of the run, by step
    std::int64_t failed_at_ = -1;  ///< the step after which it could not be done: not tried again there
    bool wished_ = false;
};

}  // namespace headroom
