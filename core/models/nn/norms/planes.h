// Group norm with SiLU on the processor, as the kernels share it with their caller (host_group_norms.h): runs of neighbouring numbers of a picture whose
// channels lie one after another. z = x * scale + shift, out = z * sigmoid(z).
#pragma once

namespace headroom::nn::norms {

/// Of a channel.
struct PlaneLine {
    float scale, shift;
};

/// For numbers of one type in vectors of one kind. Sums are fp32's.
struct PlaneKernel {
    /// Mean of `count` numbers, and the sum of squared distances from it.
    void (*moments)(const void* x, long count, float* mean, float* squares);
    void (*forward)(const void* x, long count, PlaneLine line, void* out);
    /// The gradient of z, its sum, and that of its products with x - mean.
    void (*sums)(const void* x, const void* grad, long count, PlaneLine line, float mean, float* sum, float* products,
                 void* out);
    /// `out`, the gradient of z, becomes that of x: * scale + (x - mean) * slant + level.
    void (*backward)(const void* x, long count, float scale, float mean, float slant, float level, void* out);
};

/// bf16: the type of pictures and gradients, otherwise fp32.
const PlaneKernel* planes_avx2(bool bf16);
const PlaneKernel* planes_avx512(bool bf16);
const PlaneKernel* planes_avx512_bf16(bool bf16);

}  // namespace headroom::nn::norms
