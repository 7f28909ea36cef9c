// Fade-in: how a network that grew takes over from what it was. Scheme: Karras, Aila, Laine, Lehtinen, "Progressive Growing
// of GANs", 2018, section 2 and figure 2: the old to-RGB output, enlarged, and the old from-RGB features of the picture made
// smaller are blended with the new stages by alpha, which goes from 0 to 1 with the steps; real pictures are blended with
// their own smaller version the same way, so that D never tells real from fake by detail that G cannot make yet.
#pragma once

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <utility>

namespace headroom {

/// How far new stages have faded in, 0 to 1.
struct FadeShare {
    double value = 1;
    at::Tensor
        there;  ///< on a GPU: () float32 with that number, which the work reads there, so that what was recorded of it follows

    // NOLINTNEXTLINE(google-explicit-constructor): a plain number is one
    FadeShare(double share = 1) : value(share) {}
    FadeShare(double share, at::Tensor on_device) : value(share), there(std::move(on_device)) {}
};

/// `x` (N, C, H, W) `factor` times as large, a power of two: each pixel repeated, or `smooth`, bilinearly, which leaves no squares that the new stages
/// would learn to draw.
at::Tensor enlarged(const at::Tensor& x, std::int64_t factor, bool smooth = false);
/// `x` (N, C, H, W) made smaller by a whole `factor`: means of squares.
at::Tensor reduced(const at::Tensor& x, std::int64_t factor);
/// (1 - alpha) * old + alpha * fresh; exactly `old` at 0 and exactly `fresh` at 1.
at::Tensor blended(const at::Tensor& old, const at::Tensor& fresh, const FadeShare& alpha);
/// Real pictures as a network shows them that grew by `factor` and stands at `alpha`.
at::Tensor blended_pictures(const at::Tensor& x, std::int64_t factor, const FadeShare& alpha, bool smooth = false);

}  // namespace headroom
