// CIFAR-10, binary version: files of 3073-byte records, a label and the planes of a 32 x 32 picture.
#pragma once

#include "core/data/image_source.h"

#include <memory>

namespace headroom {

/// The source when `path` is a CIFAR-10 file, or a folder that holds data_batch_*.bin (itself or in cifar-10-batches-bin);
/// null when it is something else. Errors: BadFile for a damaged file and for the Python version, with advice.
Result<std::unique_ptr<ImageSource>> open_cifar10(const std::string& path, const TrainConfig& config);

}  // namespace headroom
