// A sample by the weights of a stored run, as its trainer draws it. Torch-free header.
#pragma once

#include "core/engine/backend.h"

#include <stop_token>

namespace headroom {

/// `request.count` pictures, as samples of a run of that family show them: a VQGAN's are those of its data set above their
/// reconstructions, spread over it or drawn by `request.seed`. For families without random latents. Errors: BadFile;
/// InvalidArgument (a walk, or a truncation); as open_dataset; OutOfMemory.
Result<ImageList> sample_from_stored(const CheckpointContent& content, const GenerateRequest& request,
                                     const ProgressFn& progress, std::stop_token stop);

}  // namespace headroom
