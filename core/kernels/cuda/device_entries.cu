// The entry points of all kernels on a GPU: what nvcc and NVRTC compile.
#include "core/kernels/source/kernel_list.h"

#define HEADROOM_ENTRY(name)                                                        \
    extern "C" __global__ void __launch_bounds__(headroom::kernels::name::kThreads) \
        headroom_##name(const headroom::kernels::name::Args args) {                 \
        __shared__ headroom::kernels::name::Shared shared;                          \
        headroom::kernels::DeviceBlock<headroom::kernels::name> block{shared};      \
        headroom::kernels::name::run(block, args);                                  \
    }
HEADROOM_KERNELS(HEADROOM_ENTRY)
