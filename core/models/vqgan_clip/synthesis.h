// From the latent that VQGAN-CLIP optimises to the picture, and the range the latent is kept in. Source: nerdyrodent/VQGAN-CLIP,
// generate.py (synth, clamp of z); where the latent begins: the same.
#pragma once

#include <ATen/core/TensorBody.h>

#include <cstdint>

namespace headroom {

class Vqgan;

namespace imagine {

/// Smallest and largest value of each channel over all codes: (1, D, 1, 1) each.
struct CodeRange {
    at::Tensor low, high;
};

/// Of a codebook (K, D).
CodeRange code_range(const at::Tensor& codebook);

/// Clamps `z` (1, D, h, w) to the range, in place and outside autograd: after every optimiser step.
void clamp_to_codes(at::Tensor& z, const CodeRange& range);

/// A start latent of codes drawn at random, one per cell: (1, D, rows, columns) of the codebook (K, D). The same for the same seed.
at::Tensor random_latent(const at::Tensor& codebook, std::int64_t rows, std::int64_t columns, std::uint64_t seed);

/// The picture of `z` (1, D, h, w): nearest codes with the gradient handed straight through, decoded, from [-1, 1] to [0, 1] and
/// clamped there by clamp_with_grad. (1, 3, f h, f w), float32 or better whatever autocast says.
at::Tensor synthesise(Vqgan& vqgan, const at::Tensor& z);

}  // namespace imagine
}  // namespace headroom
