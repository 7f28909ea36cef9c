// Attention of each pixel to the 3x3 around it, one head of one picture, as the kernels share it with their caller (near_attention.h). Planes of channels
// (channels, height, width) lie dense; what lies outside the picture is zeros. p_i = softmax over i of scale q k_i, out = sum of p_i v_i, i the nine
// neighbours. Second derivatives, for penalties on slopes, by the same rows.
#pragma once

namespace headroom::nn::attention {

struct NearSize {
    long channels, height, width;  ///< width: whole vectors
    float scale;
};

struct NearForward {
    NearSize size;
    const float *q, *k, *v;
    float* out;
};

/// Gradients of q, k and v by that of the output.
struct NearBackward {
    NearSize size;
    const float *q, *k, *v, *grad;
    float *gq, *gk, *gv;
};

/// Gradients of q, k, v and `grad` of a backward pass, by those of what it gave: `to_gq`, `to_gk`, `to_gv`.
struct NearSecond {
    NearSize size;
    const float *q, *k, *v, *grad, *to_gq, *to_gk, *to_gv;
    float *gq, *gk, *gv, *ggrad;
};

/// In vectors of one kind, one thread each. `scratch` begins at a cache line.
struct NearKernel {
    long (*scratch_words)(const NearSize& size, int pass);  ///< floats; 0: forward, 1: backward, 2: second
    void (*forward)(const NearForward& task, float* scratch);
    void (*backward)(const NearBackward& task, float* scratch);
    void (*second)(const NearSecond& task, float* scratch);
};

const NearKernel* near_avx2();
const NearKernel* near_avx512();

}  // namespace headroom::nn::attention
