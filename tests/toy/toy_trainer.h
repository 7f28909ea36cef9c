// ToyTrainer: one run that learns the mean picture of a data set. Lives on the worker's thread.
#pragma once

#include "core/train/run/run_trainer.h"
#include "tests/toy/toy_step.h"

#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom::test {

class ToyTrainer final : public PictureTrainer {
public:
    explicit ToyTrainer(std::string cache_dir) : PictureTrainer(std::move(cache_dir)) {}

private:
    Result<void> check(const PackedDataset& data) const override;
    Result<void> build(const ProgressFn& progress) override;
    Result<void> restore(const CheckpointContent& content, bool weights_only) override;
    void take_on(const TrainConfig& next, const ProgressFn& progress) override;
    Bytes fixed_bytes(const TrainConfig& config) const override { return static_memory_of(config).total(); }
    std::pair<std::int64_t, std::int64_t> parameters() const override { return {net_->mean().numel(), 0}; }
    bool is_built() const override { return net_ != nullptr; }
    std::vector<NamedBlock> named_blocks() const override;
    Result<void> draw(const SampleRequest& request, SampleReady& out) override;
    /// The same picture again and again.
    ImageList draw_scored(std::int64_t first, std::int64_t count) override;
    double score() override;
    NetworkParts parts() const override { return net_->parts(); }
    void drop_networks() override { net_.reset(); }

    void try_step(StepTransaction& step) override;
    void commit(double seconds, StepDone& out) noexcept override { count_step(seconds, out); }
    ToldFigures tell(StepDone& out) override;
    void use_rung(const TrainConfig& config) override { config_ = config; }
    int micro_batch() const override { return net_->micro_batch(); }
    ToyWindow make_window() const;

    std::unique_ptr<ToyNet> net_;
    at::Tensor loss_;  ///< of the try that went well last; undefined: there was none
};

}  // namespace headroom::test
