// Pictures as they leave the engine: 8-bit, interleaved, shared without copies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace headroom {

/// One picture. `pixels` holds height * width * channels bytes, rows top to bottom, channels interleaved (grey, RGB, or RGBA where a
/// function says so).
struct ImageBuffer {
    int width = 0;
    int height = 0;
    int channels = 3;
    std::shared_ptr<const std::vector<std::uint8_t>> pixels;

    bool empty() const { return !pixels || pixels->empty(); }
    std::size_t row_bytes() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(channels); }
};

/// Equally sized pictures; a widget lays them out as it likes.
using ImageList = std::vector<ImageBuffer>;

}  // namespace headroom
