// TrainWorker: the life of one run on its own thread: prepare, step, publish, stop. Owns the trainer and so every tensor.
#pragma once

#include "core/base/clock.h"
#include "core/engine/backend.h"
#include "core/engine/run/counsel_keeper.h"
#include "core/engine/run/run_files.h"
#include "core/engine/run/run_plan.h"
#include "core/engine/run/run_samples.h"
#include "core/engine/run/run_watch.h"
#include "core/engine/run/run_writer.h"
#include "core/engine/run/score_keeper.h"
#include "core/engine/run/settings_changes.h"
#include "core/engine/run/shared_state.h"

#include <memory>
#include <string>

namespace headroom {

class TrainWorker {
public:
    TrainWorker(SharedState& shared, std::shared_ptr<Backend> backend, RunRequest request, std::string runs_root);

    /// The thread's body. Every failure becomes an event; never throws.
    void run();

private:
    enum class Next { Continue, Stop, StopWithoutSaving, TimeIsOver };

    Result<void> prepare();
    /// Says that the run has begun.
    void announce();
    void loop();
    Next handle(PendingCommands pending);
    void lend();
    bool one_step();
    /// Makes the change of the run's plan that is due. False: the run has failed.
    bool follow_plan();
    /// Autopilot's change, where it makes one now. False: the run has failed.
    bool follow_counsel();
    /// As one_step().
    bool after_step(const StepDone& metrics);
    void take_snapshot(const std::string& path);
    /// Pauses the run and says why if a file of it could not be written; false: nothing is wrong.
    bool pause_for_disk();
    void publish_memory(bool force);
    /// The configuration and the networks in force, for everyone to read.
    void publish_settings();
    /// Settings were changed by `source`: they are published and written, and what was learned of steps before is forgotten.
    void settings_changed(const ChangeSource& source);
    /// Answers every key of `patch`.
    void on_applied(const TrainConfig& before, const ParamPatch& patch, const ChangeSource& source);
    /// What the trainer and the watch tell: logged, marked in the history, handed on.
    void on_event(Event event);
    /// Log, mark, report file (its path is put into the event), the settings that the ladder left.
    void on_oom(OomRecovered& oom);
    /// What a step came to: to the window, the history, the forecasts.
    void tell(const StepDone& metrics);
    /// Of steps whose figures come after them: those that are known. `all`: waits for the rest.
    Result<void> tell_figures(bool all);
    /// False: the run has failed and is over.
    bool tell_all_figures();
    /// Ends the run, which cannot go on; false.
    bool give_up(const Error& error);
    /// Ends whatever uses the trainer, then the trainer.
    void give_up_trainer();
    /// After the trainer is gone: says so when tensors of the run are still alive.
    void check_leftovers();
    void finish(const std::string& reason);
    void fail(const Error& error);
    /// Last words on disk, and the run's lock is given back. A run that never began leaves nothing behind; one that could
    /// not be resumed stays as it was. Returns the run's folder; empty: there is none.
    std::string close_files(const std::string& state);
    std::string limit_reached() const;

    SharedState& shared_;
    std::shared_ptr<Backend> backend_;
    RunRequest request_;
    std::string runs_root_;
    RunFiles files_{shared_};
    std::unique_ptr<Trainer> trainer_;
    PreparedRun prepared_;
    StepDone last_;  ///< the latest step that was made; its figures are those of the latest step that has told them
    bool begun_ = false;                  ///< prepared: from here on the run's files are this worker's to write
    std::int64_t undisturbed_after_ = 0;  ///< up to this step times say nothing: the first one, one after a change
    bool paused_ = false, single_ = false, lent_ = false;
    bool plan_waits_ = false;
    const char* ends_ = nullptr;                 ///< why it ends as soon as it is saved
    std::optional<Clock::time_point> deadline_;  ///< when the run saves and stops by itself
    Clock::time_point last_memory_{}, last_timeline_{}, last_info_{};
    Bytes live_before_;  ///< of the whole process, before this run
    RunWatch watch_{[this](Event e) { on_event(std::move(e)); }};
    RunWriter writer_{shared_, files_};
    CounselKeeper counsel_{shared_, files_, changes_, [this](CounselTold told) { on_event(std::move(told)); }};
    ScoreKeeper scores_{shared_, files_, writer_, [this](const ScoresDone& done) { counsel_.add_scores(done); }};
    RunSamples samples_{shared_, files_, writer_, [this](const SampleReady& sample) { counsel_.show(sample); }};
    SettingsChanges changes_;  // last of what works: its job uses the trainer
    RunPlan plan_{changes_};
};

}  // namespace headroom
