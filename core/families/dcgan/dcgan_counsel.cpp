// Which rules hold for a DCGAN, what its D's outputs mean, and what helps.
#include "core/families/dcgan/dcgan_counsel.h"

#include "core/families/counsel_limits.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/remedies.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

using R = CounselRule;
using C = TrainConfig;

const DcganConfig& game_of(const C& c) { return c.own<DcganConfig>(); }

/// Its logits grow without bound by design.
bool has_scale(const DcganConfig& d) { return d.loss != GanLoss::WganGp; }

/// Whether what a rule looks for would be a fault with these settings.
bool speaks_to(R rule, const DcganConfig& d) {
    switch (rule) {
        case R::RateHigh:
            return has_scale(d);  // a loss without one leaps as it likes
        // One network alone is trained to be ahead of the other, which stands still: that is no fault, nor does D need to know its pictures by heart
        // for it.
        case R::DWins: return d.train != Train::OnlyD;
        case R::DLoses: return d.train != Train::OnlyG;
        case R::Remembers: return d.train == Train::Both;
        // Samples of a G that stands still stay as they are, and a D that does sees no pictures to learn from.
        case R::Collapse:
        case R::Checkerboard:
        case R::RateLow: return d.train != Train::OnlyD;
        case R::Overfits:
        case R::DataFew:
        case R::DataTwins:
        case R::DataEmpty:
        case R::DataAspect: return d.train != Train::OnlyG;
        default: return true;
    }
}

bool is_augmented(const C& c) { return game_of(c).augments() && (c.augment_adapt || game_of(c).augment_strength > 0); }

ParamPatch with_augmentation(const C& c) {
    if (is_augmented(c)) return {};
    const double strength = game_of(c).augment_strength;
    return {
        {"augment.colour", true}, {"augment.translation", true}, {"augment.strength", strength > 0 ? strength : 1.0}};
}

/// What leads the strength knows better where it ought to be.
ParamPatch with_more_augmentation(const C& c) {
    return is_augmented(c) && !c.augment_adapt && game_of(c).augment_strength < counsel_limits::kMostAugmented
               ? ParamPatch{{"augment.strength", counsel_limits::kMostAugmented}}
               : ParamPatch{};
}

/// Of pictures that are not mirrored.
ParamPatch augmented_alone(const C& c) { return remedies::mirrored(c).empty() ? with_augmentation(c) : ParamPatch{}; }

ParamPatch mirrored_and_augmented(const C& c) {
    ParamPatch out = remedies::mirrored(c);
    if (!out.empty()) out.merge(with_augmentation(c));
    return out;
}

constexpr std::array kDcganRules{R::RateHigh,     R::ScaleDrift, R::NormDrift, R::Collapse,   R::Overfits,
                                 R::Remembers,    R::DWins,      R::DLoses,    R::RateLow,    R::Stall,
                                 R::Checkerboard, R::DataTwins,  R::DataEmpty, R::DataAspect, R::DataFew,
                                 R::MemoryTight,  R::MemorySpare};

