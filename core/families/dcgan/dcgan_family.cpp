// A DCGAN's words, checks and plans.
#include "core/families/dcgan/dcgan_family.h"

#include "core/families/augment_figures.h"
#include "core/families/batch_rules.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/dcgan/dcgan_counsel.h"
#include "core/families/dcgan/dcgan_portable.h"
#include "core/families/growth.h"
#include "core/families/training_runs.h"

#include <algorithm>
#include <cstdio>

namespace headroom {
namespace {

constexpr std::int64_t kFirstSide = 32, kLastSide = 512;  // the smallest and the largest resolution

const DcganConfig& dcgan_of(const TrainConfig& c) { return c.own<DcganConfig>(); }

class DcganFit : public BatchRules {
public:
    FitWords words() const override {
        return {"batch", "fakes", "micro-batch",
                "The batch is kept by accumulation; --allow says what else may change.", "a few pictures"};
    }
    FitColumns columns(const TrainConfig& c) const override {
        return {batch_text(c), std::string(name_of(dcgan_of(c).reuse_fakes)), std::to_string(last_side(c))};
    }
    std::vector<std::pair<std::string_view, std::string_view>> plan_settings() const override {
        return {{"batch.micro", "batch.micro"},
                {"batch.accumulate", "batch.accumulate"},
                {"precision", "precision"},
                {"memory.checkpointing", "memory.checkpointing"},
                {"image.size", "image.size"},
                {"image.grow_to", "image.grow_to"},
                {"width.d", "width.d"},
                {"memory.reuse_fakes", "memory.reuse_fakes"},
                {"width.g", "width.g"},
                {"conv", "model.conv"},
                {"data.on_device", "data.on_device"}};
    }
    Sacrifices possible() const override { return {true, true, true, true, true}; }

    TrainConfig of_process(const TrainConfig& c, int processes, int rank) const override {
        TrainConfig out = BatchRules::of_process(c, processes, rank);
        // Whoever has fewer micro-batches does as process 0, as synchronised norms meet in every pass of G.
        if (processes > 1 && dcgan_of(c).reuse_fakes == ReuseFakes::Auto) {
            const bool kept = keeps_fakes(BatchRules::of_process(c, processes, 0));
            out.edit<DcganConfig>().reuse_fakes = kept ? ReuseFakes::On : ReuseFakes::Off;
        }
        return out;
    }

    bool may_recompute(const TrainConfig& c) const override { return dcgan_of(c).train == Train::Both; }
    std::optional<TrainConfig> recomputed(const TrainConfig& c, int processes) const override {
        if (!may_recompute(c) || !keeps_fakes(of_process(c, processes, 0))) return std::nullopt;
        TrainConfig out = c;
        out.edit<DcganConfig>().reuse_fakes = ReuseFakes::Off;
        return out;
    }
    std::vector<std::string_view> ladder_settings() const override { return {"memory.reuse_fakes"}; }
    std::vector<std::string> ladder_words(const TrainConfig& from, const TrainConfig& to) const override {
        std::vector<std::string> out = BatchRules::ladder_words(from, to);
        if (dcgan_of(from).reuse_fakes != dcgan_of(to).reuse_fakes)
            out.emplace_back("Fakes recomputed instead of kept");
        return out;
    }
    bool batch_statistics(const TrainConfig& c) const override {
        return dcgan_of(c).norm_g == NormKind::Batch || c.norm_d == NormKind::Batch;
    }

    bool same_network(const TrainConfig& a, const TrainConfig& b) const override {
        return dcgan_of(a).width_g == dcgan_of(b).width_g && a.width_d == b.width_d &&
               dcgan_of(a).width_max == dcgan_of(b).width_max && dcgan_of(a).conv == dcgan_of(b).conv &&
               dcgan_of(a).upsampling == dcgan_of(b).upsampling;
    }

protected:
    std::int64_t last_side(const TrainConfig& c) const override { return grown_side(c); }
    void set_last_side(TrainConfig& c, std::int64_t side) const override { set_grown_side(c, side); }
    void add_networks(const TrainConfig& asked, std::vector<TrainConfig>& out) const override {
        out.push_back(asked);
        out.back().width_d = std::max<std::int64_t>(8, asked.width_d / 2);
        out.back().edit<DcganConfig>().width_g = std::max<std::int64_t>(8, dcgan_of(asked).width_g / 2);
        out.push_back(asked);
        out.back().edit<DcganConfig>().conv = ConvKind::Depthwise;
    }
    std::string network_words(const TrainConfig& asked, const TrainConfig& plan) const override {
        return dcgan_of(plan).conv != dcgan_of(asked).conv ? "Depthwise-separable convolutions"
                                                           : "Width " + std::to_string(dcgan_of(plan).width_g);
    }
    void add_variants(const FitRequest& request, const TrainConfig& c, std::vector<TrainConfig>& out) const override {
        if (!request.allow.recompute_fakes || !may_recompute(c)) return;
        out.push_back(c);
        out.back().edit<DcganConfig>().reuse_fakes = keeps_fakes(c) ? ReuseFakes::Off : ReuseFakes::On;
    }
};

class DcganFamily : public Family {
public:
    DcganFamily()
        : Family(
              {.kind = kDcgan,
               .info = {"dcgan", "DCGAN", "Generator and discriminator of convolutions, 32 to 512 px."},
               .step = {"step", "steps", "a"},
               .score = {.name = "SWD", .decimals = 1},
               .trains = true,
               .latents = true,
               .first_preset = "",
               .bench_preset = "",
               .x_axis = "images",
               .verb = {"train dcgan", "Train a DCGAN on a folder of pictures or on the built-in shapes.", ""},
               .start =
                   {.files = "dcgan",
                    .options =
                        {{"--from", "CKPT|FILE|DIR",
                          "Begin with the weights of a checkpoint, run or weight file, or of a folder with netG and netD; nothing else of it."},
                         {"--from-g", "FILE",
                          "Begin with a generator's weight file: .pth or .safetensors with the names of PyTorch's DCGAN example."},
                         {"--from-d", "FILE",
                          "Likewise for the discriminator. A network without a file begins anew."}}},
               .exports = {{"netG", {"generator", "netG"}, {"generator_ema", "ema", "netG_ema"}},
                           {"netD", {"discriminator", "netD"}}}}) {}

