// LightGanTrainer: one run of a Light GAN: its networks, what its phases compute, other resolutions, checkpoints. Lives on the worker's thread.
#pragma once

#include "core/families/light_gan/light_gan_config.h"
#include "core/train/gan/gan_trainer.h"
#include "core/train/light_gan/light_gan_networks.h"

#include <memory>
#include <string>
#include <utility>

namespace headroom {

class LightGanTrainer final : public GanTrainer {
public:
    explicit LightGanTrainer(std::string cache_dir) : GanTrainer(std::move(cache_dir)) {}

    /// For tests and benches.
    LightGanNetworks& networks() { return *nets_; }

private:
    const LightGanConfig& own() const { return config_.own<LightGanConfig>(); }
    Result<void> check(const TrainConfig& config) const override;
    Result<void> build(const ProgressFn& progress) override;
    Result<void> restore(const CheckpointContent& content, bool weights_only) override;
    void take_on(const TrainConfig& next, const ProgressFn& progress) override;
    Bytes fixed_bytes(const TrainConfig& config) const override;
    Bytes preview_need() const override { return nets_ ? preview_bytes(nets_->shape) : Bytes{}; }
    std::pair<std::int64_t, std::int64_t> parameters() const override { return count_parameters(nets_->shape); }
    /// High is real.
    at::Tensor logits_of(const at::Tensor& pictures) override;
    void add_state(nlohmann::json& state) const override;
    void drop_networks() override;

    double augment_strength() const override { return own().augment_share; }
    GanTensors* tensors() const override { return nets_.get(); }
    std::int64_t latent() const override { return own().latent; }
    void d_round(const PictureWindow& of, bool first, bool last, StepFigures& figures) override;
    void g_gradients(const PictureWindow& of, StepFigures& figures) override;
    std::string kind_of_step() const override { return has_penalty() ? ", penalty" : ""; }
    at::MemoryFormat picture_layout() const override { return light_gan_format(config_); }
    bool has_penalty() const { return own().gp_weight > 0 && step_ % own().gp_every == 0; }

    LightGanRules rules() const;
    LightGanWindow make_window(const PictureWindow& of) const;
    /// Networks of another size with the weights kept by role.
    void resize_networks(const TrainConfig& next);

    std::unique_ptr<LightGanNetworks> nets_;
};

}  // namespace headroom
