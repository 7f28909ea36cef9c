// What an exception of the tensor library means for a run: no room, a device that is lost, or a defect.
#pragma once

#include "core/memory/device_memory.h"

#include <c10/util/Exception.h>

#include <string_view>

namespace headroom {

enum class DeviceFailure {
    OutOfMemory,  ///< the step can be tried again with less
    DeviceLost,   ///< every later call on the device fails too, until the program is started again
    Defect,       ///< anything else
};

/// By the words of CUDA, cuDNN and cuBLAS: those libraries allocate beside the caching allocator and report it in texts of
/// their own. Texts that speak of neither memory nor a broken context are Defect.
DeviceFailure failure_in(std::string_view text);

/// The same for a caught exception; asks the device whether its context still works.
DeviceFailure failure_of(const c10::Error& error, DeviceMemory& memory);

}  // namespace headroom
