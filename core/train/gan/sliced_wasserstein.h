// Sliced Wasserstein distance between two sets of pictures: patches of a Laplacian pyramid, normalised per channel, compared
// along random directions (Karras et al. 2018, "Progressive Growing of GANs", section 5). Lower is closer. Needs no downloads.
#pragma once

#include <ATen/core/TensorBody.h>

#include <cstdint>

namespace headroom {

/// `a` and `b`: (n, channels, side, side) in [-1, 1], the same shape. The mean over pyramid levels down to 16 px, times 1,000
/// as in the paper. The same inputs and seed give the same figure.
double sliced_wasserstein(const at::Tensor& a, const at::Tensor& b, std::uint64_t seed);

}  // namespace headroom
