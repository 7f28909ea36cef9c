// DeviceKernels: the kernels of one device, ready when first asked for: code compiled with the program, else compiled now and kept in
// the user's cache folder for the next time.
#pragma once

#include "core/base/result.h"
#include "core/kernels/kernel_compiler.h"
#include "core/kernels/kernel_driver.h"
#include "core/kernels/kernel_table.h"

#include <functional>
#include <mutex>
#include <string>

namespace headroom::kernels {

class DeviceKernels {
public:
    /// Throws what a launch that the device refuses is to throw.
    using Refuse = std::function<void(const std::string& words)>;
    /// `driver` and `compiler` outlive this. `folder`: of compiled kernels, which is made; empty: nothing is kept.
    DeviceKernels(KernelDriver& driver, int device, KernelCompiler& compiler, std::string folder, Refuse refuse = {});

    /// Whether kernels can be launched. The first call loads or compiles them (seconds); where they cannot be had one line in the log says
    /// why, and LibTorch's operators do the work. Any thread.
    bool ready();

    /// Puts K behind what the stream does, by default the calling thread's current one. Nothing where there is nothing to compute.
    /// Throws where the device refuses: as `refuse` does, else std::runtime_error. Only where ready().
    template <class K> void launch(const typename K::Args& args, void* stream = nullptr) {
        if (const std::int64_t blocks = K::blocks(args); blocks > 0) launch({kNumber<K>, blocks, &args, stream});
    }

private:
    void launch(const Launch& what);
    /// Empty, or why there are no kernels.
    std::string make_ready();
    std::string compile_or_find();

    KernelDriver& driver_;
    KernelCompiler& compiler_;
    const int device_;
    const std::string folder_;
    const Refuse refuse_;
    std::once_flag asked_;
    bool ready_ = false;
};

}  // namespace headroom::kernels
