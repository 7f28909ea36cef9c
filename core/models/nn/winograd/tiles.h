// What the kernels of Winograd's convolution share with their caller: sizes, and where a run of tiles lies. A tile is 4x4 pixels of
// the result, made of 6x6 = 36 products per pair of channels in place of 144.
#pragma once

namespace headroom::nn::winograd {

constexpr int kValues = 36;  ///< of a transformed tile
constexpr int kRun = 48;     ///< tiles that are transformed and multiplied together
constexpr int kGroup = 4;    ///< channels of the result in one product
constexpr int kGroups = 8;   ///< of them between two transforms back

/// A tile's points are 0, near, -near, far, -far and infinity: of those that fp32 represents these round least (half the error of 0, 1, -1, 2, -2).
constexpr float kNear = 0.625F, kFar = 1.5F;

constexpr int kShift = 16;  ///< floats between the 36 values' blocks, so that they do not share the sets of a cache

constexpr long groups_of(long channels) { return (channels + kGroup - 1) / kGroup; }
/// Channels of the result between two transforms back.
constexpr long block_of(long channels) {
    return (groups_of(channels) < kGroups ? groups_of(channels) : kGroups) * kGroup;
}

/// Tiles beside each other in one picture: `count` from (tile_y, tile_x), at place `at` of their run.
struct Segment {
    long picture, tile_y, tile_x, count, at;
};

/// A convolution of stride 1 and padding 1: x (N, in, height, width), y (N, out, height, width), u the
/// transformed weights: 36 blocks (groups, in, kGroup); bias (out) or null.
struct Task {
    const float* x;
    const float* u;
    const float* bias;
    float* y;
    long in, out, height, width;
};

/// Computes one run; v, 36 blocks (in, kRun), and m, 36 blocks (block_of(out), kRun), are the thread's own, aligned to 64 bytes; kShift lies after
/// every block. For any processor, for one with AVX2 and FMA, and for one with AVX-512F.
void run_baseline(const Task& task, const Segment* segments, int count, float* v, float* m);
void run_avx2(const Task& task, const Segment* segments, int count, float* v, float* m);
void run_avx512(const Task& task, const Segment* segments, int count, float* v, float* m);

}  // namespace headroom::nn::winograd
