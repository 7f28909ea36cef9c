// ImagineTrainer: one text-to-image run: a latent that is moved until its picture agrees with the prompts (VQGAN-CLIP, Crowson et
// al. 2022). Live changes, motion, overlays, stories, out-of-memory recovery, exact resume. Lives on the worker's thread.
#pragma once

#include "core/families/vqgan_clip/imagine_config.h"
#include "core/models/vqgan_clip/latent_optimiser.h"
#include "core/models/vqgan_clip/paint_step.h"
#include "core/train/run/run_trainer.h"
#include "core/train/vqgan_clip/frame_walk.h"
#include "core/train/vqgan_clip/painting_networks.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

class ImagineTrainer final : public RunTrainer {
public:
    /// `source`: for tests and benches, networks from elsewhere than the settings' files.
    explicit ImagineTrainer(PainterSource source = {});
    ~ImagineTrainer() override;

    Result<PreparedRun> prepare(const TrainConfig& config, const CheckpointContent* restored, bool weights_only,
                                ProgressFn progress, EmitFn emit, std::stop_token stop) override;
    Result<void> apply(const TrainConfig& next, ProgressFn progress, std::stop_token stop) override;
    /// The picture of the latest step's decode; Cutouts: at most `request.count` of what the first CLIP saw of it.
    Result<SampleReady> sample(const SampleRequest& request) override;
    bool reached_limit() const override {
        return walk_ ? walk_->finished() : config_.steps > 0 && step_ >= config_.steps;
    }

    /// The latent, what moves it, the networks and what they look for.
    std::vector<at::Tensor> common_state() const override;
    NetworkLayout layout() const override {
        return {.pixels_per_cell = is_built() ? networks_.vqgan().config().factor() : 0};
    }
    std::string too_little_for(const TrainConfig& config, int processes) const override;

    const at::Tensor& latent() const { return z_; }

private:
    const ImagineConfig& own() const { return config_.own<ImagineConfig>(); }
    /// The part of apply() that can fail. May throw c10::Error.
    Result<void> take_on(const TrainConfig& next, const ProgressFn& progress);
    /// As PaintingNetworks::aim; other prompts end the hold.
    Result<void> aim(const TrainConfig& config, std::size_t phrase, const ProgressFn& progress = {});
    /// As PaintingNetworks::want_encoder().
    Result<void> want_encoder();
    /// `latent` becomes the start and what is painted on.
    void begin_at(const at::Tensor& latent);
    /// The latent of the same picture at other sides.
    Result<at::Tensor> resized(const TrainConfig& next);
    void make_optimiser(const imagine::OptimiserState* state);
    double rate_now() const;
    imagine::PaintSettings paint_settings() const;
    /// Weight of what holds the latent at this iteration; 0: nothing does.
    double pull_now() const;
    at::Tensor pull_loss(const at::Tensor& z) const;

    std::int64_t images_done() const override { return step_; }
    Result<void> before_step() override;
    StepCourse course() const override;
    void begin_recording() override;
    StepRecording end_recording(bool made) override;
    void try_step(StepTransaction& step) override;
    /// A try of the iteration begins: what undoing it needs is kept.
    void begin_try(StepTransaction& transaction);
    /// The optimiser's step along the latent's gradient, which goes.
    void move_latent();
    void commit(double seconds, StepDone& out) noexcept override;
    ToldFigures tell(StepDone& out) override;
    void use_rung(const TrainConfig& config) override;
    bool can_climb(const TrainConfig& next) const override { return next.precision == config_.precision; }

    Result<void> draw_cutouts(std::int64_t count, SampleReady& out) const;
    /// Iterations since the picture began: of the run, or of the folder's picture that is painted.
    std::int64_t iteration() const { return walk_ ? walk_->iteration() : step_; }
    /// Where in the folder of pictures a run begins that has one.
    Result<void> open_folder();
    /// Reads the folder's next picture, the first one that can be read.
    void seek_frame();
    Result<at::Tensor> first_frame();
    /// The folder's next picture becomes the start: encoded, the optimiser and the story begun anew.
    Result<void> begin_frame();
    /// The last iteration over a folder's picture was made: its result is painted and the next picture sought.
    void end_frame();
    /// The run ends with the folder's last picture: says how many iterations that are.
    void follow_folder();
    /// The next phrase of a story, a frame of motion, an overlay: all or nothing.
    Result<void> change_scene();
    /// The latent after this iteration's motion and overlay; undefined: neither is due.
    Result<at::Tensor> moved_latent(bool& moves);
    Bytes fixed_bytes() const;
    bool is_built() const override { return networks_.is_built(); }
    std::vector<NamedBlock> named_blocks() const override;
    Result<void> restore(const CheckpointContent& content);
    std::shared_ptr<const CheckpointContent> copy_state(double score, bool pinned) const override;
    Result<void> put_back(const CheckpointContent& content) override;
    void drop() override;

    PaintingNetworks networks_;
    at::Tensor z_, start_, picture_;
    std::unique_ptr<imagine::LatentOptimiser> optimiser_;
    std::size_t phrase_ = 0;
    bool held_ = true;         ///< pull.kind start: until the prompts change, which the hold would only hinder
    std::int64_t scene_ = -1;  ///< the step that change_scene() has prepared: a step that failed is not prepared twice
    std::optional<FrameWalk> walk_;  ///< runs that start from a folder alone
    bool frame_ends_ = false;        ///< with the iteration that was made last
    imagine::PaintOutcome painted_;  ///< by the try that went well
    std::function<void(std::int64_t iteration)>
        hold_cuts_;  ///< while an iteration is recorded: brings another one's cuts
};

}  // namespace headroom
