// GpuMemory: an owner's lease of one GPU: the module's allocator figures, the block book's roles and NVML's view of the device.
#pragma once

#include "core/memory/device_memory.h"
#include "core/memory/gpu/block_book.h"
#include "core/memory/gpu/device_monitor.h"
#include "core/memory/gpu/driver.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace headroom {

/// A GPU that was started: what its owners share.
struct StartedGpu {
    GpuDriver& driver;
    int index;
    GpuFacts facts;
    BlockBook& book;                         ///< hears of the GPU's allocations (see GpuRegistry)
    std::unique_ptr<DeviceMonitor> monitor;  ///< null: NVML is not there
    std::string no_nvml;                     ///< and why
    std::int64_t pid;                        ///< this process, as NVML numbers it
};

class GpuMemory final : public DeviceMemory {
public:
    explicit GpuMemory(std::shared_ptr<const StartedGpu> gpu);
    /// Gives the cache back where no other owner holds blocks: what stays is CUDA's context.
    ~GpuMemory() override;

    bool is_cpu() const override { return false; }
    std::string id() const override { return "cuda:" + std::to_string(gpu_->index); }
    std::string name() const override { return gpu_->facts.name; }
    bool has_tf32() const override { return gpu_->facts.has_tf32(); }
    std::shared_ptr<DeviceMemory> for_another() const override { return std::make_shared<GpuMemory>(gpu_); }
    DeviceFigures figures() override;
    DeviceFigures fresh_figures() override;
    void set_limit(Bytes limit) override;
    Bytes limit() const override { return limit_; }
    std::optional<PoolRules> pool_rules() const override;
    void suspend_limit(bool on) override;
    AllocatorCounts counts() override;
    RefusedAllocation last_refused() override { return gpu_->book.last_refused(); }
    void begin_step(bool record) override;
    StepLog end_step() override;
    void begin_probe() override;
    StepLog end_probe() override;
    StepLog present() override;
    void describe(const void* data, ShapeNote note) override { gpu_->book.describe(data, note); }
    void retag(const void* data, Role role) override { gpu_->book.retag(data, role); }
    Bytes release_cache() override;
    std::string synchronise() override { return gpu_->driver.synchronise(gpu_->index); }
    std::unique_ptr<DeviceMark> mark() override;
    std::unique_ptr<DeviceMark> copy_beside(void* to, const void* from, std::size_t bytes,
                                            const DeviceMark* after) override;
    std::string follow(const DeviceMark& mark) override;
    std::string begin_capture() override;
    std::unique_ptr<DeviceGraph> end_capture(std::string& problem) override;
    void follow_phases(std::function<void(Phase, bool)> hear) override { gpu_->book.hear_phases = std::move(hear); }
    std::string lasting_error() override { return gpu_->driver.lasting_error(gpu_->index); }

private:
    void enter() override;
    void leave() override;
    /// Blocks that libraries keep become theirs in the book.
    void note_libraries();
    /// The limit, and what others hold besides, as the allocator's share of the GPU.
    void apply_limit();
    DeviceFigures from_cuda(const std::string& why);

    std::shared_ptr<const StartedGpu> gpu_;
    std::uint64_t owner_;
    Bytes limit_;
    int suspended_ = 0;
    Bytes live_before_capture_;
    std::shared_ptr<std::multiset<std::int64_t>> graphs_ =
        std::make_shared<std::multiset<std::int64_t>>();  ///< what each that is alive takes
    ScopeFollower* followed_before_ = nullptr;
};

}  // namespace headroom
