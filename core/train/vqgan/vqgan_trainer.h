// VqganTrainer: one run that trains a VQGAN (stage 1): data, networks, steps, live changes, out-of-memory recovery, reconstructions and
// checkpoints. Lives on the worker's thread.
#pragma once

#include "core/families/vqgan/vqgan_train_config.h"
#include "core/models/vqgan/lpips.h"
#include "core/train/run/run_trainer.h"
#include "core/train/vqgan/vqgan_networks.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

class VqganTrainer final : public PictureTrainer {
public:
    explicit VqganTrainer(std::string cache_dir) : PictureTrainer(std::move(cache_dir)) {}

    /// For tests and benches.
    VqganNetworks& networks() { return *nets_; }

private:
    const VqganTrainConfig& own() const { return config_.own<VqganTrainConfig>(); }
    Result<void> check(const TrainConfig& config) const override;
    Result<void> check(const PackedDataset& data) const override;
    Result<void> build(const ProgressFn& progress) override;
    Result<void> restore(const CheckpointContent& content, bool weights_only) override;
    void take_on(const TrainConfig& next, const ProgressFn&) override { nets_->configure(next); }
    Bytes fixed_bytes(const TrainConfig& config) const override;
    Bytes preview_need() const override;
    std::pair<std::int64_t, std::int64_t> parameters() const override {
        return {nets_->parameters_g(), nets_->parameters_d()};
    }
    bool is_built() const override { return nets_ != nullptr; }
    std::vector<NamedBlock> named_blocks() const override {
        return nets_ ? nets_->named_blocks() : std::vector<NamedBlock>{};
    }
    /// As Reconstructions::draw, and its score.
    Result<void> draw(const SampleRequest& request, SampleReady& out) override;
    double score() override;
    ImageList draw_scored(std::int64_t first, std::int64_t count) override;
    at::Tensor logits_of(const at::Tensor& pictures) override;
    NetworkParts parts() const override { return nets_->parts(); }
    void add_state(nlohmann::json& state) const override;
    void drop_networks() override;

    void try_step(StepTransaction& step) override;
    void commit(double seconds, StepDone& out) noexcept override;
    ToldFigures tell(StepDone& out) override;
    void use_rung(const TrainConfig& config) override;
    int micro_batch() const override { return nets_->step.micro_batch(); }

    /// The networks of a checkpoint or weight file.
    Result<void> restore_networks(const CheckpointContent& content, bool weights_only);
    /// The perceptual network of the settings' file, on the device; none without one.
    Result<void> load_perceptual(const ProgressFn& progress);
    StepCourse course() const override;
    std::vector<PictureWindow> windows() const override { return {window_after(0)}; }
    std::function<void()> noted() override;
    void bring_numbers() override;
    at::MemoryFormat picture_layout() const override;

    VqganRules rules() const;
    bool epoch_ends() const { return pictures_.left_in_epoch() <= window_after(0).total(); }
    VqganWindow make_window() const;
    CodeWindow code_window(const VqganWindow& window) const;
    at::Tensor gumbel_noise(nn::FirstSample first, at::IntArrayRef shape) const;

    std::unique_ptr<VqganNetworks> nets_;
    std::shared_ptr<Lpips> lpips_;
    VqganStepFigures figures_;  ///< of the try that went well
    bool with_d_ = false;       ///< likewise
    bool d_knows_ = false;      ///< D has learnt something, here or where its weights come from
    double last_norms_ = -1;    ///< run time of the last gradient norms
    bool norms_read_ = false;   ///< by the try that is under way
};

}  // namespace headroom
