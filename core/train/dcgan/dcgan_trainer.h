// DcganTrainer: one DCGAN run: networks, steps, growing, out-of-memory recovery, samples, scores and checkpoints.
// Lives on the worker's thread.
#pragma once

#include "core/families/dcgan/dcgan_config.h"
#include "core/train/dcgan/gan_networks.h"
#include "core/train/device_errors.h"
#include "core/train/run/run_trainer.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

class DcganTrainer final : public PictureTrainer {
public:
    explicit DcganTrainer(std::string cache_dir) : PictureTrainer(std::move(cache_dir)) {}

    NetworkLayout layout() const override { return nets_ ? layout_of(nets_->spec) : layout_; }

    /// For tests and benches.
    GanNetworks& networks() { return *nets_; }

private:
    const DcganConfig& own() const { return config_.own<DcganConfig>(); }
    Result<void> build(const ProgressFn& progress) override;
    Result<void> restore(const CheckpointContent& content, bool weights_only) override;
    void take_on(const TrainConfig& next, const ProgressFn& progress) override;
    void taken_on() override { follow_fade(); }
    Bytes fixed_bytes(const TrainConfig& config) const override;
    Bytes preview_need() const override;
    std::pair<std::int64_t, std::int64_t> parameters() const override;
    bool is_built() const override { return nets_ != nullptr; }
    std::vector<NamedBlock> named_blocks() const override {
        return nets_ ? nets_->named_blocks() : std::vector<NamedBlock>{};
    }
    Result<void> draw(const SampleRequest& request, SampleReady& out) override;
    NetworkParts parts() const override { return nets_->parts(false); }
    void add_state(nlohmann::json& state) const override;
    void drop_networks() override;
    void set_limits() override;

    void try_step(StepTransaction& step) override;
    void commit(double seconds, StepDone& out) noexcept override;
    ToldFigures tell(StepDone& out) override;
    void use_rung(const TrainConfig& config) override;
    void describe(OomScene& scene) const override;
    int micro_batch() const override { return nets_->step->micro_batch(); }

    StepCourse course() const override;
    std::vector<PictureWindow> windows() const override;
    std::function<void()> noted() override;
    at::MemoryFormat picture_layout() const override;
    bool is_r1_step() const { return own().r1_gamma > 0 && step_ % own().r1_every == 0; }

    StepRules rules() const;
    Window make_window(const PictureWindow& of) const;
    /// Networks of next.image_size with the weights kept by role; new stages fade in when that is wished.
    void resize_networks(const TrainConfig& next);
    /// Sets how far new stages have faded in, or ends the fade-in when its steps are over.
    void follow_fade();
    /// As DcganPictures::score.
    double score() override;

    std::unique_ptr<GanNetworks> nets_;
    NetworkLayout layout_;        ///< of the networks that are parked
    std::int64_t fade_done_ = 0;  ///< steps since the networks grew, while new stages fade in
    /// Keeps D and its moments, so that a failure in the G phase can undo D's step.
    void keep_d(StepTransaction& step) const;
    /// Keeps the running statistics and the loss scales.
    void keep_small(StepTransaction& step) const;

    /// What is final of a step that did not fit to its end: D's part, when no copy of D was kept to undo it. The next try does
    /// the rest; with the same settings that gives the bits of a step that was never refused anything.
    struct Done {
        std::size_t rounds = 0;   ///< D rounds
        std::int64_t images = 0;  ///< and their pictures
        StepFigures figures;
    };
    Done done_;
    StepFigures figures_;      ///< of the try that went well
    bool settled_ = false;     ///< a step with these settings has succeeded, so its peak is known
    double last_norms_ = -1;   ///< run time of the last gradient norms
    bool norms_read_ = false;  ///< by the try that is under way
};

}  // namespace headroom
