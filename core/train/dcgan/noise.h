// Random tensors without state: every sample's numbers are a function of (seed, purpose, its image index), so that
// accumulation, pausing, resuming and threads cannot change them.
#pragma once

#include "core/base/random.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>

namespace headroom {

/// Standard normal latents (count, latent, 1, 1), float32 on the CPU, for images first .. first + count - 1.
at::Tensor latents(std::uint64_t seed, RandomPurpose purpose, std::int64_t first, std::int64_t count,
                   std::int64_t latent);

/// Uniform [0, 1) numbers, one per image: (count, 1, 1, 1).
at::Tensor uniforms(std::uint64_t seed, RandomPurpose purpose, std::int64_t first, std::int64_t count);

/// `x` plus normal noise of standard deviation `sigma`, sample by sample.
at::Tensor with_noise(const at::Tensor& x, double sigma, std::uint64_t seed, std::uint64_t stream, std::int64_t first);

}  // namespace headroom
