// RunFiles: the folder of the run under way: opened or resumed, its configuration, state, history and log.
#pragma once

#include "core/base/log.h"
#include "core/engine/backend.h"
#include "core/engine/run/shared_state.h"
#include "core/io/runs/run_folder.h"
#include "core/io/runs/run_history.h"

#include <mutex>
#include <optional>
#include <string>

namespace headroom {

/// The worker's thread; the history and the log from the writer's thread too.
class RunFiles {
public:
    explicit RunFiles(SharedState& shared) : shared_(shared) {}
    ~RunFiles();

    /// Makes the run's folder or opens the one that is resumed, locks it and begins the log. Returns what the run begins with: a checkpoint or
    /// weights, nothing for a fresh run. A run that ended before its first checkpoint gives `request` its stored configuration and begins with its
    /// weights again.
    Result<std::optional<CheckpointContent>> open(RunRequest& request, const std::string& runs_root);
    /// The trainer is ready. A broken history is kept aside and begun anew; only a disk that takes nothing is an error.
    Result<void> begin(const RunRequest& request, const PreparedRun& prepared);

    /// What open() returned are given weights, which no checkpoint of the run holds yet.
    bool of_weights() const { return of_weights_; }
    RunFolder& folder() { return *folder_; }
    /// The settings as a user has them: `steps` of a run over a folder follow from its pictures and are nobody's setting.
    TrainConfig as_asked(TrainConfig config) const;
    void set_asked_steps(std::int64_t steps) { asked_steps_ = steps; }
    /// The settings that the run goes on with from the checkpoint `stored`, as `asked` means them: see as_meant() in run_plan.h and, of a draft,
    /// RunRequest::of_draft.
    TrainConfig going_on(TrainConfig asked, bool of_draft, const CheckpointContent& stored);
    /// Other settings are in force since the step `last`. What the run's plan has changed, `planned`, is in the next run as it was in the beginning of this
    /// one, unless somebody else sets it.
    void settings_changed(const TrainConfig& before, const ParamPatch& changed, bool planned, const StepDone& last);
    /// `in_force` as a user has it.
    Result<void> save_config(const TrainConfig& in_force) { return folder_->save_config(as_asked(in_force)); }
    void write_info(const std::string& state, const StepDone& last);
    /// The same at the run's end: the settings are a draft from here on, with which the next run begins as this one has.
    void end_with(const std::string& state, const StepDone& last);

    void add_step(const StepDone& metrics);
    void add_mark(const std::string& kind, const std::string& text, std::int64_t step, std::int64_t images);
    /// Also logged.
    void add_refusal(const RefusalMark& refusal);
    void add_sample(std::int64_t step, const std::string& path);
    Result<void> add_scores(const ScoresDone& scores);
    std::vector<ScoresDone> scores() const;
    std::vector<HistoryMark> marks() const;
    /// Of the run until now what counsel can make something of: some thousand steps, evenly thinned, and the latest samples. Without settings.
    RunHistory past() const;
    /// Somebody has asked for scores and has not got them; a file of the run's folder says so, for when the run goes on.
    bool wants_scores() const;
    Result<void> set_wants_scores(bool wants);
    Result<void> flush_history();
    void log(LogLevel level, const std::string& text);

    /// Ends the log and gives the lock back. `keep`: false takes a folder that was made for this run away again. Returns the run's folder;
    /// empty: there is none.
    std::string close(bool keep);

private:
    Result<std::optional<CheckpointContent>> resume(RunRequest& request);
    Result<std::optional<CheckpointContent>> create(const RunRequest& request, const std::string& runs_root);
    Result<std::optional<CheckpointContent>> read_weights_of(const RunRequest& request);

    SharedState& shared_;
    std::optional<RunFolder> folder_;
    std::optional<HistoryStore> history_;
    std::mutex history_mutex_;  ///< the writer's thread adds checkpoints and samples
    RunInfo info_;
    Precision automatic_ = Precision::Fp32;  ///< what "auto" is on the run's device
    bool of_weights_ = false;
    std::int64_t asked_steps_ = 0;  ///< that the run's settings had
    LogSinkId log_sink_ = 0;
};

}  // namespace headroom
