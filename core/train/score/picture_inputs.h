// Pictures as the networks of scores look at them.
#pragma once

#include "core/api/image_buffer.h"
#include "core/train/score/inception_resize.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>

namespace headroom {

/// A grey or RGB picture of any size -> (1, 3, 299, 299) in about [-1, 1], float32 on the CPU.
at::Tensor inception_input(const ImageBuffer& picture, InceptionResize resize);

/// Likewise (1, 3, side, side) in [-1, 1], by Pillow's bicubic.
at::Tensor square_input(const ImageBuffer& picture, std::int64_t side);

}  // namespace headroom
