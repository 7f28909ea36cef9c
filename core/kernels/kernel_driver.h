// KernelDriver: what a device does with kernels: the CUDA module (core/kernels/cuda), the host (host_kernels.h), a test's stand-in.
// Plain header, part of the module's versioned interface (core/memory/gpu/driver.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace headroom::kernels {

/// One launch.
struct Launch {
    int kernel = 0;              ///< a row of kKernelTable (kernel_table.h)
    std::int64_t blocks = 0;     ///< at least 1
    const void* args = nullptr;  ///< the kernel's Args, copied before launch() returns
    void* stream = nullptr;      ///< null: the calling thread's current stream
};

/// Functions that return a text return it empty when all went well, else one sentence. Nothing throws. Any thread; one at a time for
/// each device, but launch().
class KernelDriver {
public:
    virtual ~KernelDriver() = default;

    /// Loads what was compiled with the program. The sentence says why there is nothing for this device.
    virtual std::string load_own(int device) noexcept = 0;
    /// The device's compute capability times ten: 90 for 9.0.
    virtual std::string architecture(int device, int& out) noexcept = 0;
    /// Loads what a KernelCompiler (kernel_compiler.h) made for the architecture.
    virtual std::string load(int device, const std::string& image) noexcept = 0;
    /// Puts a kernel behind what its stream does, without waiting. After one of the loads.
    virtual std::string launch(int device, const Launch& launch) noexcept = 0;
};

}  // namespace headroom::kernels
