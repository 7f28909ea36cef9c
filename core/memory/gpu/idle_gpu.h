// IdleGpu: a GPU on which this process has no context: what NVML and the driver say of it without one. Nothing can be computed.
#pragma once

#include "core/memory/device_memory.h"
#include "core/memory/gpu/device_monitor.h"
#include "core/memory/gpu/driver.h"

#include <memory>
#include <string>

namespace headroom {

class IdleGpu final : public DeviceMemory {
public:
    /// `monitor`: null without NVML, and `no_nvml` says why.
    IdleGpu(int index, GpuFacts facts, PoolRules rules, std::shared_ptr<DeviceMonitor> monitor, std::string no_nvml);

    bool is_cpu() const override { return false; }
    bool computes() const override { return false; }
    std::string id() const override { return "cuda:" + std::to_string(index_); }
    std::string name() const override { return facts_.name; }
    bool has_tf32() const override { return facts_.has_tf32(); }
    std::shared_ptr<DeviceMemory> for_another() const override;
    DeviceFigures figures() override;
    std::optional<PoolRules> pool_rules() const override { return rules_; }

    // Of this process there is nothing.
    void set_limit(Bytes) override {}
    Bytes limit() const override { return {}; }
    void suspend_limit(bool) override {}
    AllocatorCounts counts() override { return {}; }
    RefusedAllocation last_refused() override { return {}; }
    void begin_step(bool) override {}
    StepLog end_step() override { return {}; }
    void begin_probe() override {}
    StepLog end_probe() override { return {}; }
    StepLog present() override { return {}; }
    void describe(const void*, ShapeNote) override {}
    void retag(const void*, Role) override {}
    Bytes release_cache() override { return {}; }
    std::string synchronise() override { return {}; }
    std::string lasting_error() override { return {}; }

private:
    void enter() override {}
    void leave() override {}

    int index_;
    GpuFacts facts_;
    PoolRules rules_;
    std::shared_ptr<DeviceMonitor> monitor_;
    std::string no_nvml_;
};

}  // namespace headroom
