// Products of dense matrices: a panel of b that fits into a cache is laid out in the order in which it is read, then multiplied by rows of a
// whose sums stay in registers. Included by one source per instruction set.
// Goto, van de Geijn, "Anatomy of High-Performance Matrix Multiplication", 2008.
#pragma once

#include "core/models/nn/products/dense.h"
#include "core/models/nn/winograd/product.h"
#include "core/models/nn/winograd/vectors.h"

namespace headroom::nn::products {
namespace {

using winograd::kColumns;
using winograd::load;
using winograd::store;
using winograd::Vec;
using winograd::Wide;

constexpr long kMostRows = 64L * ROWS;  ///< so many that laying out the panel costs little
constexpr long kPanelSteps = 1024;      ///< with which the panel fits into a core's own cache

/// b's lines of a panel: (steps, kColumns), zeros beyond `columns`.
void lay_out(const DenseTask& t, long first, long steps, long column, long columns, float* to) {
    if (t.b_column == 1) {
        for (long j = 0; j < steps; ++j) {
            const float* const line = t.b + (first + j) * t.b_row + column;
            for (long v = 0; v < VECTORS; ++v)
                store(to + j * kColumns + v * LANES,
                      columns > v * LANES ? load(line + v * LANES, columns - v * LANES) : Vec{});
        }
        return;
    }
    for (long v = 0; v < VECTORS; ++v) {
        for (long j = 0; j < steps; j += LANES) {
            Vec square[LANES];
            for (long c = 0; c < LANES; ++c) {
                const long at = v * LANES + c;
                square[c] = at < columns ? load(t.b + first + j + (column + at) * t.b_column, steps - j) : Vec{};
            }
            winograd::transpose(square);
            for (long i = 0; i < LANES && j + i < steps; ++i) store(to + (j + i) * kColumns + v * LANES, square[i]);
        }
    }
}

void compute(const DenseTask& t, long row, long rows, long column_block, float* scratch) {
    float* const panel = scratch;
    float* const sums = scratch + kPanelSteps * kColumns;
    const long column = column_block * kColumns;
    for (long first = 0; first < t.steps; first += kPanelSteps) {
        const long steps = t.steps - first < kPanelSteps ? t.steps - first : kPanelSteps;
        lay_out(t, first, steps, column, t.columns - column, panel);
        winograd::product<Wide>(t.a + row * t.a_row + first * t.a_step, rows, t.a_row, t.a_step, panel, steps, sums);
        for (long v = 0; v < VECTORS && column + v * LANES < t.columns; ++v) {
            const long left = t.columns - column - v * LANES;
            const Vec offset = t.offset ? load(t.offset + column + v * LANES, left) : Vec{};
            for (long r = 0; r < rows; ++r) {
                float* const to = t.out + (row + r) * t.columns + column + v * LANES;
                store(to, load(sums + r * kColumns + v * LANES) + (first == 0 ? offset : load(to, left)), left);
            }
        }
    }
}

}  // namespace

const DenseKernel& KERNEL() {
    static constexpr DenseKernel kernel{kMostRows, ROWS, kColumns, (kPanelSteps + kMostRows) * kColumns, compute};
    return kernel;
}

}  // namespace headroom::nn::products
