// What a process does before its first tensor.
#include "core/memory/tensor_library.h"

#include "core/memory/cpu_allocator.h"
#include "core/memory/wide_bf16.h"

#include <ATen/Context.h>

#include <mutex>

namespace headroom {

void set_up_tensor_library() {
    static std::once_flag once;
    std::call_once(once, [] {
        cpu_allocator::install();
        widen_bf16_products();
        at::globalContext().setAllowTF32CuBLAS(false);
        at::globalContext().setAllowTF32CuDNN(false);
        at::globalContext().setDeterministicFillUninitializedMemory(false);
    });
}

}  // namespace headroom
