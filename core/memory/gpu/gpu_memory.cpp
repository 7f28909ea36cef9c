// A GPU's figures put together.
#include "core/memory/gpu/gpu_memory.h"

#include <algorithm>

namespace headroom {
namespace {

/// NVML and CUDA speak of the same memory: a slice of a partitioned GPU has less than the device that NVML finds.
bool same_device(Bytes nvml, Bytes cuda) { return std::abs(nvml.count - cuda.count) <= cuda.count / 10; }

}  // namespace

GpuMemory::GpuMemory(GpuDriver& driver, int index, GpuFacts facts, BlockBook& book,
                     std::unique_ptr<DeviceMonitor> monitor, std::string no_nvml, std::int64_t pid)
    : driver_(driver),
      index_(index),
      facts_(std::move(facts)),
      book_(book),
      monitor_(std::move(monitor)),
      no_nvml_(std::move(no_nvml)),
      pid_(pid) {}

GpuMemory::~GpuMemory() {
    if (scope_follower() == &book_) set_scope_follower(nullptr);
}

DeviceFigures GpuMemory::from_cuda(const std::string& why) {
    DeviceFigures f;
    f.source = "driver";
    f.total = facts_.total;
    Bytes free;
    if (const std::string error = driver_.memory(index_, free, f.total); !error.empty()) {
        f.known = false;
        f.unknown_reason = error;
        return f;
    }
    f.available = free;
    f.process = driver_.stats(index_).reserved;
    f.others = std::max(f.total - free - f.process, Bytes{0});
    f.unknown_reason = "what other programs hold cannot be told from this program's CUDA libraries: " + why;
    return f;
}

DeviceFigures GpuMemory::figures() {
    if (!monitor_) return from_cuda(no_nvml_);
    DeviceMonitor::Sample sample = monitor_->latest();
    if (!sample.reading && sample.problem.empty()) sample = monitor_->fresh();
    if (!sample.reading) return from_cuda(sample.problem.empty() ? "NVML does not answer" : sample.problem);
    const NvmlReading& r = *sample.reading;
    if (!same_device(r.total, facts_.total))
        return from_cuda("the device is shared in slices, and NVML sees the whole of it");

    DeviceFigures f;
    f.source = "driver";
    f.age_seconds = seconds_since(sample.taken);
    f.total = r.total;
    f.available = std::max(r.total - r.used, Bytes{0});
    f.utilisation = r.utilisation;
    f.celsius = r.celsius;
    const Bytes reserved = driver_.stats(index_).reserved;
    bool found = false;
    for (const auto& p : r.processes) {
        if (p.pid == pid_) {
            found = p.bytes_known;
            f.process = p.bytes;
        } else {
            f.programs.push_back({p.pid, p.name, p.bytes});
        }
    }
    std::sort(f.programs.begin(), f.programs.end(),
              [](const OtherProgram& a, const OtherProgram& b) { return a.bytes > b.bytes; });
    if (!found) {
        // In a container NVML counts processes by numbers of the host: which one is this program is not known.
        f.process = std::min(reserved, r.used);
        f.unknown_reason =
            "NVML does not say what this program holds beyond its tensors; that is counted among other programs";
        f.programs.clear();
    }
    // The allocator's figure is of now, NVML's up to half a second old.
    f.process = std::max(f.process, std::min(reserved, r.total));
    f.others = std::max(r.used - f.process, Bytes{0});
    return f;
}

void GpuMemory::apply_limit() {
    const std::int64_t limit = suspended_ > 0 ? 0 : limit_.load();
    const auto total = static_cast<double>(std::max<std::int64_t>(1, facts_.total.count));
    const double share = limit <= 0 ? 1.0 : std::clamp(static_cast<double>(limit) / total, 1e-9, 1.0);
    (void)driver_.set_fraction(index_, share);
}

void GpuMemory::set_limit(Bytes limit) {
    limit_ = limit.count;
    apply_limit();
}

void GpuMemory::suspend_limit(bool on) {
    suspended_ += on ? 1 : -1;
    apply_limit();
}

AllocatorCounts GpuMemory::counts() {
    const GpuPoolStats pool = driver_.stats(index_);  // before the book's lock: the allocator's comes first
    AllocatorCounts c = book_.counts();
    c.retries = pool.retries;
    // All that the allocator holds beyond what tensors asked for: cached blocks, fragments, rounding.
    c.live[Role::Cache] += std::max(pool.reserved - c.live.total(), Bytes{0});
    c.at_peak[Role::Cache] += std::max(pool.peak_reserved - c.at_peak.total(), Bytes{0});
    return c;
}

void GpuMemory::begin_step(bool record) {
    driver_.reset_peaks(index_);
    book_.begin_step(record);
}

void GpuMemory::begin_probe() {
    follow_this_thread(true);
    suspend_limit(true);
    begin_step(true);
}

StepLog GpuMemory::end_probe() {
    StepLog log = end_step();
    suspend_limit(false);
    follow_this_thread(false);
    return log;
}

Bytes GpuMemory::release_cache() {
    const Bytes before = driver_.stats(index_).reserved;
    driver_.empty_cache(index_);
    return before - driver_.stats(index_).reserved;
}

void GpuMemory::follow_this_thread(bool on) {
    if (on)
        set_scope_follower(&book_);
    else if (scope_follower() == &book_)
        set_scope_follower(nullptr);
}

}  // namespace headroom
