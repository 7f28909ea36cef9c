// Fit: how a picture of any shape becomes the square that training sees.
#pragma once

#include "core/api/train_config.h"
#include "core/io/pictures/resample.h"

namespace headroom {

/// Crops and resizes `picture` into `out`, size * size * channels bytes. A random crop is the largest square at a place that
/// depends on `index` alone.
void fit_picture(const PixelView& picture, FitMode fit, std::int64_t index, int size, std::uint8_t* out);

}  // namespace headroom
