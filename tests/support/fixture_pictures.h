// Fixture pictures: shaded solids for the fake engine's samples, from noise to clear with training, and real pictures.
#pragma once

#include "core/api/image_buffer.h"

#include <cstdint>

namespace headroom::fixture {

/// One clear picture; the same for the same (index, size).
ImageBuffer solid(std::int64_t index, int size);

/// `count` pictures as a network would make them when `share` (0..1) of the training is done; `grain` is extra noise (raw weights).
ImageList samples(std::int64_t first, int count, int size, double share, double grain);

}  // namespace headroom::fixture
