// Tensors as kernels take them.
#pragma once

#include "core/kernels/source/device.h"
#include "core/memory/libtorch.h"

namespace headroom::nn {

/// The numbers of a dense tensor, float32, float16 or bfloat16; of an undefined one none.
inline kernels::Numbers numbers_of(const at::Tensor& t) {
    if (!t.defined()) return {};
    const auto type = t.scalar_type();
    TORCH_CHECK(type == at::kFloat || type == at::kHalf || type == at::kBFloat16, "no kernel takes numbers of type ",
                type);
    return {t.data_ptr(), type == at::kFloat  ? kernels::Type::F32
                          : type == at::kHalf ? kernels::Type::F16
                                              : kernels::Type::BF16};
}

}  // namespace headroom::nn
