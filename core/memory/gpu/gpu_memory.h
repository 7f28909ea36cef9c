// GpuMemory: one GPU as a DeviceMemory: the module's allocator figures, the block book's roles and NVML's view of the device.
#pragma once

#include "core/memory/device_memory.h"
#include "core/memory/gpu/block_book.h"
#include "core/memory/gpu/device_monitor.h"
#include "core/memory/gpu/driver.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

namespace headroom {

class GpuMemory final : public DeviceMemory {
public:
    /// `book` hears of the allocations of GPU `index` (see GpuRegistry); `monitor` null: NVML is not there, and `no_nvml` says
    /// why. `pid`: this process, as NVML numbers it.
    GpuMemory(GpuDriver& driver, int index, GpuFacts facts, BlockBook& book, std::unique_ptr<DeviceMonitor> monitor,
              std::string no_nvml, std::int64_t pid);
    ~GpuMemory() override;

    bool is_cpu() const override { return false; }
    std::string id() const override { return "cuda:" + std::to_string(index_); }
    std::string name() const override { return facts_.name; }
    DeviceFigures figures() override;
    void set_limit(Bytes limit) override;
    Bytes limit() const override { return {limit_.load()}; }
    void suspend_limit(bool on) override;
    AllocatorCounts counts() override;
    RefusedAllocation last_refused() override { return book_.last_refused(); }
    void begin_step(bool record) override;
    StepLog end_step() override { return book_.end_step(); }
    void begin_probe() override;
    StepLog end_probe() override;
    std::unique_lock<std::mutex> turn() override { return std::unique_lock(turn_); }
    StepLog present() override { return book_.present(); }
    void describe(const void* data, ShapeNote note) override { book_.describe(data, note); }
    void retag(const void* data, Role role) override { book_.retag(data, role); }
    Bytes release_cache() override;
    std::string synchronise() override { return driver_.synchronise(index_); }
    std::string lasting_error() override { return driver_.lasting_error(index_); }
    void follow_this_thread(bool on) override;

private:
    void apply_limit();
    DeviceFigures from_cuda(const std::string& why);

    GpuDriver& driver_;
    int index_;
    GpuFacts facts_;
    BlockBook& book_;
    std::unique_ptr<DeviceMonitor> monitor_;
    std::string no_nvml_;
    std::int64_t pid_;
    std::atomic<std::int64_t> limit_{0};
    int suspended_ = 0;
    std::mutex turn_;
};

}  // namespace headroom
