// GpuRegistry: the GPUs of this process: what there is, and each one's memory once a run uses it.
#pragma once

#include "core/base/result.h"
#include "core/memory/gpu/gpu_memory.h"

#include <c10/core/DeviceType.h>

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

namespace kernels {
class DeviceKernels;
class KernelCompiler;
}  // namespace kernels

/// One GPU that the driver lists.
struct GpuListing {
    int index = 0;
    GpuFacts facts;
    Bytes free;           ///< what no program holds; equal to the total when NVML is not there to ask
    std::string problem;  ///< non-empty: it cannot be used, and why
};

class GpuRegistry final : public GpuListener {
public:
    static constexpr int kMost = 64;  ///< GPUs

    /// `driver`: the module or why there is none; `nvml`: its file name.
    GpuRegistry(Result<GpuDriver*> driver, std::string nvml);
    ~GpuRegistry() override;

    /// The process's registry. The first call loads the module where there is a driver.
    static GpuRegistry& process();

    /// Devices, usable or not; empty without a driver. Creates no context on any of them. Any thread.
    std::vector<GpuListing> list();
    /// What LibTorch calls their tensors.
    c10::DeviceType device_type() const {
        return driver_ && !(*driver_)->is_cuda() ? c10::DeviceType::PrivateUse1 : c10::DeviceType::CUDA;
    }
    /// Why list() is empty, or "".
    std::string why_none();
    /// Sentences for `doctor`.
    std::string module_state() const;
    std::string nvml_state();
    std::string driver_version();

    /// A lease of GPU `index`, which is started where it was not (context, listener, NVML thread). Error Environment or NotFound. Thread of the run.
    Result<std::shared_ptr<DeviceMemory>> memory(int index);
    /// GPU `index` as it can be seen without a context on it; where this process has one, a lease as from memory(). Errors of
    /// memory(). Any thread.
    Result<std::shared_ptr<DeviceMemory>> look(int index);
    /// Whether this process has created a context on GPU `index`, which lasts until the process ends. Any thread.
    bool has_context(int index) const {
        return index >= 0 && index < kMost && contexts_[static_cast<std::size_t>(index)];
    }
    /// The book of a started GPU, else null: for retagging by a tensor's device.
    BlockBook* book(int index);
    /// Kernels of our own on GPU `index`, which are made ready at the first call; null where they cannot be had, and LibTorch's operators do
    /// the work. Of a started GPU. Any thread.
    kernels::DeviceKernels* kernels(int index);

    void allocated(int gpu, const void* block, Bytes requested) noexcept override;
    void released(int gpu, const void* block) noexcept override;
    void refused(int gpu, Bytes requested, Bytes device_free) noexcept override;

private:
    std::unique_ptr<DeviceMonitor> monitor(const std::string& pci_bus_id, std::string& problem) const;
    /// What stands against GPU `index`, and its facts.
    Result<GpuFacts> usable(int index);
    /// The context, the listener and a first block: with growable segments, else with fixed ones. Empty, or what is wrong.
    std::string start(int index);
    /// NVML for listing, opened at the first call and kept: starting it takes tens of milliseconds.
    const Result<std::unique_ptr<Nvml>>& lister();

    Result<GpuDriver*> driver_;
    std::string nvml_;
    std::mutex mutex_, lister_mutex_;
    std::optional<Result<std::unique_ptr<Nvml>>> lister_;
    std::array<std::atomic<BlockBook*>, kMost>
        books_{};  ///< read without a lock in the allocator's callbacks; never freed
    std::map<int, std::weak_ptr<const StartedGpu>> started_;
    std::unique_ptr<kernels::KernelCompiler> compiler_;
    std::map<int, std::unique_ptr<kernels::DeviceKernels>> kernels_;
    std::array<std::atomic<bool>, kMost> contexts_{};
    bool fixed_segments_ = false;  ///< growable ones cannot be had; of all GPUs, as the allocator's setting is
};

}  // namespace headroom
