// ScoreKeeper: when a run is scored, and what becomes of it: an event, a row of its history, a line of its log, the best checkpoint.
#pragma once

#include "core/engine/run/run_writer.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// The worker's thread.
class ScoreKeeper {
public:
    /// Called with what was taken.
    using ToldFn = std::function<void(const ScoresDone&)>;

    ScoreKeeper(SharedState& shared, RunFiles& files, RunWriter& writer, ToldFn told)
        : shared_(shared), files_(files), writer_(writer), told_(std::move(told)) {}

    /// The run's files are open, and it stands after `last`: scores of before count. Settings by which no checkpoint may ever be the best one are told of.
    void begin(const TrainConfig& config, const StepDone& last);
    /// The run goes on with other pictures, against which nothing was scored yet: a mark of its history says so. Before begin() too.
    void data_changed(const StepDone& last);
    /// Whether a run that stands after this step is to be scored, by its settings or because somebody who asked got nothing, and has not been there yet.
    bool are_due(const TrainConfig& config, const StepDone& last) const;
    /// Whether a scoring after this step has given way to a pause.
    bool are_owed(const StepDone& last) const { return wished_ && failed_at_ != last.step; }
    /// Scores the run as it stands and saves it where that makes it the best one. What goes wrong is told, once where nobody has asked, and the run goes
    /// on. Gives way where the run is to stop, to pause or to be lent.
    /// `asked`: somebody waits for them, and is told also that they were cut short. Then they are taken at the next chance, also when the run goes on
    /// another day.
    void take(Trainer& trainer, const StepDone& last, bool asked = false);
    /// The same because somebody asked for it.
    void take_now(Trainer& trainer, const StepDone& last, bool lent);

private:
    /// As Trainer::scores, but what is thrown is an error too.
    Result<RunScores> computed(Trainer& trainer);
    /// `seconds`: that it has taken.
    void keep(const ScoresDone& done, const TrainConfig& config, double seconds);
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
    std::string told_failure_;     ///< why the latest one could not
    bool begun_ = false, data_changed_ = false, wished_ = false;
};

}  // namespace headroom
