// Winograd's F(4x4, 3x3) for one run of tiles, in vectors of LANES floats. Included by one source per instruction set, each compiled
// for its own; therefore without headers whose inline functions another source could share.
// Lavin, Gray, "Fast Algorithms for Convolutional Neural Networks", 2016 (arXiv:1509.09308), section 4.3, at other points (tiles.h).
#pragma once

#include "core/models/nn/winograd/tile_values.h"
#include "core/models/nn/winograd/tiles.h"

namespace headroom::nn::winograd {
namespace {

// NOLINTNEXTLINE(modernize-use-using): the attribute needs a typedef
typedef float Vec __attribute__((vector_size(LANES * sizeof(float))));

constexpr int kVectors = 3;  ///< of tiles in one product; with kGroup rows 12 sums, which 16 registers hold
constexpr int kPanel = kVectors * LANES;
static_assert(kRun % kPanel == 0);

/// m (kGroup, kRun) = u (channels, kGroup)' v (channels, kRun). Sums of a few channels are added up: half the rounding of one long sum.
inline void multiply(const float* __restrict u, const float* __restrict v, float* __restrict m, long channels) {
    constexpr long kSummed = 32;
    for (int panel = 0; panel < kRun; panel += kPanel) {
        for (long first = 0; first < channels; first += kSummed) {
            const long end = channels - first < kSummed ? channels : first + kSummed;
            Vec sum[kGroup][kVectors] = {};
            for (long c = first; c < end; ++c) {
                const Vec* const row = reinterpret_cast<const Vec*>(v + c * kRun + panel);
                const float* const factors = u + c * kGroup;
#pragma GCC unroll 4
                for (int k = 0; k < kGroup; ++k) {
#pragma GCC unroll 3
                    for (int i = 0; i < kVectors; ++i) sum[k][i] += factors[k] * row[i];
                }
            }
            for (int k = 0; k < kGroup; ++k) {
                Vec* const to = reinterpret_cast<Vec*>(m + k * kRun + panel);
                for (int i = 0; i < kVectors; ++i) to[i] = first == 0 ? sum[k][i] : to[i] + sum[k][i];
            }
        }
    }
}

/// One channel's tiles of a run into v: values of (36, ..) that lie `apart` floats from each other.
void input_tiles(const float* __restrict plane, long height, long width, const Segment& s, float* __restrict v,
                 long apart) {
    constexpr int kWidth = 4 * kRun + 16;
    alignas(64) float in[6][kWidth], rows[6][kWidth];
    const long left = 4 * s.tile_x - 1, needed = 4 * s.count + 2;
    const long from = left < 0 ? 1 : 0, until = left + needed > width ? width - left : needed;
    for (int r = 0; r < 6; ++r) {
        const long y = 4 * s.tile_y - 1 + r;
        if (y < 0 || y >= height) {
            for (long x = 0; x < needed; ++x) in[r][x] = 0;
            continue;
        }
        const float* const line = plane + y * width + left;
        for (long x = 0; x < from; ++x) in[r][x] = 0;
        for (long x = from; x < until; ++x) in[r][x] = line[x];
        for (long x = until; x < needed; ++x) in[r][x] = 0;
    }
    for (long x = 0; x < needed; ++x)
        to_tile(in[0][x], in[1][x], in[2][x], in[3][x], in[4][x], in[5][x], &rows[0][x], kWidth);
    for (int r = 0; r < 6; ++r) {
        // Every fourth value beside the next: what follows is in whole vectors.
        alignas(64) float a[4][kRun + 16];
        for (long t = 0; t <= s.count; ++t) {
            for (int i = 0; i < 4; ++i) a[i][t] = rows[r][4 * t + i];
        }
        float* __restrict out = v + 6 * r * apart + s.at;
        for (long t = 0; t < s.count; ++t)
            to_tile(a[0][t], a[1][t], a[2][t], a[3][t], a[0][t + 1], a[1][t + 1], out + t, apart);
    }
}

/// A' of six values.
inline void from_tile(float m0, float m1, float m2, float m3, float m4, float m5, float* __restrict out, long apart) {
    const float near = m1 + m2, far = m3 + m4, slope = m1 - m2, steep = m3 - m4;
    out[0] = m0 + near + far;
    out[apart] = kNear * slope + kFar * steep;
    out[2 * apart] = kNear * kNear * near + kFar * kFar * far;
    out[3 * apart] = kNear * kNear * kNear * slope + kFar * kFar * kFar * steep + m5;
}

/// One channel of the result from m: values of (36, ..) that lie `apart` floats from each other.
void output_tiles(const float* __restrict m, long apart, float bias, const Segment& s, float* __restrict plane,
                  long height, long width) {
    alignas(64) float columns[6][4][kRun];  // columns of the tiles, transformed along their rows
    for (int r = 0; r < 6; ++r) {
        const float* __restrict a = m + 6 * r * apart + s.at;
        for (long t = 0; t < s.count; ++t)
            from_tile(a[t], a[apart + t], a[2 * apart + t], a[3 * apart + t], a[4 * apart + t], a[5 * apart + t],
                      &columns[r][0][t], kRun);
    }
    alignas(64) float pixels[4][4][kRun];  // rows of the tiles' pixels by column
    for (int x = 0; x < 4; ++x) {
        for (long t = 0; t < s.count; ++t)
            from_tile(columns[0][x][t], columns[1][x][t], columns[2][x][t], columns[3][x][t], columns[4][x][t],
                      columns[5][x][t], &pixels[0][x][t], 4 * kRun);
    }
    const long left = 4 * s.tile_x, whole = left + 4 * s.count > width ? s.count - 1 : s.count,
               rest = width - left - 4 * whole;
    for (int y = 0; y < 4 && 4 * s.tile_y + y < height; ++y) {
        float* __restrict line = plane + (4 * s.tile_y + y) * width + left;
        for (long t = 0; t < whole; ++t) {
            for (int x = 0; x < 4; ++x) line[4 * t + x] = pixels[y][x][t] + bias;
        }
        for (long x = 0; whole < s.count && x < rest; ++x) line[4 * whole + x] = pixels[y][x][whole] + bias;
    }
}

}  // namespace

void KERNEL(const Task& task, const Segment* segments, int count, float* v, float* m) {
    const long in_plane = task.height * task.width, v_apart = task.in * kRun + kShift;
    for (long c = 0; c < task.in; ++c) {
        for (int i = 0; i < count; ++i) {
            const float* const plane = task.x + (segments[i].picture * task.in + c) * in_plane;
            input_tiles(plane, task.height, task.width, segments[i], v + c * kRun, v_apart);
        }
    }
    const long groups = groups_of(task.out), u_apart = groups * task.in * kGroup + kShift,
               m_apart = block_of(task.out) * kRun + kShift;
    for (long first = 0; first < groups; first += kGroups) {
        const long here = groups - first < kGroups ? groups - first : kGroups;
        for (int e = 0; e < kValues; ++e) {
            for (long g = 0; g < here; ++g)
                multiply(task.u + e * u_apart + (first + g) * task.in * kGroup, v + e * v_apart,
                         m + e * m_apart + g * kGroup * kRun, task.in);
        }
        for (long k = first * kGroup; k < (first + here) * kGroup && k < task.out; ++k) {
            for (int i = 0; i < count; ++i) {
                float* const plane = task.y + (segments[i].picture * task.out + k) * in_plane;
                output_tiles(m + (k - first * kGroup) * kRun, m_apart, task.bias ? task.bias[k] : 0.0F, segments[i],
                             plane, task.height, task.width);
            }
        }
    }
}

}  // namespace headroom::nn::winograd
