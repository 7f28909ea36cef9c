// Which kernels of our own a tensor's device has.
#pragma once

#include <c10/core/Device.h>

namespace headroom {

namespace kernels {
class DeviceKernels;
}

/// Those of a started GPU, made ready at the first call; null for the CPU and where they cannot be had: LibTorch's operators do the work.
kernels::DeviceKernels* kernels_on(at::Device device);

}  // namespace headroom
