// Batch norm with its activation on the processor, as the kernels share it with their caller (host_norms.h): rows of a channels-last picture,
// a chunk of them at a time. z = x * scale + shift of each channel; the activation is z where it is
// above 0, else z * slope.
#pragma once

namespace headroom::nn::norms {

/// Rows of `channels` numbers, dense.
struct Rows {
    const void* data;
    long rows, channels;
};

/// Of each channel; `slope` of the activation.
struct Line {
    const float* scale;
    const float* shift;
    float slope;
};

/// For numbers of one type in vectors of one kind. Sums are fp32's.
struct RowKernel {
    /// Mean of the chunk, and the sum of squared distances from it.
    void (*moments)(const Rows& x, float* mean, float* squares);
    void (*forward)(const Rows& x, const Line& line, void* out);
    /// Sums of the gradient of z, and of its products with x - mean.
    void (*sums)(const Rows& x, const void* grad, const Line& line, const float* mean, float* sum, float* products);
    /// gradient of z * line.scale + (x - mean) * slant + level.
    void (*backward)(const Rows& x, const void* grad, const Line& line, const float* mean, const float* slant,
                     const float* level, void* out);
};

/// bf16: the type of pictures and gradients, otherwise fp32.
const RowKernel* rows_avx2(bool bf16);
const RowKernel* rows_avx512(bool bf16);
const RowKernel* rows_avx512_bf16(bool bf16);

}  // namespace headroom::nn::norms
