// Resampling with wide kernels, bit for bit as Pillow's Image.resize: rows first, 8 bits between the two passes.
#pragma once

#include "core/api/image_buffer.h"

namespace headroom {

enum class ResampleFilter {
    Bicubic,  ///< a = -0.5, 2 pixels to each side; what CLIP was trained with
    Lanczos,  ///< 3 pixels to each side
};

/// `image` at `width` x `height`, at least 1 each; the kernel widens where an axis shrinks. Of 4 channels the colours are weighed by
/// alpha, so that what nobody sees does not bleed into the edges. Empty for an empty picture.
/// Source: Pillow src/libImaging/Resample.c (its rules; the code is our own).
ImageBuffer resample(const ImageBuffer& image, int width, int height, ResampleFilter filter);

}  // namespace headroom
