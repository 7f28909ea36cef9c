// Products of matrices in blocks of kColumns columns: ROWS rows of sums stay in registers. Included by one source per instruction set.
#pragma once

#include "core/models/nn/winograd/vectors.h"

namespace headroom::nn::winograd {
namespace {

constexpr int kColumns = VECTORS * LANES;  ///< of a block

/// sums (rows, kColumns) = a b: a's word (r, j) lies at r * a_row + j * a_step, b (steps, kColumns).
template <class P, int rows>
void panel(const typename P::Word* __restrict a, long a_row, long a_step, const typename P::Word* __restrict b,
           long steps, float* __restrict sums) {
    using Words = typename P::Words;
    Vec sum[rows][VECTORS] = {};
    for (long j = 0; j < steps; ++j) {
        Words line[VECTORS];
        __builtin_memcpy(line, b + j * kColumns, sizeof(line));
        for (int r = 0; r < rows; ++r) {
            const typename P::Word factor = a[r * a_row + j * a_step];
            for (int i = 0; i < VECTORS; ++i) sum[r][i] = P::multiply_add(factor, line[i], sum[r][i]);
        }
    }
    for (int r = 0; r < rows; ++r) {
        for (int i = 0; i < VECTORS; ++i) store(sums + r * kColumns + i * LANES, sum[r][i]);
    }
}

template <class P, int rows>
void last_panel(int count, const typename P::Word* a, long a_row, long a_step, const typename P::Word* b, long steps,
                float* sums) {
    if constexpr (rows > 0) {
        if (count == rows) return panel<P, rows>(a, a_row, a_step, b, steps, sums);
        last_panel<P, rows - 1>(count, a, a_row, a_step, b, steps, sums);
    }
}

template <class P>
void product(const float* a, long rows, long a_row, long a_step, const float* b, long steps, float* sums) {
    const auto* const left = reinterpret_cast<const typename P::Word*>(a);
    const auto* const right = reinterpret_cast<const typename P::Word*>(b);
    long r = 0;
    for (; r + ROWS <= rows; r += ROWS)
        panel<P, ROWS>(left + r * a_row, a_row, a_step, right, steps, sums + r * kColumns);
    last_panel<P, ROWS - 1>(static_cast<int>(rows - r), left + r * a_row, a_row, a_step, right, steps,
                            sums + r * kColumns);
}

}  // namespace
}  // namespace headroom::nn::winograd
