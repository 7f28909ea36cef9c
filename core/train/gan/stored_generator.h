// Pictures of random latents from stored weights: a run's newest checkpoint, one checkpoint, or weight files of other programs.
#pragma once

#include "core/engine/backend.h"
#include "core/models/nn/latent_generator.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace headroom {

/// A generator in files, as its family reads it (TrainFamily::stored_generator).
struct StoredGenerator {
    std::int64_t latent = 0;  ///< numbers
    std::string network;      ///< equal texts: weights of one network, which can be blended
    /// With its weights, in host memory. Error: BadFile.
    std::function<Result<std::shared_ptr<nn::LatentGenerator>>()> build;
};

/// Error: NotFound, BadFile (no generator there), OutOfMemory, Cancelled.
Result<ImageList> generate_from_stored(const GenerateRequest& request, const ProgressFn& progress,
                                       std::stop_token stop);

}  // namespace headroom
