// What the kernels of F(4x4, 3x3) make of one side of a tile, of floats and of vectors alike. Included by one source per instruction set.
#pragma once

#include "core/models/nn/winograd/tiles.h"

namespace headroom::nn::winograd {
namespace {

/// B' of six values.
template <class T> inline void to_tile(T a0, T a1, T a2, T a3, T a4, T a5, T* __restrict out, long apart) {
    constexpr float kNear2 = kNear * kNear, kFar2 = kFar * kFar, kBoth = kNear2 * kFar2, kEither = kNear2 + kFar2;
    const T even = a4 - kFar2 * a2, odd = kNear * (a3 - kFar2 * a1);
    const T even_far = a4 - kNear2 * a2, odd_far = kFar * (a3 - kNear2 * a1);
    out[0] = kBoth * a0 - kEither * a2 + a4;
    out[apart] = even + odd;
    out[2 * apart] = even - odd;
    out[3 * apart] = even_far + odd_far;
    out[4 * apart] = even_far - odd_far;
    out[5 * apart] = kBoth * a1 - kEither * a3 + a5;
}

}  // namespace
}  // namespace headroom::nn::winograd
