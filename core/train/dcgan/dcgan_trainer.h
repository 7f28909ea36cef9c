// DcganTrainer: one DCGAN run: its networks, what its phases compute, growing, checkpoints. Lives on the worker's thread.
#pragma once

#include "core/families/dcgan/dcgan_config.h"
#include "core/train/dcgan/gan_networks.h"
#include "core/train/gan/gan_trainer.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

class DcganTrainer final : public GanTrainer {
public:
    explicit DcganTrainer(std::string cache_dir) : GanTrainer(std::move(cache_dir)) {}

    NetworkLayout layout() const override { return nets_ ? layout_of(nets_->spec) : layout_; }

    /// For tests and benches.
    GanNetworks& networks() { return *nets_; }

private:
    const DcganConfig& own() const { return config_.own<DcganConfig>(); }
    Result<void> build(const ProgressFn& progress) override;
    Result<void> restore(const CheckpointContent& content, bool weights_only) override;
    void take_on(const TrainConfig& next, const ProgressFn& progress) override;
    void taken_on() override {
        follow_fade();
        GanTrainer::taken_on();
    }
    Bytes fixed_bytes(const TrainConfig& config) const override;
    Bytes preview_need() const override;
    std::pair<std::int64_t, std::int64_t> parameters() const override;
    at::Tensor logits_of(const at::Tensor& pictures) override;
    void add_state(nlohmann::json& state) const override;
    void drop_networks() override;

    GanTensors* tensors() const override { return nets_.get(); }
    std::int64_t latent() const override { return own().latent; }
    bool d_learns() const override { return own().train != Train::OnlyG; }
    bool g_learns() const override { return own().train != Train::OnlyD; }
    std::int64_t d_rounds() const override { return std::max<std::int64_t>(1, own().d_steps); }
    void d_round(const PictureWindow& of, bool first, bool last, StepFigures& figures) override;
    void g_gradients(const PictureWindow& of, StepFigures& figures) override;
    double augment_strength() const override { return own().augment_strength; }
    std::string kind_of_step() const override;
    void commit(double seconds, StepDone& out) noexcept override;
    ToldFigures tell(StepDone& out) override;
    at::MemoryFormat picture_layout() const override;
    /// R1 is the first round's alone.
    std::size_t penalised_of(std::size_t rounds) const override { return rules().has_gradient_penalty() ? rounds : 1; }
    bool is_r1_step() const { return own().r1_gamma > 0 && step_ % own().r1_every == 0; }

    StepRules rules() const;
    Window make_window(const PictureWindow& of) const;
    /// Networks of next.image_size with the weights kept by role; new stages fade in when that is wished.
    void resize_networks(const TrainConfig& next);
    /// Sets how far new stages have faded in, or ends the fade-in when its steps are over.
    void follow_fade();

    std::unique_ptr<GanNetworks> nets_;
    NetworkLayout layout_;        ///< of the networks that are parked
    std::int64_t fade_done_ = 0;  ///< steps since the networks grew, while new stages fade in
};

}  // namespace headroom
