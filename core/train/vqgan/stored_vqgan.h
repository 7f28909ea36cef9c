// Pictures by the weights of a stored run that has no generator, as its trainer draws them. Torch-free header.
#pragma once

#include "core/engine/backend.h"

#include <stop_token>

namespace headroom {

/// `request.count` pictures, as samples of a run of that family show them: a VQGAN's are those of its data set above their
/// reconstructions, spread over it or drawn by `request.seed`. Errors: BadFile; InvalidArgument (a walk, or a truncation); as
/// open_dataset; OutOfMemory.
Result<ImageList> reconstruct_from_stored(const CheckpointContent& content, const GenerateRequest& request,
                                          const ProgressFn& progress, std::stop_token stop);

}  // namespace headroom
