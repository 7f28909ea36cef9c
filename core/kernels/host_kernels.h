// HostKernels: the kernels' own source, run by the calling thread: block after block, and within a block thread after thread
// between one meeting and the next. For tests and for stand-ins of devices.
#pragma once

#include "core/kernels/kernel_driver.h"

namespace headroom::kernels {

class HostKernels : public KernelDriver {
public:
    std::string load_own(int device) noexcept override;
    std::string architecture(int device, int& out) noexcept override;
    std::string load(int device, const std::string& image) noexcept override;
    /// Ends when the kernel has run.
    std::string launch(int device, const Launch& launch) noexcept override;
};

}  // namespace headroom::kernels
