// Attention of one head over a short sequence, as the kernels share it with their caller (short_attention.h). Queries (queries, width), keys and values
// (keys, width), probabilities p = softmax(scale q k'), out = p v. Backward the probabilities are computed again from the sums of their rows.
// Dao et al., "FlashAttention", 2022 (arXiv:2205.14135), section 3.
#pragma once

namespace headroom::nn::attention {

/// Rows of `width` neighbours, `apart` elements from one row to the next.
struct Rows {
    const void* data;
    long apart;
};
struct RowsOut {
    void* data;
    long apart;
};

/// Width and keys within what has_short_attention() says.
struct Size {
    long queries, keys, width;
    float scale;  ///< above 0
};

struct Forward {
    Size size;
    Rows q, k, v;
    RowsOut out;
    float* log_sums;  ///< of each query: log(sum(exp(scale q k')))
    long log_sums_apart;
};

struct Backward {
    Size size;
    Rows q, k, v, out, grad;
    const float* log_sums;
    long log_sums_apart;
    RowsOut gq, gk, gv;
};

/// For numbers of one type in vectors of one kind. Sums are fp32's; in bf16, probabilities and their gradients are rounded once before a product
/// where the processor multiplies bf16. `scratch` begins at a cache line.
struct HeadKernel {
    long (*scratch_words)(const Size& size);  ///< floats, for both passes
    void (*forward)(const Forward& task, float* scratch);
    void (*backward)(const Backward& task, float* scratch);
};

/// bf16: the type of all rows, otherwise fp32.
const HeadKernel* head_avx2(bool bf16);
const HeadKernel* head_avx512(bool bf16);
const HeadKernel* head_avx512_bf16(bool bf16);

}  // namespace headroom::nn::attention
