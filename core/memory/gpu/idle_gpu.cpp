// What can be known of a GPU without a context.
#include "core/memory/gpu/idle_gpu.h"

#include <algorithm>
#include <utility>

namespace headroom {

IdleGpu::IdleGpu(int index, GpuFacts facts, PoolRules rules, std::shared_ptr<DeviceMonitor> monitor,
                 std::string no_nvml)
    : index_(index),
      facts_(std::move(facts)),
      rules_(rules),
      monitor_(std::move(monitor)),
      no_nvml_(std::move(no_nvml)) {
    rules_.address_space = growable_space(facts_.total);
}

std::shared_ptr<DeviceMemory> IdleGpu::for_another() const {
    return std::make_shared<IdleGpu>(index_, facts_, rules_, monitor_, no_nvml_);
}

DeviceFigures IdleGpu::figures() {
    DeviceFigures f;
    f.source = "driver";
    f.total = f.available = facts_.total;
    f.unknown_reason = "what other programs hold is not known before a run: " + no_nvml_;
    if (!monitor_) return f;
    DeviceMonitor::Sample sample = monitor_->latest();
    if (!sample.reading && sample.problem.empty()) sample = monitor_->fresh();
    if (!sample.reading) {
        f.unknown_reason += sample.problem.empty() ? "NVML does not answer" : sample.problem;
        return f;
    }
    const NvmlReading& r = *sample.reading;
    f.unknown_reason.clear();
    f.age_seconds = seconds_since(sample.taken);
    f.total = std::min(r.total, facts_.total);
    f.others = std::min(r.used, f.total);
    f.available = f.total - f.others;
    f.utilisation = r.utilisation;
    f.celsius = r.celsius;
    for (const auto& p : r.processes) f.programs.push_back({p.pid, p.name, p.bytes});
    std::sort(f.programs.begin(), f.programs.end(),
              [](const OtherProgram& a, const OtherProgram& b) { return a.bytes > b.bytes; });
    return f;
}

}  // namespace headroom
