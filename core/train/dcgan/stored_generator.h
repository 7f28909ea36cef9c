// Pictures from stored weights: a run's newest checkpoint, one checkpoint, or a generator's state dict of the classic example.
#pragma once

#include "core/engine/backend.h"

namespace headroom {

/// Error: NotFound, BadFile (no generator there), OutOfMemory, Cancelled.
Result<ImageList> generate_from_stored(const GenerateRequest& request, const ProgressFn& progress,
                                       std::stop_token stop);

}  // namespace headroom
