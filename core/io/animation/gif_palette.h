// A palette of at most 256 colours for one frame, and the frame in its indices.
#pragma once

#include "core/api/image_buffer.h"

#include <array>
#include <cstdint>
#include <vector>

namespace headroom {

struct IndexedFrame {
    std::array<std::uint8_t, 256 * 3> palette{};
    std::vector<std::uint8_t> indices;  ///< width * height
};

/// Exact when the frame has at most 256 colours; otherwise a median-cut palette with ordered dithering (8 x 8).
IndexedFrame index_colours(const ImageBuffer& frame);

}  // namespace headroom
