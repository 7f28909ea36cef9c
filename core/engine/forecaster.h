// Forecaster: the cost of configurations, measured by probe steps and remembered. Torch-free interface; thread-safe.
#pragma once

#include "core/api/forecast.h"
#include "core/api/train_config.h"
#include "core/base/result.h"

#include <optional>
#include <stop_token>

namespace headroom {

class Forecaster {
public:
    virtual ~Forecaster() = default;
    /// The whole cost from what is known; no value: probe() first. Makes no tensors; milliseconds.
    virtual std::optional<Forecast> known(const TrainConfig& config, const NetworkLayout& layout) = 0;
    /// Measures what known() lacks with probe steps of one and two pictures. Blocks for up to seconds; any thread but the window's.
    virtual Result<void> probe(const TrainConfig& config, const NetworkLayout& layout, std::stop_token stop) = 0;
    /// Takes note of how long a step of `config` took when nothing disturbed it.
    virtual void learn(const TrainConfig& config, const NetworkLayout& layout, double step_seconds) = 0;
};

}  // namespace headroom
