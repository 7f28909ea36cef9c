// The registry is asked for the kernels of a tensor's GPU.
#include "core/memory/gpu/kernels_on.h"

#include "core/memory/gpu/gpu_registry.h"

namespace headroom {

kernels::DeviceKernels* kernels_on(at::Device device) {
    const bool gpu = device.is_cuda() || device.is_privateuseone();
    return gpu ? GpuRegistry::process().kernels(device.has_index() ? device.index() : 0) : nullptr;
}

}  // namespace headroom
