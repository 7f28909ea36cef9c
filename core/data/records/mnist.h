// MNIST and its relatives: IDX files of grey pictures, plain or gzip-compressed.
#pragma once

#include "core/data/image_source.h"

#include <memory>

namespace headroom {

/// The source when `path` is an IDX file of pictures or a folder that holds one (itself or in "raw", "MNIST/raw"); null when
/// it is something else. Errors: BadFile for a damaged file.
Result<std::unique_ptr<ImageSource>> open_mnist(const std::string& path, const TrainConfig& config);

}  // namespace headroom
