// CpuMemory: the counting CPU allocator and /proc as a DeviceMemory.
#pragma once

#include "core/memory/device_memory.h"

#include <memory>

namespace headroom {

/// For an owner of its own, from its first turn to its end.
std::shared_ptr<DeviceMemory> cpu_memory();

}  // namespace headroom
