// DcganModel: forecasts of DCGAN steps. The micro-batch and, but for kept fakes, the accumulation are no part of a tape's kind:
// for them the tape is played.
#pragma once

#include "core/models/dcgan/spec.h"
#include "core/train/forecast/data_sets.h"
#include "core/train/forecast/step_model.h"
#include "core/train/gan/step_seconds.h"

namespace headroom {

/// Everything that decides which blocks a step makes, in words.
std::string kind_of(const TrainConfig& config, const DcganSpec& spec, const std::string& device,
                    std::int64_t micro_batches);

/// How often a step of `config` has each part.
StepCounts step_counts(const TrainConfig& config);

class DcganModel final : public StepModel {
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
