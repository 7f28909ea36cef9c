// Nearest pictures: which of a packed data set differ least from a picture, pixel by pixel.
#pragma once

#include "core/api/image_buffer.h"
#include "core/api/latent.h"
#include "core/base/result.h"
#include "core/data/dataset.h"

#include <stop_token>
#include <vector>

namespace headroom {

/// The `count` nearest, the nearest first; of equals the one that is stored first. Reads all of the data set once, on `workers` threads.
/// Errors: InvalidArgument (`picture` is not of the data set's size), Cancelled.
Result<std::vector<Neighbour>> nearest_pictures(const PackedDataset& data, const ImageBuffer& picture, int count,
                                                std::int64_t workers, std::stop_token stop = {});

}  // namespace headroom
