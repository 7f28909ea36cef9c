// Loads the CUDA module where there is an NVIDIA driver. LibTorch asks once, at its first CUDA query or first backward pass,
// whether there is CUDA; the module must be there before, so programs call gpu_driver() before they compute anything.
#pragma once

#include "core/base/result.h"
#include "core/memory/gpu/driver.h"

#include <string>
#include <vector>

namespace headroom {

/// How the module is looked for; tests name their own.
struct GpuDriverSearch {
    bool driver_present = false;       ///< an NVIDIA driver seems to be installed
    std::vector<std::string> folders;  ///< in this order
    std::string module = "libheadroom_cuda.so";
};

/// Where this program looks: beside the file that holds this code, beside the executable, and in lib/ and lib/headroom/ next
/// to those.
GpuDriverSearch default_gpu_search();

/// True when libcuda.so.1 can be loaded or the driver's device files are there. Under a millisecond without a driver.
bool nvidia_driver_seems_present();

/// Loads the module; it stays for the life of the process. Error Environment: no driver, no module, one of another build, or
/// one whose libraries are missing; the message is a sentence, the loader's own words are in `detail`.
Result<GpuDriver*> load_gpu_driver(const GpuDriverSearch& search);

/// The process's driver: loaded at the first call (about 0.2 s where there is one), the same answer ever after. Any thread but
/// the window's.
Result<GpuDriver*> gpu_driver();

}  // namespace headroom
