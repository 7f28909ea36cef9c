// How alike two pictures are at several scales; low between samples where they are diverse.
// Source: Wang, Simoncelli, Bovik, "Multiscale Structural Similarity for Image Quality Assessment", 2003; Odena, Olah, Shlens, "Conditional
// Image Synthesis with Auxiliary Classifier GANs", 2017, for the measure of diversity.
#pragma once

#include <ATen/core/TensorBody.h>

#include <cstdint>

namespace headroom {

inline constexpr std::int64_t kSmallestForSsim = 11;  ///< side of a picture

/// Of pictures (N, C, H, W) in [0, 1], sides of 11 and more -> (N), 0 to 1, float64: means over colours. Pictures too small for all five
/// scales (under 176 pixels) have as many as there is room for, whose exponents add up to 1.
at::Tensor ms_ssim(const at::Tensor& a, const at::Tensor& b);

}  // namespace headroom
