// RunWriter: writes checkpoints, samples and finished pictures of the run under way while it goes on, and knows what the disk refuses.
#pragma once

#include "core/engine/run/background_writer.h"
#include "core/engine/run/run_files.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace headroom {

/// The worker's thread; the jobs run on the writer's.
class RunWriter {
public:
    RunWriter(SharedState& shared, RunFiles& files) : shared_(shared), files_(files) {}

    void start() { writer_ = std::make_unique<BackgroundWriter>(); }
    /// The run goes on from this checkpoint.
    void resume(std::int64_t step);
    /// What is on the disk has other settings now, also where its step is the newest.
    void settings_changed() { last_requested_checkpoint_ = -1; }
    void wait_idle() { writer_->wait_idle(); }
    /// Finishes what was asked for.
    void stop() { writer_.reset(); }

    /// Copies the trainer's state and writes it as a checkpoint, unless this step's was asked for already.
    void save_checkpoint(Trainer& trainer, std::int64_t step);
    /// The same, and waits until all is written.
    void save_and_wait(Trainer& trainer, std::int64_t step);
    /// The same before the run ends. Whatever keeps the state from being saved is trouble.
    void save_last_checkpoint(Trainer& trainer, std::int64_t step);
    /// The same because somebody asked for it: one that is on the disk already is told of again.
    void answer_checkpoint(Trainer& trainer, std::int64_t step);
    /// Writes it as the best one, also where this step has one; nothing that is asked for later takes its place.
    void save_best_checkpoint(Trainer& trainer, std::int64_t step);
    /// The best one of those on the disk.
    std::optional<CheckpointInfo> best_checkpoint();
    /// After `step` the run goes on with other pictures: whatever a checkpoint up to there scored is no rival of those that come.
    void other_data_after(std::int64_t step) { other_data_after_ = std::max(other_data_after_.load(), step); }
    bool of_other_data(std::int64_t step) const { return step <= other_data_after_; }
    /// The step of the latest checkpoint on the disk; -1: none.
    std::int64_t last_checkpoint() const { return last_checkpoint_; }
    /// Writes the picture and reports it; its path is put into `sample` at once.
    void keep_sample(SampleReady& sample, const TrainConfig& in_force);
    /// The same with the result of a folder's picture. A checkpoint says that it is done, so none is written before it is.
    void keep_frame(SampleReady& sample, const std::string& file, const TrainConfig& in_force);
    void keep_oom_report(OomRecovered oom);
    void keep_snapshot(const std::string& path, std::string bytes);

    /// What a file of the run could not be written for since the last call, and what to do; empty: nothing is wrong.
    std::string take_trouble();
    /// What went wrong before is forgotten, and pictures that could not be written are tried again.
    void try_again();

private:
    struct Frame {
        SampleReady sample;
        TrainConfig config;
    };

    /// Gives the writer a job; what it throws becomes a warning.
    void post(std::string kind, std::function<void()> job);
    void save(Trainer& trainer, std::int64_t step, bool best);
    void write_checkpoint(const CheckpointContent& content, std::int64_t keep, bool best);
    /// Whether the family's score makes it the best one, where that decides.
    bool has_best_score(const CheckpointContent& content);
    /// Writes what keep_frame gave. An error, not reported yet: the disk still refuses.
    Result<void> write_frames();
    /// A file of the run could not be written: a warning with what to do; for a fault of the disk also trouble.
    void tell_failure(const Error& error);
    /// With trouble_mutex_ held.
    void set_trouble(const Error& error, const std::string& advice);

    SharedState& shared_;
    RunFiles& files_;
    std::atomic<std::int64_t> last_checkpoint_{-1};
    std::atomic<std::int64_t> last_requested_checkpoint_{-1};  ///< the writer's thread takes a failed one back
    std::atomic<std::int64_t> other_data_after_{-1};
    std::mutex trouble_mutex_;
    std::string trouble_;
    Error failure_;                             ///< the latest one, of whatever kind
    std::deque<Frame> frames_;                  ///< not written yet; of the writer's thread
    std::unique_ptr<BackgroundWriter> writer_;  // last: its jobs use what stands above
};

}  // namespace headroom