    OwnValue own_settings() const override { return OwnValue::of<DcganConfig>(); }

    std::vector<ParamRow> rows() const override { return dcgan_rows(); }
    std::vector<Preset> presets() const override { return dcgan_presets(); }

    void check(const TrainConfig& c, std::vector<ParamError>& problems) const override {
        if (dcgan_of(c).loss == GanLoss::WganGp && c.norm_d == NormKind::Batch) {
            problems.push_back(
                {"norm.d",
                 "norm.d: WGAN-GP's penalty is per sample and batch norm mixes samples; choose instance or none"});
        }
        if (c.sync_norms && c.norm_d == NormKind::Batch && dcgan_of(c).r1_gamma > 0) {
            problems.push_back(
                {"norm.sync", "norm.sync: the R1 penalty differentiates D twice, which synchronised batch norms cannot "
                              "do; choose norm.d instance or none, or set loss.r1 to 0"});
        }
        check_growth(c, kFirstSide, kLastSide, problems);
        if (const DcganConfig& own = dcgan_of(c); c.augment_adapt) {
            if (!own.augments())
                problems.push_back({"augment.adapt", "augment.adapt: no augmentation is on whose strength could adapt; "
                                                     "switch one on, augment.translation for example"});
            if (own.loss == GanLoss::WganGp)
                problems.push_back({"augment.adapt",
                                    "augment.adapt: WGAN-GP's critic has no threshold between real and "
                                    "fake whose signs could be counted; choose another loss"});
        }
        if (dcgan_of(c).label_smoothing > 0 && dcgan_of(c).loss != GanLoss::Bce) {
            problems.push_back(
                {"loss.smoothing", "loss.smoothing: label smoothing exists for the BCE loss only; set it to 0"});
        }
    }

    std::optional<PlannedChange> planned(const TrainConfig& c) const override { return planned_growth(c, kFirstSide); }

    NetworkLayout layout(const TrainConfig& c, const NetworkLayout& before) const override {
        const auto widths = [&](const std::vector<std::int64_t>& grown, std::int64_t base) {
            return before.empty() ? canonical_widths(c.image_size, base, dcgan_of(c).width_max)
                                  : resized_widths(grown, c.image_size);
        };
        return {c.image_size, widths(before.widths_g, dcgan_of(c).width_g), widths(before.widths_d, c.width_d)};
    }

    double suits(const DatasetFacts&, bool) const override { return 1; }
    void suggest(const DatasetFacts& facts, SuggestedRecipe& recipe) const override {
        add_suggestions(dcgan_suggestions(), facts, recipe);
    }

    std::string run_name(const TrainConfig& config) const override { return name_by_data(config); }

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

    const FigureFormat& figures() const override { return augment_figures(); }
    const FitRules& fit() const override {
        static const DcganFit rules;
        return rules;
    }
    const FamilyCounsel* counsel() const override { return &dcgan_counsel(); }
    const Portable* portable() const override { return &dcgan_portable(); }
};

}  // namespace

std::vector<std::int64_t> canonical_widths(std::int64_t size, std::int64_t base, std::int64_t cap) {
    std::vector<std::int64_t> widths;
    std::int64_t width = base;
    for (std::int64_t side = size / 2; side >= 4; side /= 2) {
        widths.push_back(cap > 0 ? std::min(width, cap) : width);
        width *= 2;
    }
    std::reverse(widths.begin(), widths.end());
    return widths;
}

std::vector<std::int64_t> resized_widths(std::vector<std::int64_t> widths, std::int64_t size) {
    std::size_t stages = 0;
    for (std::int64_t side = size / 2; side >= 4; side /= 2) ++stages;
    widths.resize(stages, widths.back());
    return widths;
}

bool keeps_fakes(const TrainConfig& c) {
    return dcgan_of(c).reuse_fakes == ReuseFakes::On ||
           (dcgan_of(c).reuse_fakes == ReuseFakes::Auto && c.batch_accumulate == 1);
}

const Family& dcgan_family() {
    static const DcganFamily family;
    return family;
}

}  // namespace headroom
