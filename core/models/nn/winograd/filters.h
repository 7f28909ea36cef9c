// What the kernels of the gradient of 3x3 filters share with their caller: the transposed way of Winograd's F(4x4, 3x3) (tiles.h). The 6x6
// values of x's tiles and those of the result's gradient are multiplied and added up over all tiles: 36 products per tile and pair of
// channels in place of 144; the caller takes the sums back to filters.
#pragma once

#include "core/models/nn/winograd/tiles.h"

namespace headroom::nn::winograd {

constexpr int kFilterRun = 32;  ///< tiles that are transformed and multiplied together
constexpr int kFilterRows =
    64;  ///< channels of the gradient whose sums a thread has at a time: so many times x's stay in its cache

/// x (N, in, height, width), the result's gradient (N, out, height, width).
struct FilterTask {
    const float* x;
    const float* grad;
    long in, out, height, width;
    long across, down;  ///< tiles of a picture
};

struct FilterKernel {
    long columns;  ///< channels of x beside each other in a block of sums
    /// Floats of what compute() needs for itself.
    long (*scratch_words)(const FilterTask&);
    /// Tiles [from, to), of all pictures, and channels [first, first + rows) of the gradient; rows: at most kFilterRows. Writes sums: 36 times
    /// blocks of `columns` channels of x, each (kFilterRows, columns). Pointers begin at cache lines.
    void (*compute)(const FilterTask&, long first, long rows, long from, long to, float* sums, float* scratch);
};

const FilterKernel& filters_avx2();
const FilterKernel& filters_avx512();

}  // namespace headroom::nn::winograd
