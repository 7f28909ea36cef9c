// A DCGAN's words, checks and plans.
#include "core/families/dcgan/dcgan_family.h"

#include "core/families/batch_rules.h"
#include "core/families/training_runs.h"

#include <algorithm>

namespace headroom {
namespace {

/// Whether the fakes of the D phase wait for the G phase.
bool keeps_fakes(const TrainConfig& c) {
    return c.reuse_fakes == ReuseFakes::On || (c.reuse_fakes == ReuseFakes::Auto && c.batch_accumulate == 1);
}

class DcganFit : public BatchRules {
public:
    FitWords words() const override {
        return {"batch", "fakes", "micro-batch", "The batch is kept by accumulation; --allow says what else may change.", "a few pictures"};
    }
    FitColumns columns(const TrainConfig& c) const override {
        return {batch_text(c), std::string(name_of(c.reuse_fakes)), std::to_string(c.image_size)};
    }
    std::vector<std::pair<std::string_view, std::string_view>> plan_settings() const override {
        return {{"batch.micro", "batch.micro"}, {"batch.accumulate", "batch.accumulate"}, {"precision", "precision"},
                {"memory.checkpointing", "memory.checkpointing"}, {"image.size", "image.size"}, {"width.d", "width.d"},
                {"memory.reuse_fakes", "memory.reuse_fakes"}, {"width.g", "width.g"}, {"conv", "model.conv"}};
    }
    Sacrifices possible() const override { return {true, true, true, true, true}; }

    bool same_network(const TrainConfig& a, const TrainConfig& b) const override {
        return a.width_g == b.width_g && a.width_d == b.width_d && a.width_max == b.width_max && a.conv == b.conv;
    }
    /// A plan with batch norm over other numbers of pictures is not the same training.
    std::vector<std::string> deviations(const TrainConfig& asked, const TrainConfig& plan) const override {
        const bool batch_norm = asked.norm_g == NormKind::Batch || asked.norm_d == NormKind::Batch;
        if (!batch_norm || plan.batch_micro == asked.batch_micro) return {};
        return {"Batch norm sees " + images_text(plan)};
    }

protected:
    void add_networks(const TrainConfig& asked, std::vector<TrainConfig>& out) const override {
        out.push_back(asked);
        out.back().width_d = std::max<std::int64_t>(8, asked.width_d / 2);
        out.back().width_g = std::max<std::int64_t>(8, asked.width_g / 2);
        out.push_back(asked);
        out.back().conv = ConvKind::Depthwise;
    }
    std::string network_words(const TrainConfig& asked, const TrainConfig& plan) const override {
        return plan.conv != asked.conv ? "Depthwise-separable convolutions" : "Width " + std::to_string(plan.width_g);
    }
    void add_variants(const FitRequest& request, const TrainConfig& c, std::vector<TrainConfig>& out) const override {
        if (!request.allow.recompute_fakes || c.train != Train::Both) return;
        out.push_back(c);
        out.back().reuse_fakes = keeps_fakes(c) ? ReuseFakes::Off : ReuseFakes::On;
    }
};

}  // namespace

DcganFamily::DcganFamily()
    : Family({.kind = ModelKind::Dcgan,
              .info = {"dcgan", "DCGAN", "Generator and discriminator of convolutions, 32 to 512 px."},
              .step = {"step", "steps", "a"},
              .score = {.name = "SWD", .decimals = 1},
              .trains = true,
              .first_preset = "",
              .bench_preset = "",
              .x_axis = "images"}) {}

void DcganFamily::check(const TrainConfig& c, std::vector<ParamError>& problems) const {
    if (c.loss == GanLoss::WganGp && c.norm_d == NormKind::Batch) {
        problems.push_back({"norm.d", "norm.d: WGAN-GP's penalty is per sample and batch norm mixes samples; choose instance or none"});
    }
    if (c.label_smoothing > 0 && c.loss != GanLoss::Bce) {
        problems.push_back({"loss.smoothing", "loss.smoothing: label smoothing exists for the BCE loss only; set it to 0"});
    }
}

std::string DcganFamily::run_name(const TrainConfig& config) const { return name_by_data(config); }

void DcganFamily::describe(const TrainConfig& config, RunInfo& info) const { describe_training(config, info); }

std::vector<CurvePlot> DcganFamily::plots(std::span<const StepDone>) const {
    return {adversarial_losses(),
            {"D output",
             {{"D(x)", "#2ca02c", [](const StepDone& s) { return s.d_real; }},
              {"D(G(z))", "#9467bd", [](const StepDone& s) { return s.d_fake; }}}}};
}

const FitRules& DcganFamily::fit() const {
    static const DcganFit rules;
    return rules;
}

}  // namespace headroom
