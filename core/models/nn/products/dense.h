// A product of dense matrices of floats in blocks: what a kernel is told, and the kernels by instruction set.
#pragma once

namespace headroom::nn::products {

/// out (rows, columns; a row's neighbours beside each other) = offset + a (rows, steps) b (steps, columns). Element (i, j) of a lies at
/// i * a_row + j * a_step, of b at i * b_row + j * b_column; one of b_row and b_column is 1. `offset` is added to every row; null: zeros.
struct DenseTask {
    const float* a;
    long a_row, a_step;
    const float* b;
    long b_row, b_column;
    const float* offset;
    float* out;
    long rows, columns, steps;
};

/// Computes a block of the result. A block has no more than `most_rows`, best a multiple of `together`; `scratch` begins at a cache line and
/// holds `scratch_words` floats. Each element is added up in an order that depends on `steps` alone.
struct DenseKernel {
    long most_rows, together, block_columns, scratch_words;
    void (*compute)(const DenseTask& task, long first_row, long rows, long column_block, float* scratch);
};

/// In vectors of 16 floats.
const DenseKernel& dense_avx512();

}  // namespace headroom::nn::products
