// LightGanModel: forecasts of a Light GAN's steps, as DcganModel's: tapes are played for the pictures of a micro-batch.
#pragma once

#include "core/train/forecast/data_sets.h"
#include "core/train/forecast/step_model.h"

namespace headroom {

class LightGanModel final : public StepModel {
public:
    Result<void> look(const TrainConfig& config, const NetworkLayout& layout, const TrainDevice& device) override;
    std::optional<StepPlan> plan(const TrainConfig& config, const NetworkLayout& layout,
                                 const std::string& device) const override;
    Result<ProbeStep> probe(const TrainConfig& config, const NetworkLayout& layout, const TrainDevice& device,
                            std::int64_t pictures, std::size_t kind) const override;
    double seconds(const TrainConfig& config, const StepPlan& plan, const KindProbe& probe) const override;

private:
    DataSets data_sets_;
};

}  // namespace headroom
