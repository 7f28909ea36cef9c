// Which rules hold for a Light GAN, what its D's outputs mean, and what helps.
#include "core/families/light_gan/light_gan_counsel.h"

#include "core/families/counsel_limits.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/families/remedies.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

using R = CounselRule;
using C = TrainConfig;

const LightGanConfig& light_of(const C& c) { return c.own<LightGanConfig>(); }

bool augments(const C& c) { return light_of(c).augments() && (c.augment_adapt || light_of(c).augment_share > 0); }

constexpr std::array kRules{R::RateHigh,  R::ScaleDrift, R::NormDrift, R::Collapse,    R::Overfits,     R::Remembers,
                            R::DWins,     R::DLoses,     R::RateLow,   R::Stall,       R::Checkerboard, R::DataTwins,
                            R::DataEmpty, R::DataAspect, R::DataFew,   R::MemoryTight, R::MemorySpare};

ParamPatch augmented(const C& c) {
    if (augments(c)) return {};
    return {{"diffaug.translation", true},
            {"diffaug.cutout", true},
            {"augment.share", std::max(0.3, light_of(c).augment_share)}};
}

/// What leads the share knows better where it ought to be, and without an augmentation there is nothing to share.
ParamPatch more_augmented(const C& c) {
    return light_of(c).augments() && !c.augment_adapt && light_of(c).augment_share < counsel_limits::kMostAugmented
               ? ParamPatch{{"augment.share", counsel_limits::kMostAugmented}}
               : ParamPatch{};
}

const std::array kRemedies{
    Remedy{R::RateHigh, remedies::calmer_rates, "Lower the learning rates."},
    Remedy{R::ScaleDrift, remedies::range_of_fp32, "Use bf16, which has the range of fp32."},
    Remedy{R::NormDrift,
           [](const C& c) {
               return light_of(c).gp_weight < 10 ? ParamPatch{{"loss.gp", 10.0}} : ParamPatch{};
           },
           "Give the gradient penalty its usual weight: it is what bounds D's slope."},
    Remedy{R::NormDrift, remedies::clipped_gradients, "Clip the gradients, so that no single step leads far away."},
    Remedy{R::NormDrift, remedies::calmer_rates, "Lower the learning rates."},
    Remedy{R::Collapse, remedies::g_down_to_d, "Lower G's rate to D's, so that G cannot run ahead of it."},
    Remedy{R::Collapse, remedies::half_of_g, "Halve G's rate."},
    Remedy{R::Remembers, augmented, "Augment what D sees: it cannot know by heart what looks different each time."},
    Remedy{R::Remembers, more_augmented, "Augment most of what D sees."},
    Remedy{R::Remembers, remedies::mirrored, "Mirror the pictures, which doubles them."},
    Remedy{R::DWins, remedies::d_down_to_g, "Lower D's rate to G's, so that G can follow."},
    Remedy{R::DWins, more_augmented, "Augment most of what D sees."},
    Remedy{R::DWins, remedies::half_of_d, "Halve D's rate."},
    Remedy{R::DLoses, remedies::d_up_to_g, "Raise D's rate to G's, so that D can follow."},
    Remedy{R::DLoses, remedies::twice_d, "Double D's rate."},
    Remedy{R::RateLow, remedies::livelier_rates, "Raise the learning rates to the usual ones."},
    Remedy{R::Stall,
           [](const C& c) {
               return light_of(c).gp_weight > 10 ? ParamPatch{{"loss.gp", 10.0}} : ParamPatch{};
           },
           "Weaken the penalty that keeps D flat."},
    Remedy{R::Stall, remedies::livelier_rates, "Raise the learning rates to the usual ones."},
    Remedy{R::Stall, remedies::twice_d, "Double D's rate."},
    Remedy{R::Checkerboard, remedies::usual_g,
           "Lower G's rate to the usual one: smaller steps leave the lattice room to fade."},
    remedies::kSkipDuplicates,
    remedies::kSkipEmpty,
    remedies::kPad,
    Remedy{R::DataFew, augmented, "Augment what D sees: it cannot know by heart what looks different each time."},
    Remedy{R::DataFew, remedies::mirrored, "Mirror the pictures, which doubles them."},
    remedies::kSmallerPieces,
    remedies::kFewerSavings,
};

class LightGanCounsel final : public FamilyCounsel {
public:
    std::vector<CounselRule> rules(const C&) const override { return {kRules.begin(), kRules.end()}; }
    std::span<const Remedy> remedies() const override { return kRemedies; }
    /// As far as its margins, 1 and -1, the hinge itself takes D, and a healthy one begins beyond them; at four times their distance nothing holds it.
    double advantage(const C&, const StepDone& step) const override {
        const double ahead = step.d_real - step.d_fake;
        return std::clamp(ahead <= 2 ? ahead / 4 : 0.5 + (ahead - 2) / 12, -1.0, 1.0);
    }
    bool eases_few_pictures(const C& c) const override {
        return c.data_mirror || augments(c) || light_of(c).gp_weight > 0;
    }
    bool saves_memory(const C& c) const override {
        return c.checkpointing == Checkpointing::On || c.batch_accumulate >= 4;
    }
};

}  // namespace

const FamilyCounsel& light_gan_counsel() {
    static const LightGanCounsel counsel;
    return counsel;
}

}  // namespace headroom
