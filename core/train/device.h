// The device of a run: choosing it by name, telling its allocator what tensors are.
#pragma once

#include "core/api/services.h"
#include "core/base/result.h"
#include "core/memory/device_memory.h"
#include "core/memory/gpu/gpu_registry.h"
#include "core/memory/upload.h"

#include <ATen/core/TensorBody.h>

#include <memory>
#include <string>
#include <vector>

namespace headroom {

struct TrainDevice {
    at::Device device{at::kCPU};
    std::shared_ptr<DeviceMemory> memory;  ///< an owner's lease (core/memory/lease.h), which ends with its last holder
    std::string note;                      ///< non-empty: "auto" passed over a GPU, and why
};

/// "auto" (the first usable GPU, else the CPU), "cpu", "cuda" (the first usable GPU) or "cuda:N", for an owner of its own. Starts the GPU.
/// Error InvalidArgument, NotFound or Environment: names what there is instead.
Result<TrainDevice> open_device(const std::string& requested, GpuRegistry& gpus = GpuRegistry::process());

/// As open_device, but a GPU on which this process has no context gets none: its memory only answers (DeviceMemory::computes()).
Result<TrainDevice> look_at_device(const std::string& requested, GpuRegistry& gpus = GpuRegistry::process());

/// What a run or a probe with these settings asks of its device; `threads` of the CPU, 0: as many as there are.
ComputeSettings compute_settings(const TrainConfig& config, int threads);
/// The precision that "auto" is there; any other is what it is.
Precision computed_in(Precision asked, const DeviceMemory& device);

/// All devices, the CPU first. Starts none.
std::vector<DeviceInfo> list_devices(GpuRegistry& gpus = GpuRegistry::process());

/// Moves a tensor's block to another role, whatever its device.
void retag(const at::Tensor& tensor, Role role);

}  // namespace headroom
