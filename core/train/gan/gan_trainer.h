// GanTrainer: one run of a generator and a discriminator: steps in rounds of D and one of G, undoing and repeating, figures, samples and scores.
// What the networks are and what a phase computes is the family's. Lives on the worker's thread.
#pragma once

#include "core/train/gan/adaptive_strength.h"
#include "core/train/gan/gan_tensors.h"
#include "core/train/run/run_trainer.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

class GanTrainer : public PictureTrainer {
protected:
    explicit GanTrainer(std::string cache_dir) : PictureTrainer(std::move(cache_dir)) {}

    /// Null before they are built and while they are parked.
    virtual GanTensors* tensors() const = 0;
    /// Numbers of a latent.
    virtual std::int64_t latent() const = 0;
    /// Which networks learn, and over how many windows D does in a step.
    virtual bool d_learns() const { return true; }
    virtual bool g_learns() const { return true; }
    virtual std::int64_t d_rounds() const { return 1; }
    /// In how many of so many rounds D is penalised, in a step in which it is.
    virtual std::size_t penalised_of(std::size_t rounds) const { return rounds; }
    /// D's gradients and its optimiser's step over a window; `first` and `last` of the step's rounds.
    virtual void d_round(const PictureWindow& of, bool first, bool last, StepFigures& figures) = 0;
    /// G's gradients, and all that its optimiser's step needs.
    virtual void g_gradients(const PictureWindow& of, StepFigures& figures) = 0;
    /// The strength of augmentations as it is set.
    virtual double augment_strength() const = 0;
    /// What else tells steps apart that are recorded: ", R1".
    virtual std::string kind_of_step() const { return {}; }

    /// Whether the step computes the gradients' norms.
    bool wants_norms() const;
    /// Latents of micro-batch `i`.
    at::Tensor latents_of(const PictureWindow& of, std::size_t i, RandomPurpose purpose) const;
    /// Takes on where the run stood; `state` is that of `content`, a checkpoint of a run of this family.
    void go_on(const CheckpointContent& content, const nlohmann::json& state);
    void add_state(nlohmann::json& state) const override;
    void configure_strength() { strength_.configure(config_, augment_strength(), memory_.device()); }
    /// Where it stood in a run whose state was `state`, an object.
    void restore_strength(const nlohmann::json& state) {
        strength_.restore(state, config_, augment_strength(), memory_.device());
    }
    void taken_on() override;
    void drop_networks() override;

    bool is_built() const override { return tensors() != nullptr; }
    std::vector<NamedBlock> named_blocks() const override {
        return tensors() ? tensors()->named_blocks() : std::vector<NamedBlock>{};
    }
    NetworkParts parts() const override { return tensors()->parts(false); }
    Result<void> draw(const SampleRequest& request, SampleReady& out) override;
    ImageList draw_scored(std::int64_t first, std::int64_t count) override;
    /// As GanPictures::score.
    double score() override;
    void set_limits() override;
    void try_step(StepTransaction& step) override;
    void commit(double seconds, StepDone& out) noexcept override;
    ToldFigures tell(StepDone& out) override;
    void use_rung(const TrainConfig& config) override;
    void describe(OomScene& scene) const override;
    int micro_batch() const override { return tensors()->phases().micro_batch(); }
    StepCourse course() const override;
    std::vector<PictureWindow> windows() const override;
    std::function<void()> noted() override;

    AdaptiveStrength strength_;  ///< of augmentations

private:
    /// Keeps D and its moments, so that a failure in the G phase can undo D's step.
    void keep_d(StepTransaction& step) const;
    /// Keeps the running statistics, the loss scales and the strength of augmentations.
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
