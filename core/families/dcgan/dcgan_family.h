// DCGAN (Radford, Metz, Chintala, "Unsupervised Representation Learning with Deep Convolutional GANs", 2016): settings, words, plans.
#pragma once

#include "core/families/family.h"

namespace headroom {

class DcganFamily : public Family {
public:
    DcganFamily();
    OwnValue own_settings() const override;
    std::vector<ParamRow> rows() const override;
    std::vector<Preset> presets() const override;
    void check(const TrainConfig& config, std::vector<ParamError>& problems) const override;
    std::string run_name(const TrainConfig& config) const override;
    void describe(const TrainConfig& config, RunInfo& info) const override;
    std::string progress_text(const StepDone& step) const override;
    std::vector<CurvePlot> plots(std::span<const StepDone> steps) const override;
    const FitRules& fit() const override;
};

}  // namespace headroom
