// Differentiable augmentation of all that D sees, the same policy for real and fake pictures: DiffAugment (Zhao et al. 2020), and geometric
// transformations after ADA (Karras et al. 2020).
#pragma once

#include "core/models/nn/first_sample.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>

namespace headroom {

struct DiffAugment {
    bool colour = false;       ///< brightness +-0.5, saturation x0..2, contrast x0.5..1.5
    bool translation = false;  ///< shift by up to 1/8 of the side, zeros move in
    bool cutout = false;       ///< a square of half the side becomes zero
    bool geometry =
        false;  ///< size x0.8..1.25, stretch likewise, turn +-20 degrees, shift by up to 1/8; edges are repeated
    at::Tensor chance{};  ///< that each of them touches a picture, 0-dim float32 on its device; undefined: always

    bool any() const { return colour || translation || cutout || geometry; }
    /// `x` (N, C, H, W) augmented, in the same memory format; each sample's numbers come from (seed, stream, first + its row).
    at::Tensor apply(const at::Tensor& x, std::uint64_t seed, std::uint64_t stream, nn::FirstSample first) const;
};

}  // namespace headroom
