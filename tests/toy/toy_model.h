// ToyModel: forecasts of toy steps.
#pragma once

#include "core/train/forecast/step_model.h"

namespace headroom::test {

class ToyModel final : public StepModel {
public:
    std::optional<StepPlan> plan(const TrainConfig& config, const NetworkLayout& layout,
                                 const std::string& device) const override;
    Result<ProbeStep> probe(const TrainConfig& config, const NetworkLayout& layout, const TrainDevice& device,
                            std::int64_t pictures, std::size_t kind) const override;
    double seconds(const TrainConfig& config, const StepPlan& plan, const KindProbe& probe) const override;
};

}  // namespace headroom::test
