// Chooses the source that a configuration's data.path stands for.
#pragma once

#include "core/data/image_source.h"

#include <stop_token>

namespace headroom {

/// "shapes", a CIFAR-10 or MNIST folder or file (recognised by content), or a folder of pictures. Lists the folder; decodes nothing.
/// Errors: NotFound, BadFile (nothing to train on in there, with what to do), Cancelled.
Result<std::unique_ptr<ImageSource>> make_source(const TrainConfig& config, const ProgressFn& progress,
                                                 std::stop_token stop);

}  // namespace headroom
