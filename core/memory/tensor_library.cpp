// What a process does before its first tensor.
#include "core/memory/tensor_library.h"

#include "core/memory/cpu_allocator.h"
#include "core/memory/libtorch.h"
#include "core/memory/wide_bf16.h"

#include <ATen/Context.h>

#include <array>
#include <mutex>

namespace headroom {

void set_up_tensor_library() {
    static std::once_flag once;
    std::call_once(once, [] {
        cpu_allocator::install();
        widen_bf16_products();
        settle_library_functions();
        at::globalContext().setAllowTF32CuBLAS(false);
        at::globalContext().setAllowTF32CuDNN(false);
        at::globalContext().setDeterministicFillUninitializedMemory(false);
    });
}

void settle_library_functions() {
    using Function = at::Tensor (*)(const at::Tensor&);
    constexpr std::array<Function, 16> functions{at::acos,   at::asin, at::atan, at::cos,   at::erf,  at::erfc,
                                                 at::erfinv, at::exp,  at::log,  at::log10, at::log2, at::sin,
                                                 at::sqrt,   at::tan,  at::tanh, at::trunc};
    for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
        const at::Tensor half = at::full({1}, 0.5, type);
        for (const Function function : functions) function(half);
    }
}

}  // namespace headroom
