// VqganModel: forecasts of steps that train a VQGAN. A tape is played for the pictures of a micro-batch; the networks and all else
// that decides which blocks there are, are its kind.
#pragma once

#include "core/train/forecast/data_sets.h"
#include "core/train/forecast/step_model.h"

namespace headroom {

class VqganModel final : public StepModel {
public:
    Result<void> look(const TrainConfig& config, const NetworkLayout& layout, const TrainDevice& device) override;
    /// With the discriminator whenever it takes part at some time: that step is the larger one. Its time counts when it takes part
    /// from the first step on.
    std::optional<StepPlan> plan(const TrainConfig& config, const NetworkLayout& layout,
                                 const std::string& device) const override;
    Result<ProbeStep> probe(const TrainConfig& config, const NetworkLayout& layout, const TrainDevice& device,
                            std::int64_t pictures, std::size_t kind) const override;
    double seconds(const TrainConfig& config, const StepPlan& plan, const KindProbe& probe) const override;

private:
    DataSets data_sets_;
};

}  // namespace headroom
