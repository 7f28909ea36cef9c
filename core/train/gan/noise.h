// Random tensors without state: every sample's numbers are a function of (seed, purpose, its image index), so that
// accumulation, pausing, resuming and threads cannot change them.
#pragma once

#include "core/base/random.h"
#include "core/models/nn/first_sample.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>

namespace headroom {

/// Standard normal latents (count, latent, 1, 1), float32, for images first .. first + count - 1. On a GPU they are made there, equal
/// within rounding to the CPU's.
at::Tensor latents(std::uint64_t seed, RandomPurpose purpose, nn::FirstSample first, std::int64_t count,
                   std::int64_t latent, at::Device device = at::kCPU);

/// Uniform [0, 1) numbers, one per image: (count, 1, 1, 1), the same on every device. Image i's stream is number i * `times` + `plus`.
at::Tensor uniforms(std::uint64_t seed, RandomPurpose purpose, nn::FirstSample first, std::int64_t count,
                    at::Device device = at::kCPU, std::uint64_t times = 1, std::uint64_t plus = 0);

/// Standard normal numbers of `shape` (count, ...), float32, image by image: number i * `times` + `plus` of that purpose.
at::Tensor normals(at::IntArrayRef shape, std::uint64_t seed, RandomPurpose purpose, nn::FirstSample first,
                   std::uint64_t times, std::uint64_t plus, at::Device device = at::kCPU);

/// `x` plus normal noise of standard deviation `sigma`, sample by sample.
at::Tensor with_noise(const at::Tensor& x, double sigma, std::uint64_t seed, std::uint64_t stream,
                      nn::FirstSample first);

}  // namespace headroom
