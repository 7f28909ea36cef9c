// Which rules hold for a VQGAN and what helps. D judges patches of reconstructions and easily wins without harm, so no rule is about it; nor
// is one about fp16, in which a VQGAN is not trained.
#include "core/families/vqgan/vqgan_counsel.h"

#include "core/families/remedies.h"
#include "core/families/vqgan/vqgan_figures.h"
#include "core/families/vqgan/vqgan_train_config.h"

#include <array>

namespace headroom {
namespace {

using R = CounselRule;
using C = TrainConfig;

constexpr std::array kVqganRules{R::NormDrift,  R::CodesUnused, R::DataTwins,  R::DataEmpty,
                                 R::DataAspect, R::MemoryTight, R::MemorySpare};

const std::array kVqganRemedies{
    Remedy{R::NormDrift,
           [](const C& c) {
               return c.clip > 0 ? ParamPatch{} : ParamPatch{{"clip", 1.0}};
           },
           "Clip the gradients, so that no single step leads far away."},
    Remedy{R::NormDrift, remedies::calmer_rates, "Lower the learning rates."},
    Remedy{R::CodesUnused,
           [](const C& c) {
               return c.own<VqganTrainConfig>().restart > 0 ? ParamPatch{}
                                                            : ParamPatch{{"codebook.restart", std::int64_t{512}}};
           },
           "Let codes that nothing uses begin anew where pictures are."},
    Remedy{R::CodesUnused,
           [](const C& c) {
               return c.own<VqganTrainConfig>().decay > 0 || c.own<VqganTrainConfig>().gumbel
                          ? ParamPatch{}
                          : ParamPatch{{"codebook.decay", 0.95}};
           },
           "Let codes follow the moving average of what they stand for."},
    remedies::kSkipDuplicates,
    remedies::kSkipEmpty,
    remedies::kPad,
    remedies::kSmallerPieces,
    remedies::kFewerSavings,
};

class VqganCounsel final : public FamilyCounsel {
public:
    std::vector<CounselRule> rules(const C&) const override { return {kVqganRules.begin(), kVqganRules.end()}; }
    std::span<const Remedy> remedies() const override { return kVqganRemedies; }
    double used_codes(const StepDone& step) const override {
        const auto* figures = step.own<VqganFigures>();
        if (!figures || figures->codes <= 0) return FamilyCounsel::used_codes(step);
        return static_cast<double>(figures->codes_used) / static_cast<double>(figures->codes);
    }
    bool saves_memory(const C& c) const override {
        return c.checkpointing == Checkpointing::On || c.batch_accumulate >= 4;
    }
};

}  // namespace

const FamilyCounsel& vqgan_counsel() {
    static const VqganCounsel counsel;
    return counsel;
}

}  // namespace headroom
