// LeadTrainer: the trainer of a run with several processes, on process 0. The engine sees one trainer as ever; the other processes follow
// what this one is told (follower.h).
#pragma once

#include "core/engine/backend.h"
#include "core/train/ranks/step_peers.h"
#include "core/train/run/run_trainer.h"
#include "core/train/torch_backend.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace headroom {

/// On the worker's thread.
class LeadTrainer final : public Trainer {
public:
    LeadTrainer(std::unique_ptr<RunTrainer> trainer, TrainGroup group);
    /// Tells the others that the run is over.
    ~LeadTrainer() override;

    Result<PreparedRun> prepare(const TrainConfig& config, const CheckpointContent* restored, bool weights_only,
                                ProgressFn progress, EmitFn emit, std::stop_token stop) override;
    StepOutcome step() override;
    Result<void> apply(const TrainConfig& next, ProgressFn progress, std::stop_token stop) override;
    bool needs_other_data(const TrainConfig& next) const override { return trainer_->needs_other_data(next); }
    Result<void> ready_data(const TrainConfig& next, ProgressFn progress, std::stop_token stop) override {
        return trainer_->ready_data(next, std::move(progress), std::move(stop));
    }
    TrainConfig config() const override { return trainer_->config(); }
    TrainConfig own_part() const override { return trainer_->own_part(); }
    NetworkLayout layout() const override { return trainer_->layout(); }
    void answer_oom(OomAnswer answer) override { trainer_->answer_oom(answer); }
    Result<SampleReady> sample(const SampleRequest& request) override { return trainer_->sample(request); }
    Result<std::shared_ptr<const CheckpointContent>> checkpoint() override { return trainer_->checkpoint(); }
    std::shared_ptr<const MemoryReport> memory() override;
    std::shared_ptr<const StepTimeline> timeline() override { return trainer_->timeline(); }
    Result<RunScores> scores(const ProgressFn& progress, std::stop_token stop) override {
        return trainer_->scores(progress, std::move(stop));
    }
    Result<void> measure_next_step() override { return trainer_->measure_next_step(); }
    Result<std::string> memory_snapshot() override { return trainer_->memory_snapshot(); }
    Result<void> lend() override;
    Result<void> take_back() override;
    bool reached_limit() const override { return trainer_->reached_limit(); }

private:
    Result<void> prepare_others(const CheckpointContent* restored, bool weights_only);
    /// Tells all to do something; `mine` is how it went here.
    Result<void> all_do(OrderKind kind, const std::string& settings, const std::function<Result<void>()>& mine);
    Result<void> tell_step(const TrainConfig& config);
    /// Keeps what the others are told at the end.
    Error failed_because(const Error& error);

    std::unique_ptr<RunTrainer> trainer_;
    TrainGroup group_;
    StepPeers peers_;
    TrainConfig told_;  ///< settings that the others have
    bool stop_told_ = false;
    std::optional<Error> failed_;  ///< why the run cannot go on
};

/// Compares the weights and moments of all processes. Error naming the first process that has others.
Result<void> compare_states(Collective& all, const RunTrainer& trainer, std::int64_t step);
/// Whether they are compared after that step.
bool compares_after(std::int64_t step);

}  // namespace headroom
