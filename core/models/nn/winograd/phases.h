// What the kernels of 4x4 convolutions of stride 2 share with their caller. Such a convolution is four of 2x2 and stride 1 on the picture's
// four phases (rows and columns that are even or odd), whose results add up: x (N, 2 h, 2 w, C), y (N, h, w, K), filters (K, C, 4, 4).
//   y:  the products of a tile's 4 C values by filters
//   x:  the transposed convolution: its four phases are 2x2 convolutions of y, each by a phase of the turned filters
//   filters' gradient: the products of x's tiles by y's, added up over the tiles
// A block of tiles is transformed (transform_tiles, shared out by tiles), then multiplied by blocks of columns (multiply_columns, shared
// out by columns), which makes the filters' transforms as it needs them. All in a scratch whose size does not follow the batch.
#pragma once

namespace headroom::nn::winograd {

/// A channels-last picture (N, height, width, channels), dense.
struct Picture {
    void* data;
    long height, width, channels;
};

/// Filters (K, C, 4, 4); strides in elements.
struct Filters {
    void* data;
    long k, c, y, x;
};

enum class Pass { Output, Input, Filter };

struct PhaseTask {
    Pass pass;
    Picture fine, coarse;  ///< x and y
    Filters filters;
    long across, down;        ///< tiles of a picture
    long first, count, room;  ///< tiles of the block, and for how many there is room
    float* tiles;             ///< the block's values: tile_words()
    float* other;             ///< Pass::Filter: y's; other_words()
    float* sums;              ///< Pass::Filter: (K, 4, 4, C) in fp32, zeros before the first block
};

/// One way to compute a pass: tile, types, instructions.
struct PhaseKernel {
    int m;                                   ///< pixels of a tile's side in y
    long (*tile_words)(const PhaseTask&);    ///< 4-byte words of the values of `room` tiles
    long (*other_words)(const PhaseTask&);   ///< likewise of y's tiles; 0 but for Pass::Filter
    long (*thread_words)(const PhaseTask&);  ///< that multiply_columns needs for itself
    long (*column_blocks)(const PhaseTask&);
    void (*transform_tiles)(const PhaseTask&, long from, long to);  ///< of the block, even numbers but for its end
    void (*multiply_columns)(const PhaseTask&, long block, float* scratch);
};

/// bf16: the pictures' and filters' type, otherwise fp32; narrow: products of bf16, too, with sums in fp32. Null: not for these.
const PhaseKernel* phases_avx2(bool bf16, bool narrow, int m);
const PhaseKernel* phases_avx512(bool bf16, bool narrow, int m);
const PhaseKernel* phases_avx512_bf16(bool bf16, bool narrow, int m);

}  // namespace headroom::nn::winograd
