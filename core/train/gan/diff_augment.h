// DiffAugment (Zhao et al. 2020): differentiable augmentation of all that D sees, the same policy for real and fake pictures.
#pragma once

#include "core/models/nn/first_sample.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>

namespace headroom {

struct DiffAugment {
    bool colour = false;       ///< brightness +-0.5, saturation x0..2, contrast x0.5..1.5
    bool translation = false;  ///< shift by up to 1/8 of the side, zeros move in
    bool cutout = false;       ///< a square of half the side becomes zero

    bool any() const { return colour || translation || cutout; }
    /// `x` (N, C, H, W) augmented; each sample's numbers come from (seed, stream, first + its row).
    at::Tensor apply(const at::Tensor& x, std::uint64_t seed, std::uint64_t stream, nn::FirstSample first) const;
};

}  // namespace headroom
