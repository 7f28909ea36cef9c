// Resizing of raw pixels: area-averaging where an axis shrinks, Catmull-Rom bicubic where it grows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace headroom {

/// A rectangle of interleaved bytes inside a larger picture; rows are `stride` bytes apart.
struct PixelView {
    const std::uint8_t* data = nullptr;
    int width = 0, height = 0, channels = 3;
    std::size_t stride = 0;
};

/// Fills `out` with width * height * channels bytes. The same input gives the same bytes everywhere.
void resize_pixels(const PixelView& from, int width, int height, std::uint8_t* out);

}  // namespace headroom
