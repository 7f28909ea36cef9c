// CpuMemory: the counting CPU allocator and /proc as a DeviceMemory.
#pragma once

#include "core/memory/device_memory.h"

#include <memory>

namespace headroom {

/// The one CPU of the process. Its limit is for all CPU tensors.
std::shared_ptr<DeviceMemory> cpu_memory();

}  // namespace headroom
