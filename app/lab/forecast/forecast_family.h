// ForecastFamily: what the bench of forecasts has of a family of models: its configurations, and what trains and forecasts them.
// Torch-free header.
#pragma once

#include "core/engine/backend.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace headroom {

class StepModel;

/// One configuration of the bench.
struct ForecastCase {
    std::string name;  ///< "64 px, 16 x 2, bf16, wgan-gp"
    TrainConfig config;
    bool random_networks = false;  ///< networks of the published sizes with random values
};

struct ForecastFamily {
    ModelKind kind;
    std::vector<ForecastCase> (*cases)();
    std::unique_ptr<Trainer> (*make_trainer)(const ForecastCase& one);
    /// Forecasts the cases with random networks; null: there are none.
    std::unique_ptr<StepModel> (*make_random_model)() = nullptr;
};

/// Sizes 32 to 256, micro-batches, accumulation, precisions, checkpointing, losses, R1, norms, depthwise convolutions, moving average,
/// kept and recomputed fakes; at least 120.
extern const ForecastFamily dcgan_forecasts;
/// Networks from small to f16-16384, batches, accumulation, precisions, checkpointing, losses, what codes learn by.
extern const ForecastFamily vqgan_forecasts;
/// Light GANs of 64 to 512 px: batches, accumulation, precisions, checkpointing, penalty, attention.
extern const ForecastFamily light_gan_forecasts;
/// Text to image: areas, cuts, chunks, precisions, networks.
extern const ForecastFamily vqgan_clip_forecasts;

const ForecastFamily& forecast_family_of(ModelKind kind);

/// How a case splits its window.
struct Batch {
    std::int64_t micro, accumulate;
};

/// A case of a family that trains on pictures, named after its settings.
ForecastCase picture_case(const TrainConfig& config, const std::string& what);

}  // namespace headroom
