// CounselKeeper: what counsel sees of the run under way, and the changes that Autopilot makes.
#pragma once

#include "core/engine/backend.h"
#include "core/engine/counsel/counsel_watch.h"
#include "core/engine/run/run_files.h"
#include "core/engine/run/settings_changes.h"

#include <cstdint>
#include <optional>

namespace headroom {

/// The worker's thread.
class CounselKeeper {
public:
    CounselKeeper(SharedState& shared, RunFiles& files, SettingsChanges& changes, CounselWatch::TellFn tell);

    /// The run's files are open and `trainer` is ready. `goes_on`: with the settings `stored`, and counsel knows what it has seen and done in it before.
    void begin(Trainer& trainer, const PreparedRun& prepared, const TrainConfig& stored, bool goes_on);
    /// Tells what stands by now to those who have heard of the run only since begin().
    void repeat() const { watch_.repeat(); }
    void add(const StepDone& step) { watch_.add(step); }
    void add_scores(const ScoresDone& scores) { watch_.add_scores(scores); }
    bool asks_for_scores() { return watch_.asks_for_scores(); }
    bool would_ask_for_scores() const { return watch_.would_ask_for_scores(); }
    /// Pictures of fixed latents, or the first ones of the data.
    void show(const SampleReady& sample);
    /// Settings that are in force now, all of one change.
    void changed(Trainer& trainer, const ParamPatch& changed, std::int64_t step, bool automatic);

    /// Whether Autopilot is on and has a change to make now. One that waits for its pictures and that nobody wants any more is withdrawn.
    bool wants_change(Trainer& trainer, const StepDone& last);
    /// Makes it, now or when its pictures are packed, and notes it.
    void make_change(Trainer& trainer, const StepDone& last);

private:
    /// The first pictures of the data, which look otherwise at another size.
    void show_data(Trainer& trainer);
    /// What was tried is made or refused: that is noted, or another change is advised.
    void settle(Trainer& trainer, const StepDone& last);

    SharedState& shared_;
    RunFiles& files_;
    SettingsChanges& changes_;
    bool recalls_ = false;  ///< counsel is shown the past, of which nothing is told
    CounselWatch watch_;
    std::optional<CounselNotice> tried_;  ///< what Autopilot makes the change of
};

}  // namespace headroom
