// Reconstructions by the weights of a stored VQGAN run. Torch-free header.
#pragma once

#include "core/engine/backend.h"

#include <stop_token>

namespace headroom {

/// Whether `content` is of a run that trains a VQGAN.
bool holds_vqgan(const CheckpointContent& content);

/// Pictures of the run's own data set above their reconstructions, `request.count` of them: spread over it, or drawn by
/// `request.seed`. Errors: BadFile; InvalidArgument (a walk, or a truncation); as open_dataset; OutOfMemory.
Result<ImageList> reconstruct_from_stored(const CheckpointContent& content, const GenerateRequest& request,
                                          const ProgressFn& progress, std::stop_token stop);

}  // namespace headroom
