// Which edition of a kernel this processor takes, of those that were built for each kind of vectors.
#pragma once

#include "core/memory/cpu_kernels.h"

#include <c10/core/ScalarType.h>

namespace headroom::nn {

/// The edition for numbers of `type` in the vectors that LibTorch uses. Each edition is asked for bf16 or fp32; null where there is none.
template <class Kernel>
const Kernel* vector_kernel(at::ScalarType type, const Kernel* (*avx2)(bool bf16), const Kernel* (*avx512)(bool bf16),
                            const Kernel* (*avx512_bf16)(bool bf16)) {
    const bool bf16 = type == at::kBFloat16;
    if (type != at::kFloat && !bf16) return nullptr;
    if (bf16 && has_bf16_products()) return avx512_bf16(true);
    if (vector_width() == VectorWidth::Avx512) return avx512(bf16);
    return vector_width() == VectorWidth::Avx2 ? avx2(bf16) : nullptr;
}

}  // namespace headroom::nn
