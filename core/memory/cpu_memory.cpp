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

    std::shared_ptr<DeviceMemory> for_another() const override { return std::make_shared<CpuMemory>(); }
    void set_limit(Bytes limit) override { cpu_allocator::set_limit(limit, *account_); }
    Bytes limit() const override { return cpu_allocator::limit(*account_); }
    void suspend_limit(bool on) override { cpu_allocator::suspend_limit(on); }
    AllocatorCounts counts() override { return cpu_allocator::counts(*account_); }
    RefusedAllocation last_refused() override { return cpu_allocator::last_refused(*account_); }
    void begin_step(bool record) override { cpu_allocator::begin_step(record, *account_); }
    StepLog end_step() override { return cpu_allocator::end_step(*account_); }
    void begin_probe() override { cpu_allocator::begin_metering(); }
    StepLog end_probe() override { return cpu_allocator::end_metering(); }
    StepLog present() override { return cpu_allocator::present(*account_); }
    void describe(const void* data, ShapeNote note) override { cpu_allocator::describe(data, note); }
    void retag(const void* data, Role role) override { cpu_allocator::retag(data, role); }
    Bytes release_cache() override { return cpu_allocator::release_cache(*account_); }
    std::string synchronise() override { return {}; }
    std::string lasting_error() override { return {}; }

private:
    void enter() override { before_ = cpu_allocator::put_in_force(account_.get()); }
    void leave() override { cpu_allocator::put_in_force(before_); }

    std::shared_ptr<cpu_allocator::Account> account_ = cpu_allocator::open_account();
    cpu_allocator::Account* before_ = nullptr;
};

}  // namespace

std::shared_ptr<DeviceMemory> cpu_memory() { return std::make_shared<CpuMemory>(); }

}  // namespace headroom
