// A Light GAN's words, checks and plans.
#include "core/families/light_gan/light_gan_family.h"

#include "core/families/augment_figures.h"
#include "core/families/batch_rules.h"
#include "core/families/growth.h"
#include "core/families/light_gan/idle_attention.h"
#include "core/families/light_gan/light_gan_counsel.h"
#include "core/families/light_gan/light_gan_portable.h"
#include "core/families/light_gan/light_gan_shape.h"
#include "core/families/training_runs.h"

#include <algorithm>
#include <cstdio>
#include <optional>

namespace headroom {
namespace {

class LightGanFit : public BatchRules {
public:
    FitWords words() const override {
        return {"batch", "width", "micro-batch",
                "The batch is kept by accumulation; --allow says what else may change.", "a few pictures"};
    }
    FitColumns columns(const TrainConfig& c) const override {
        return {batch_text(c), std::to_string(c.own<LightGanConfig>().width_max), std::to_string(last_side(c))};
    }
    std::vector<std::pair<std::string_view, std::string_view>> plan_settings() const override {
        return {{"batch.micro", "batch.micro"}, {"batch.accumulate", "batch.accumulate"},
                {"precision", "precision"},     {"memory.checkpointing", "memory.checkpointing"},
                {"image.size", "image.size"},   {"image.grow_to", "image.grow_to"},
                {"model.width", "model.width"}, {"data.on_device", "data.on_device"}};
    }
    Sacrifices possible() const override { return {true, false, true, true, true}; }
    /// The generator's norms.
    bool batch_statistics(const TrainConfig&) const override { return true; }
    bool same_network(const TrainConfig& a, const TrainConfig& b) const override {
        return a.own<LightGanConfig>().width_max == b.own<LightGanConfig>().width_max;
    }

protected:
    std::int64_t last_side(const TrainConfig& c) const override { return grown_side(c); }
    void set_last_side(TrainConfig& c, std::int64_t side) const override { set_grown_side(c, side); }
    void add_networks(const TrainConfig& asked, std::vector<TrainConfig>& out) const override {
        out.push_back(asked);
        out.back().edit<LightGanConfig>().width_max =
            std::max<std::int64_t>(16, asked.own<LightGanConfig>().width_max / 2);
    }
    std::string network_words(const TrainConfig&, const TrainConfig& plan) const override {
        return "Width " + std::to_string(plan.own<LightGanConfig>().width_max);
    }
};

class LightGanFamily : public Family {
public:
    LightGanFamily()
        : Family(
              {.kind = kLightGan,
               .info =
                   {"light-gan", "Light GAN",
                    "For few pictures: a generator with gates, a discriminator that rebuilds what it sees, 64 to 1024 px."},
               .step = {"step", "steps", "a"},
               .score = {.name = "SWD", .decimals = 1},
               .trains = true,
               .latents = true,
               .first_preset = "light-gan",
               .bench_preset = "light-gan",
               .x_axis = "images",
               .verb =
                   {"train light-gan", "Train a Light GAN (FastGAN) on a few hundred pictures.",
                    "Networks and their files are those of lightweight-gan 1.2.1. Of its options there are --image-size, --fmap-max (model.width),\n"
                    "--greyscale, --attn-res-layers (model.attention), --disc-output-size (model.logits), --aug-prob and --aug-types (augment.share, diffaug.*);\n"
                    "not --transparent, --antialias, --freq-chan-attn, --dual-contrast-loss, --optimizer adabelief and the offset augmentations."},
               .start =
                   {.files = "light-gan",
                    .set_the_network = true,
                    .network = {"image.size", "data.grey", "model."},
                    .options =
                        {{"--from", "CKPT|FILE|RUN",
                          "Begin with the weights, and so the network, of a run, a checkpoint or a model_N.pt of lightweight-gan."}}},
               .exports = {{"generator", {"generator"}, {"ema"}},
                           {"discriminator", {"discriminator"}},
                           {.file = "model",
                            .parts = {"generator"},
                            .pieces = {{"G.", {"generator"}},
                                       {"D.", {"discriminator"}, idle_attention},
                                       {"GE.", {"ema", "generator"}},
                                       {"D_aug.D.", {"discriminator"}, idle_attention}},
                            .within = "GAN"}}}) {}

    OwnValue own_settings() const override { return OwnValue::of<LightGanConfig>(); }

    std::vector<ParamRow> rows() const override { return light_gan_rows(); }
    std::vector<Preset> presets() const override { return light_gan_presets(); }

    void check(const TrainConfig& c, std::vector<ParamError>& problems) const override { check_light_gan(c, problems); }

    std::optional<PlannedChange> planned(const TrainConfig& c) const override {
        return planned_growth(c, LightGanShape::kSmallest);
    }

    std::string run_name(const TrainConfig& config) const override { return "light-" + name_by_data(config); }

    void describe(const TrainConfig& config, RunInfo& info) const override { describe_training(config, info); }

    std::string progress_text(const StepDone& step) const override {
        char text[64];
        std::snprintf(text, sizeof text, "G %.3f  D %.3f", step.loss_g, step.loss_d);
        return text;
    }

    std::vector<CurvePlot> plots(std::span<const StepDone> steps) const override {
        std::vector<CurvePlot> out{adversarial_losses(), discriminator_outputs()};
        add_augmentation(steps, out);
        return out;
    }

    double suits(const DatasetFacts& facts, bool on_gpu) const override { return light_gan_suits(facts, on_gpu); }
    void suggest(const DatasetFacts& facts, SuggestedRecipe& recipe) const override {
        add_suggestions(light_gan_suggestions(), facts, recipe);
    }

    const FigureFormat& figures() const override { return augment_figures(); }
    const FitRules& fit() const override {
        static const LightGanFit rules;
        return rules;
    }
    const FamilyCounsel* counsel() const override { return &light_gan_counsel(); }
    const Portable* portable() const override { return &light_gan_portable(); }
};

}  // namespace

const Family& light_gan_family() {
    static const LightGanFamily family;
    return family;
}

}  // namespace headroom
