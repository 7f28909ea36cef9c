// How alike two pictures are, pixel by pixel and window by window.
// Source: Wang, Bovik, Sheikh, Simoncelli, "Image Quality Assessment: From Error Visibility to Structural Similarity", 2004.
#pragma once

#include <ATen/core/TensorBody.h>

namespace headroom {

/// Mean structural similarity of pictures (N, C, H, W) in [-1, 1], -1 to 1, 1 for equal ones: Gaussian windows of 11 pixels,
/// sigma 1.5 (smaller ones for pictures under 11 pixels), without padding, constants 0.01 and 0.03 of the range. In float32 or better.
at::Tensor structural_similarity(const at::Tensor& a, const at::Tensor& b);

}  // namespace headroom
