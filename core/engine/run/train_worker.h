// TrainWorker: the life of one run on its own thread: prepare, step, publish, sample, save, stop. Owns the trainer and so
// every tensor; the run folder and its history are written here too.
#pragma once

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/engine/run/background_writer.h"
#include "core/engine/backend.h"
#include "core/engine/run/pending_change.h"
#include "core/engine/run/run_watch.h"
#include "core/engine/run/shared_state.h"
#include "core/io/runs/run_folder.h"
#include "core/io/runs/run_history.h"

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace headroom {

class TrainWorker {
public:
    TrainWorker(SharedState& shared, std::shared_ptr<Backend> backend, RunRequest request, std::string runs_root);
    ~TrainWorker();

    /// The thread's body. Every failure becomes an event; never throws.
    void run();

private:
    enum class Next { Continue, Stop, StopWithoutSaving };

    Result<void> prepare();
    /// A broken history is kept aside and begun anew; only a disk that takes nothing ends the run.
    Result<void> open_history();
    Result<void> open_run(std::optional<CheckpointContent>& restored);
    void loop();
    Next handle(PendingCommands pending);
    /// A change that needs pictures of another size waits for them while training goes on; any other is applied at once.
    void apply(ParamPatch patch, ChangeOrigin origin);
    void apply_now(const ParamPatch& patch, ChangeOrigin origin);
    void prepare_change(ParamPatch patch, ChangeOrigin origin, const TrainConfig& next);
    /// Applies what was waiting when its pictures are there.
    void finish_change();
    /// Ends the packing and says that its change was not made.
    void abandon_change();
    void refuse(const ParamPatch& patch, const std::string& why);
    /// Ends whatever uses the trainer, then the trainer.
    void give_up_trainer();
    void lend();
    bool one_step();
    void after_step(const StepDone& metrics);
    void publish_memory(bool force);
    /// After the trainer is gone: says so when tensors of the run are still alive.
    void check_leftovers();
    /// The configuration and the networks in force, for everyone to read.
    void publish_settings();
    /// `config` as a user has it: `steps` of a run over a folder follow from its pictures and are nobody's setting.
    TrainConfig as_asked(TrainConfig config) const;
    void take_sample(const SampleRequest& request, bool keep);
    /// Shows the picture that is painted; keeps it at the settings' pace, and the last one of each picture of a folder.
    void show_painting(const StepDone& metrics, const TrainConfig& config);
    /// Writes the picture beside training and tells of it.
    void keep_sample(SampleReady& sample);
    /// The same with the result of a folder's picture. A checkpoint says that it is done, so none is written before it is.
    void keep_frame(SampleReady& sample, const std::string& file);
    /// What keep_frame gave and could not be written yet; on the writer's thread. An error, not told yet: the disk still refuses.
    Result<void> write_frames();
    void take_snapshot(const std::string& path);
    void save_checkpoint();
    /// A file of the run could not be written: a warning with what to do; for a fault of the disk the run pauses after this step.
    void disk_failed(const Error& error);
    /// Pauses the run and says why if a file of it could not be written; false: nothing is wrong.
    bool pause_for_disk();
    /// The run was resumed: what went wrong before pauses it no more, and pictures that could not be written are tried again.
    void try_disk_again();
    void write_checkpoint(const CheckpointContent& content, std::int64_t keep);
    void add_mark(const std::string& kind, const std::string& text, std::int64_t step, std::int64_t images);
    void on_event(Event event);
    /// Log, mark, report file (its path is put into the event), the settings that the ladder left.
    void on_oom(OomRecovered& oom);
    void write_info(const std::string& state);
    void finish(const std::string& reason);
    void fail(const Error& error);
    /// Last words on disk, and the run's lock is given back. A run that never began leaves nothing behind; one that could
    /// not be resumed stays as it was. Returns the run's folder; empty: there is none.
    std::string close_files(const std::string& state);
    /// Gives the writer a job; what it throws becomes a warning.
    void post(std::string kind, std::function<void()> job);
    std::string limit_reached() const;
    void log(LogLevel level, const std::string& text);
    ProgressFn progress();

    SharedState& shared_;
    std::shared_ptr<Backend> backend_;
    RunRequest request_;
    std::string runs_root_;
    std::optional<RunFolder> folder_;
    std::optional<HistoryStore> history_;
    std::mutex history_mutex_;  ///< the writer's thread adds checkpoints
    std::unique_ptr<Trainer> trainer_;
    PreparedRun prepared_;
    std::int64_t asked_steps_ = 0;  ///< that the run's settings had
    RunInfo info_;
    StepDone last_;
    std::atomic<std::int64_t> last_checkpoint_{-1};
    std::mutex disk_mutex_;
    std::string disk_trouble_;  ///< what a file could not be written for and what to do; the writer's thread sets it
    struct Frame {
        SampleReady sample;
        TrainConfig config;
    };
    std::deque<Frame> frames_;                                 ///< not written yet; of the writer's thread
    std::atomic<std::int64_t> last_requested_checkpoint_{-1};  ///< the writer's thread takes a failed one back
    LogSinkId log_sink_ = 0;
    double best_score_;
    bool begun_ = false;  ///< prepared: from here on the run's files are this worker's to write
    bool disturbed_ = true;  ///< the next step's time says nothing: the first one, or one after a change
    bool paused_ = false, single_ = false, lent_ = false;
    Clock::time_point last_memory_{}, last_timeline_{}, last_info_{}, last_shown_{};
    Bytes live_before_;       ///< of the whole process, before this run
    RunWatch watch_{[this](Event e) { on_event(std::move(e)); }};
    std::unique_ptr<PendingChange> pending_;    ///< a change that waits for its pictures; uses the trainer
    std::unique_ptr<BackgroundWriter> writer_;  // last: its jobs use what stands above
};

}  // namespace headroom