const std::array kDcganRemedies{
    Remedy{R::RateHigh, remedies::calmer_rates, "Lower the learning rates."},
    Remedy{R::ScaleDrift, remedies::range_of_fp32, "Use bf16, which has the range of fp32."},
    Remedy{R::NormDrift,
           [](const C& c) -> ParamPatch {
               return game_of(c).loss == GanLoss::WganGp && game_of(c).gp_weight < 10
                          ? ParamPatch{{"loss.gp_weight", 10.0}}
                          : ParamPatch{};
           },
           "Give the gradient penalty its usual weight: it is what bounds D's slope."},
    Remedy{R::NormDrift, remedies::clipped_gradients, "Clip the gradients, so that no single step leads far away."},
    Remedy{R::NormDrift, remedies::calmer_rates, "Lower the learning rates."},
    Remedy{R::Collapse, remedies::g_down_to_d, "Lower G's rate to D's, so that G cannot run ahead of it."},
    Remedy{R::Collapse,
           [](const C& c) {
               return game_of(c).instance_noise > 0 ? ParamPatch{} : ParamPatch{{"loss.noise", 0.1}};
           },
           "Add noise to what D sees, so that a few sharp pictures no longer suffice."},
    Remedy{R::Collapse, remedies::half_of_g, "Halve G's rate."},
    Remedy{R::Remembers, with_augmentation,
           "Augment what D sees: it cannot know by heart what looks different each time."},
    Remedy{R::Remembers, with_more_augmentation, "Augment most of what D sees."},
    Remedy{R::Remembers,
           [](const C&) -> ParamPatch {
               return {{"augment.cutout", true}};
           },
           "Augment by cutouts as well."},
    Remedy{R::Remembers, remedies::mirrored, "Mirror the pictures, which doubles them."},
    Remedy{R::DWins, remedies::d_down_to_g, "Lower D's rate to G's, so that G can follow."},
    Remedy{R::DWins,
           [](const C& c) {
               return game_of(c).d_steps > 1 ? ParamPatch{{"ratio.d", std::int64_t{1}}} : ParamPatch{};
           },
           "One D step for each G step."},
    Remedy{R::DWins,
           [](const C& c) {
               return game_of(c).instance_noise > 0 ? ParamPatch{} : ParamPatch{{"loss.noise", 0.1}};
           },
           "Add noise to what D sees, so that it cannot tell everything apart."},
    Remedy{R::DWins, remedies::half_of_d, "Halve D's rate."},
    Remedy{R::DLoses, remedies::d_up_to_g, "Raise D's rate to G's, so that D can follow."},
    Remedy{R::DLoses,
           [](const C& c) {
               return game_of(c).instance_noise > 0 ? ParamPatch{{"loss.noise", 0.0}} : ParamPatch{};
           },
           "Take the noise from what D sees."},
    Remedy{R::DLoses, remedies::twice_d, "Double D's rate."},
    Remedy{R::RateLow, remedies::livelier_rates, "Raise the learning rates to the usual ones."},
    Remedy{R::Stall,
           [](const C& c) {
               return game_of(c).instance_noise > 0 ? ParamPatch{{"loss.noise", 0.0}} : ParamPatch{};
           },
           "Take the noise from what D sees."},
    Remedy{R::Stall,
           [](const C& c) {
               return game_of(c).r1_gamma > 10 ? ParamPatch{{"loss.r1", 1.0}} : ParamPatch{};
           },
           "Weaken the penalty that keeps D flat."},
    Remedy{R::Stall, remedies::livelier_rates, "Raise the learning rates to the usual ones."},
    Remedy{R::Stall, remedies::twice_d, "Double D's rate."},
    Remedy{R::Checkerboard,
           [](const C& c) {
               // What repeated pixels leave does not come from large steps.
               return game_of(c).upsampling == Upsampling::Resize ? ParamPatch{} : remedies::usual_g(c);
           },
           "Lower G's rate to the usual one: smaller steps leave the lattice room to fade."},
    Remedy{R::Checkerboard,
           [](const C&) -> ParamPatch {
               return {{"model.upsampling", std::string("bilinear")}};
           },
           "Begin anew with a generator that enlarges bilinearly before it convolves, which leaves no lattice."},
    remedies::kSkipDuplicates,
    remedies::kSkipEmpty,
    remedies::kPad,
    Remedy{R::DataFew, mirrored_and_augmented, "Mirror the pictures and augment what D sees."},
    Remedy{R::DataFew, augmented_alone, "Augment what D sees: it cannot know by heart what looks different each time."},
    remedies::kSmallerPieces,
    remedies::kFewerSavings,
    Remedy{R::MemorySpare,
           [](const C& c) {
               return game_of(c).reuse_fakes == ReuseFakes::Off
                          ? ParamPatch{{"memory.reuse_fakes", std::string("auto")}}
                          : ParamPatch{};
           },
           "Keep the fakes instead of drawing them twice."},
};

class DcganCounsel final : public FamilyCounsel {
public:
    std::vector<CounselRule> rules(const C& c) const override {
        std::vector<CounselRule> out(kDcganRules.begin(), kDcganRules.end());
        std::erase_if(out, [&own = game_of(c)](R rule) { return !speaks_to(rule, own); });
        return out;
    }
    std::span<const Remedy> remedies() const override { return kDcganRemedies; }
    std::vector<std::string_view> idle_settings(const C& c) const override {
        switch (game_of(c).train) {
            case Train::OnlyD: return {"lr.g"};
            case Train::OnlyG: return {"lr.d", "ratio.d", "loss.r1", "loss.gp_weight"};
            default: return {};
        }
    }
    double advantage(const C& c, const StepDone& step) const override {
        const DcganConfig& d = game_of(c);
        if (!has_scale(d)) return FamilyCounsel::advantage(c, step);
        // Of probabilities with BCE, and of the targets 0 and 1 with least squares. With hinge D is sure of what lies beyond its
        // margins, where the loss is 0; it guesses at 2.
        const double sure = d.loss == GanLoss::Hinge ? 1 - step.loss_d / 2 : step.d_real - step.d_fake;
        return std::clamp(sure, -1.0, 1.0);
    }
    bool eases_few_pictures(const C& c) const override {
        return c.data_mirror || is_augmented(c) || game_of(c).r1_gamma > 0;
    }
    bool saves_memory(const C& c) const override {
        return c.checkpointing == Checkpointing::On || c.batch_accumulate >= 4 ||
               game_of(c).reuse_fakes == ReuseFakes::Off;
    }
};

}  // namespace

const FamilyCounsel& dcgan_counsel() {
    static const DcganCounsel counsel;
    return counsel;
}

}  // namespace headroom
