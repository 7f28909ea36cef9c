// VQGAN-CLIP (Crowson et al., 2022), text to image: settings, words, plans.
#pragma once

#include "core/families/family.h"

namespace headroom {

class VqganClipFamily : public Family {
public:
    VqganClipFamily();
    OwnValue own_settings() const override;
    std::vector<ParamRow> rows() const override;
    std::vector<Preset> presets() const override;
    void check(const TrainConfig& config, std::vector<ParamError>& problems) const override;
    std::string missing(const TrainConfig& config) const override;
    std::string worked_folder(const TrainConfig& config) const override;
    std::string_view words() const override { return "[PROMPT ...]"; }
    std::vector<FamilyOption> options() const override;
    Result<void> take_options(const GivenOptions& given, ParamPatch& patch) const override;
    std::string run_name(const TrainConfig& config) const override;
    void describe(const TrainConfig& config, RunInfo& info) const override;
    std::string progress_text(const StepDone& step) const override;
    double score(const StepDone& step) const override;
    const FigureFormat& figures() const override;
    std::vector<CurvePlot> plots(std::span<const StepDone> steps) const override;
    const FitRules& fit() const override;
};

}  // namespace headroom
