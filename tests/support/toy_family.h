// ToyFamily: a family that no file of the product knows, to show that one can be added: it learns one picture, the mean of a data set.
#pragma once

#include "core/families/family.h"

namespace headroom::test {

inline constexpr ModelKind kToy{"toy"};

struct ToyConfig {
    std::int64_t copies = 4;  ///< toy.copies: pictures whose average is the one that is learnt

    bool operator==(const ToyConfig&) const = default;
};

/// Without tensors; those are in tests/toy.
class ToyFamily : public Family {
public:
    ToyFamily();
    OwnValue own_settings() const override { return OwnValue::of<ToyConfig>(); }
    std::vector<ParamRow> rows() const override;
    std::vector<Preset> presets() const override;
    void check(const TrainConfig& config, std::vector<ParamError>& problems) const override;
    std::string run_name(const TrainConfig& config) const override;
    void describe(const TrainConfig& config, RunInfo& info) const override;
    std::string progress_text(const StepDone& step) const override;
    std::vector<CurvePlot> plots(std::span<const StepDone> steps) const override;
    const FitRules& fit() const override;
};

}  // namespace headroom::test
