// What the encoders of animations want of a frame.
#pragma once

#include "core/api/image_buffer.h"

#include <cstdint>
#include <vector>

namespace headroom {

/// Interleaved RGB bytes of `frame`, grey spread over the three channels.
std::vector<std::uint8_t> rgb_pixels(const ImageBuffer& frame);

}  // namespace headroom
