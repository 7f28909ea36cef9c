// A VQGAN's words and plans; vqgan_shape.h checks its settings.
#include "core/families/vqgan/vqgan_family.h"

#include "core/families/batch_rules.h"
#include "core/families/training_runs.h"
#include "core/families/vqgan/vqgan_counsel.h"
#include "core/families/vqgan/vqgan_figures.h"
#include "core/families/vqgan/vqgan_portable.h"
#include "core/families/vqgan/vqgan_shape.h"
#include "core/families/vqgan/vqgan_train_config.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace headroom {
namespace {

constexpr std::int64_t kNormGroups = 32;  ///< widths are multiples of the norms' groups

/// Whether the discriminator has a say in the training: where the adaptive weight may not rise above 0, it has none.
bool adversarial(const TrainConfig& c) {
    return c.own<VqganTrainConfig>().gan > 0 && c.own<VqganTrainConfig>().gan_most > 0;
}

class VqganFit : public BatchRules {
public:
    FitWords words() const override {
        return {
            "batch", "width", "micro-batch",
            "The batch is kept by accumulation; --allow says what else may change. The adversarial loss has its weight per micro-batch: with it other pieces are close.",
            "one and two pictures"};
    }
    FitColumns columns(const TrainConfig& c) const override {
        return {batch_text(c), std::to_string(c.own<VqganTrainConfig>().base), std::to_string(c.image_size)};
    }
    std::vector<std::pair<std::string_view, std::string_view>> plan_settings() const override {
        return {{"batch.micro", "batch.micro"}, {"batch.accumulate", "batch.accumulate"},
                {"precision", "precision"},     {"memory.checkpointing", "memory.checkpointing"},
                {"image.size", "image.size"},   {"width.d", "width.d"},
                {"net.base", "net.base"},       {"data.on_device", "data.on_device"}};
    }
    Sacrifices possible() const override { return {true, false, true, true, true}; }

    bool same_network(const TrainConfig& a, const TrainConfig& b) const override {
        return a.own<VqganTrainConfig>().base == b.own<VqganTrainConfig>().base && a.width_d == b.width_d;
    }
    /// The adaptive weight is the ratio of two gradients of one micro-batch: of other pieces it is another number.
    std::vector<std::string> deviations(const TrainConfig& asked, const TrainConfig& plan) const override {
        if (!adversarial(asked) || plan.batch_micro == asked.batch_micro) return {};
        std::vector<std::string> out{"Adaptive weight per " + images_text(plan)};
        if (batch_statistics(asked)) out.push_back("Batch norm of D sees " + images_text(plan));
        return out;
    }

    bool batch_statistics(const TrainConfig& c) const override { return c.norm_d == NormKind::Batch; }

protected:
    void add_networks(const TrainConfig& asked, std::vector<TrainConfig>& out) const override {
        TrainConfig narrow = asked;
        narrow.width_d = std::max<std::int64_t>(8, narrow.width_d / 2);
        narrow.edit<VqganTrainConfig>().base = narrow.own<VqganTrainConfig>().base / 2 / kNormGroups * kNormGroups;
        if (narrow.own<VqganTrainConfig>().base >= kNormGroups) out.push_back(std::move(narrow));
    }
    std::string network_words(const TrainConfig&, const TrainConfig& plan) const override {
        return "Width " + std::to_string(plan.own<VqganTrainConfig>().base);
    }
};

/// A curve of a figure that only a VQGAN's steps have.
CurvePlot::Curve figure(const char* name, const char* colour, double (*get)(const VqganFigures&)) {
    return {name, colour, [get](const StepDone& s) {
                const auto* own = s.own<VqganFigures>();
                return own ? get(*own) : std::numeric_limits<double>::quiet_NaN();
            }};
}

class VqganFamily : public Family {
public:
    VqganFamily()
        : Family(
              {.kind = kVqgan,
               .info = {"vqgan", "VQGAN",
                        "An autoencoder whose pictures are small grids of learnt codes: stage 1, for text to image."},
               .step = {"step", "steps", "a"},
               .score = {.name = "L1", .decimals = 4},
               .trains = true,
               .first_preset = "vqgan-shapes",
               .bench_preset = "vqgan-bench",
               .x_axis = "images",
               .verb =
                   {"train vqgan", "Train a VQGAN (stage 1): pictures to small grids of codes and back.",
                    "Without settings: a small one of the built-in shapes; --preset vqgan-f16-1024 is the original's. Samples show each picture above its\n"
                    "reconstruction. What is trained paints by imagine --vqgan RUN/checkpoints/STEP/vqgan.safetensors."},
               .start =
                   {.files = "vqgan",
                    .set_the_network = true,
                    .network = {"net.", "codebook.", "d.layers", "width.d", "norm.d"},
                    .options =
                        {{"--from", "CKPT|FILE|RUN",
                          "Begin with the weights, and so the network, of a run, a checkpoint or a VQGAN's file, such as taming's .ckpt."}}},
               .exports = {{"vqgan", {"vqgan"}, {"ema"}, "discriminator", "loss.discriminator."}}}) {}

    OwnValue own_settings() const override { return OwnValue::of<VqganTrainConfig>(); }

    std::vector<ParamRow> rows() const override { return vqgan_rows(); }
    std::vector<Preset> presets() const override { return vqgan_presets(); }

    void check(const TrainConfig& c, std::vector<ParamError>& problems) const override {
        check_vqgan(c, problems);
        if (c.precision == Precision::Fp16)
            problems.push_back({"precision", "precision: a VQGAN overflows in fp16; use bf16"});
    }

    void forget_training_files(TrainConfig& c) const override { c.edit<VqganTrainConfig>().perceptual_file.clear(); }

    std::string run_name(const TrainConfig& config) const override { return "vqgan-" + name_by_data(config); }

    void describe(const TrainConfig& config, RunInfo& info) const override { describe_training(config, info); }

    std::string progress_text(const StepDone& step) const override {
        const auto* own = step.own<VqganFigures>();
        if (!own) return Family::progress_text(step);
        char text[128], d[24] = "-";  // until the discriminator takes part
        if (std::isfinite(step.loss_d)) std::snprintf(d, sizeof d, "%.3f", step.loss_d);
        std::snprintf(text, sizeof text, "loss %.4f  L1 %.4f  D %s  codes %lld of %lld", step.loss_g, own->l1, d,
                      static_cast<long long>(own->codes_used), static_cast<long long>(own->codes));
        return text;
    }

    const FigureFormat& figures() const override { return vqgan_figures(); }

    std::vector<CurvePlot> plots(std::span<const StepDone>) const override {
        return {adversarial_losses(),
                {"Pictures",
                 {figure("L1", "#2ca02c", [](const VqganFigures& v) { return v.l1; }),
                  figure("SSIM", "#9467bd", [](const VqganFigures& v) { return v.similarity; }),
                  figure("LPIPS", "#ff7f0e", [](const VqganFigures& v) { return v.perceptual; })}},
                {"Codes",
                 {figure("used", "#1f77b4", [](const VqganFigures& v) { return static_cast<double>(v.codes_used); }),
                  figure("perplexity", "#d62728", [](const VqganFigures& v) { return v.perplexity; })}}};
    }

    const FitRules& fit() const override {
        static const VqganFit rules;
        return rules;
    }
    const FamilyCounsel* counsel() const override { return &vqgan_counsel(); }
    const Portable* portable() const override { return &vqgan_portable(); }
};

}  // namespace

const Family& vqgan_family() {
    static const VqganFamily family;
    return family;
}

}  // namespace headroom
