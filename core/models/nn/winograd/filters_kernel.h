// The gradient of 3x3 filters, in vectors of LANES channels. Included by one source per instruction set, each compiled for its own.
#pragma once

#include "core/models/nn/winograd/filters.h"
#include "core/models/nn/winograd/product.h"
#include "core/models/nn/winograd/tile_values.h"
#include "core/models/nn/winograd/vectors.h"

namespace headroom::nn::winograd {
namespace {

constexpr long kTileRun = 4L * kFilterRun + 2;             ///< columns of x that a run of tiles reads
constexpr long kStrip = up(kTileRun, LANES) * 6L * LANES;  ///< floats of their six rows

inline long columns_of(const FilterTask& t) { return (t.in + kColumns - 1) / kColumns; }
inline long x_apart(const FilterTask& t) { return columns_of(t) * kColumns * kFilterRun + kShift; }
constexpr long kGradApart = static_cast<long>(kFilterRows) * kFilterRun + kShift;

inline long scratch_words(const FilterTask& t) {
    return kStrip + kValues * (x_apart(t) + kGradApart) + static_cast<long>(kFilterRows) * kColumns;
}

/// Up to LANES numbers of a row from column `x` on, zeros beyond its ends.
inline Vec within(const float* row, long x, long width) {
    if (x >= 0 && x + LANES <= width) return load(row + x);
    float few[LANES] = {};
    for (long i = x < 0 ? -x : 0; i < LANES && x + i < width; ++i) few[i] = row[x + i];
    return load(few);
}

/// Pixels of `rows` rows from (top, left) on, LANES planes beside each other: strip (rows, columns, LANES). Zeros where there is no picture, and for
/// the planes after `planes`.
inline void gather(const float* plane, long apart, long planes, long height, long width, long top, long left, long rows,
                   long columns, float* strip) {
    const long row_words = up(columns, LANES) * LANES;
    for (long r = 0; r < rows; ++r) {
        const long y = top + r;
        const bool there = y >= 0 && y < height;
        for (long x = 0; x < columns; x += LANES) {
            Vec lines[LANES];
            for (long i = 0; i < LANES; ++i)
                lines[i] = there && i < planes ? within(plane + i * apart + y * width, left + x, width) : Vec{};
            transpose(lines);
            for (long i = 0; i < LANES; ++i) store(strip + r * row_words + (x + i) * LANES, lines[i]);
        }
    }
}

/// A of four values: what the way back from a tile's values (from_tile of kernel.h) is transposed.
inline void grad_values(const Vec (&a)[4], Vec (&to)[6]) {
    const Vec even = a[0] + kNear * kNear * a[2], odd = kNear * a[1] + kNear * kNear * kNear * a[3];
    const Vec even_far = a[0] + kFar * kFar * a[2], odd_far = kFar * a[1] + kFar * kFar * kFar * a[3];
    to[0] = a[0];
    to[1] = even + odd;
    to[2] = even - odd;
    to[3] = even_far + odd_far;
    to[4] = even_far - odd_far;
    to[5] = a[3];
}

/// Values of `tiles` tiles beside each other out of a strip of SIDE rows: value e of tile t to out[e * apart + t * step].
template <int SIDE, class Values>
void transform(const float* strip, long columns, long tiles, float* out, long apart, long step, const Values& values) {
    const long row_words = up(columns, LANES) * LANES;
    for (long t = 0; t < tiles; ++t) {
        Vec upright[6][SIDE];  // by value and column
        for (int x = 0; x < SIDE; ++x) {
            Vec pixels[SIDE], made[6];
            for (int y = 0; y < SIDE; ++y) pixels[y] = load(strip + y * row_words + (4 * t + x) * LANES);
            values(pixels, made);
            for (int e = 0; e < 6; ++e) upright[e][x] = made[e];
        }
        for (int e = 0; e < 6; ++e) {
            Vec made[6];
            values(upright[e], made);
            for (int i = 0; i < 6; ++i) store(out + (6 * e + i) * apart + t * step, made[i]);
        }
    }
}

/// Tiles [from, to) of a row of tiles, at place `at` of their run.
void transform_tiles(const FilterTask& t, long first, long rows, long row, long from, long to, long at, float* strip,
                     float* x_tiles, float* grad_tiles) {
    const long plane = t.height * t.width, picture = row / t.down, top = 4 * (row % t.down), count = to - from;
    for (long c = 0; c < t.in; c += LANES) {
        const float* const planes = t.x + (picture * t.in + c) * plane;
        gather(planes, plane, t.in - c, t.height, t.width, top - 1, 4 * from - 1, 6, 4 * count + 2, strip);
        float* const block = x_tiles + c / kColumns * kColumns * kFilterRun + at * kColumns + c % kColumns;
        transform<6>(strip, 4 * count + 2, count, block, x_apart(t), kColumns,
                     [](const Vec(&a)[6], Vec(&made)[6]) { to_tile(a[0], a[1], a[2], a[3], a[4], a[5], made, 1); });
    }
    for (long k = 0; k < rows; k += LANES) {
        const float* const planes = t.grad + (picture * t.out + first + k) * plane;
        gather(planes, plane, rows - k, t.height, t.width, top, 4 * from, 4, 4 * count, strip);
        transform<4>(strip, 4 * count, count, grad_tiles + at * kFilterRows + k, kGradApart, kFilterRows,
                     [](const Vec(&a)[4], Vec(&made)[6]) { grad_values(a, made); });
    }
}

/// Adds a run's products to the sums, or begins them.
void multiply(const FilterTask& t, long rows, long tiles, bool begins, const float* x_tiles, const float* grad_tiles,
              float* sums, float* products) {
    constexpr long kBlock = static_cast<long>(kFilterRows) * kColumns;
    const long blocks = columns_of(t);
    for (long e = 0; e < kValues; ++e) {
        for (long block = 0; block < blocks; ++block) {
            product<Wide>(grad_tiles + e * kGradApart, rows, 1, kFilterRows,
                          x_tiles + e * x_apart(t) + block * kColumns * kFilterRun, tiles, products);
            float* const to = sums + (e * blocks + block) * kBlock;
            for (long i = 0; i < rows * kColumns; i += LANES)
                store(to + i, begins ? load(products + i) : load(to + i) + load(products + i));
        }
    }
}

void compute(const FilterTask& t, long first, long rows, long from, long to, float* sums, float* scratch) {
    float* const strip = scratch;
    float* const x_tiles = strip + kStrip;
    float* const grad_tiles = x_tiles + kValues * x_apart(t);
    float* const products = grad_tiles + kValues * kGradApart;
    for (long run = from; run < to; run += kFilterRun) {
        const long end = to < run + kFilterRun ? to : run + kFilterRun;
        for (long tile = run; tile < end;) {
            const long row = tile / t.across, x = tile % t.across,
                       left = t.across - x < end - tile ? t.across - x : end - tile;
            transform_tiles(t, first, rows, row, x, x + left, tile - run, strip, x_tiles, grad_tiles);
            tile += left;
        }
        multiply(t, rows, end - run, run == from, x_tiles, grad_tiles, sums, products);
    }
}

}  // namespace

const FilterKernel& KERNEL() {
    static constexpr FilterKernel kernel{kColumns, scratch_words, compute};
    return kernel;
}

}  // namespace headroom::nn::winograd
