// Resampling of 8-bit pictures, the same bytes everywhere. Two rules are needed: a data set's pictures are averaged over areas in
// floats, and what CLIP and the enlarger see is as Pillow makes it, in fixed-point numbers, or in floats where scores are defined so.
#pragma once

#include "core/api/image_buffer.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace headroom {

enum class ResampleFilter {
    Bicubic,  ///< a = -0.5, 2 pixels to each side; what CLIP was trained with
    Lanczos,  ///< 3 pixels to each side
};

/// `image` at `width` x `height`, at least 1 each, bit for bit as Pillow's Image.resize; the kernel widens where an axis shrinks. Of 4
/// channels the colours are weighed by alpha, so that what nobody sees does not bleed into the edges. Empty for an empty picture.
/// Source: Pillow src/libImaging/Resample.c (its rules; the code is our own).
ImageBuffer resample(const ImageBuffer& image, int width, int height, ResampleFilter filter);

/// The same as Pillow makes it of each channel in floats (mode F): interleaved, neither rounded nor clamped to 0 .. 255, alpha a channel
/// like others. Empty for an empty picture.
std::vector<float> resample_floats(const ImageBuffer& image, int width, int height, ResampleFilter filter);

/// The colours of RGBA pixels times their alpha, rounded to the nearest.
void weigh_by_alpha(std::span<std::uint8_t> rgba);

/// A rectangle of interleaved bytes inside a larger picture; rows are `stride` bytes apart.
struct PixelView {
    const std::uint8_t* data = nullptr;
    int width = 0, height = 0, channels = 3;
    std::size_t stride = 0;
};

/// Resizes a picture of `from_width` x `from_height` that comes row by row: area-averaging where an axis shrinks, Catmull-Rom bicubic
/// where it grows. Used by one thread.
class RowResize {
public:
    /// `out`: width * height * channels bytes, all written once the last row was added.
    RowResize(int from_width, int from_height, int channels, int width, int height, std::uint8_t* out);
    RowResize(RowResize&&) noexcept;
    ~RowResize();
    /// The next row, from_width * channels bytes.
    void add(const std::uint8_t* pixels);

private:
    struct Rows;
    std::unique_ptr<Rows> rows_;
};

/// RowResize of a picture that is there.
void resize_pixels(const PixelView& from, int width, int height, std::uint8_t* out);

}  // namespace headroom
