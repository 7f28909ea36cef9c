// RunStages: what a run goes through by its own plan, and at which stage it takes most.
#pragma once

#include "core/engine/plan/forecaster.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

struct RunStage {
    TrainConfig config;
    NetworkLayout layout;  ///< of the networks that it finds; empty: fresh ones
    std::size_t number = 0;
    std::string words{};  ///< "once image.size is 128"; empty: it is the first
};

/// The stages of a run that begins with `config` (Family::planned), in order. Those behind its limit are left out.
std::vector<RunStage> stages_of(const TrainConfig& config, const NetworkLayout& layout);

struct StageForecast {
    RunStage stage;
    Forecast forecast;
};

/// Says what a stage takes.
using StageFn = std::function<Result<Forecast>(const RunStage& stage)>;

/// The stage that needs most. No stage is asked about behind one that needs more than `room`. Errors: those of `ask`, naming the stage.
Result<StageForecast> largest_stage(const TrainConfig& config, const NetworkLayout& layout, std::optional<Bytes> room,
                                    const StageFn& ask);
/// Likewise; what is not known is measured. Errors: as Forecaster::measured(), naming the stage.
Result<StageForecast> largest_stage(Forecaster& forecaster, const TrainConfig& config, const NetworkLayout& layout,
                                    std::optional<Bytes> room, const std::stop_token& stop);

}  // namespace headroom
