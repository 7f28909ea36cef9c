// The CPU behind the common interface.
#include "core/memory/cpu_memory.h"

#include "core/memory/cpu_allocator.h"
#include "core/memory/host_memory.h"

#include <algorithm>

namespace headroom {
namespace {

class CpuMemory final : public DeviceMemory {
public:
    bool is_cpu() const override { return true; }
    std::string id() const override { return "cpu"; }
    std::string name() const override { return cpu_name(); }

    DeviceFigures figures() override {
        const HostMemory host = read_host_memory();
        DeviceFigures f;
        f.total = host.total;
        f.available = host.available;
        f.process = host.resident;
        f.others = std::max(host.total - host.available - host.resident, Bytes{0});
        f.limited = host.limited_by_group;
        f.known = host.known;
        f.source = "/proc";
        if (!host.known) f.unknown_reason = "/proc could not be read";
        return f;
    }

    void set_limit(Bytes limit) override { cpu_allocator::set_limit(limit); }
    Bytes limit() const override { return cpu_allocator::limit(); }
    void suspend_limit(bool on) override { cpu_allocator::suspend_limit(on); }
    AllocatorCounts counts() override { return cpu_allocator::counts(); }
    RefusedAllocation last_refused() override { return cpu_allocator::last_refused(); }
    void begin_step(bool record) override { cpu_allocator::begin_step(record); }
    StepLog end_step() override { return cpu_allocator::end_step(); }
    void begin_probe() override { cpu_allocator::begin_metering(); }
    StepLog end_probe() override { return cpu_allocator::end_metering(); }
    StepLog present() override { return cpu_allocator::present(); }
    void describe(const void* data, ShapeNote note) override { cpu_allocator::describe(data, note); }
    void retag(const void* data, Role role) override { cpu_allocator::retag(data, role); }
    Bytes release_cache() override { return cpu_allocator::release_cache(); }
    std::string synchronise() override { return {}; }
    std::string lasting_error() override { return {}; }
    void follow_this_thread(bool) override {}  // the allocator reads each thread's own scopes
};

}  // namespace

std::shared_ptr<DeviceMemory> cpu_memory() {
    static const auto memory = std::make_shared<CpuMemory>();
    return memory;
}

}  // namespace headroom
