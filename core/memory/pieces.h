// Pieces: a batch a few samples at a time, so that what a pass makes of them stays in the processor's cache.
#pragma once

#include <ATen/core/TensorBody.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace headroom {

inline constexpr std::size_t kPieceBytes = 1 << 20;

/// Calls `pass(first, count)` for pieces of the samples of `x` (N, ...), one after the other. `x` must not be empty.
template <class Pass> void in_pieces(const at::Tensor& x, const Pass& pass) {
    const std::int64_t samples = x.size(0);
    const auto piece = std::max<std::int64_t>(1, static_cast<std::int64_t>(kPieceBytes) * samples /
                                                     static_cast<std::int64_t>(x.nbytes()));
    for (std::int64_t first = 0; first < samples; first += piece) pass(first, std::min(piece, samples - first));
}

}  // namespace headroom
