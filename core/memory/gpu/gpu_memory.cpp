// A GPU's figures put together.
#include "core/memory/gpu/gpu_memory.h"

#include <algorithm>
#include <atomic>

namespace headroom {
namespace {

/// NVML and CUDA speak of the same memory: a slice of a partitioned GPU has less than the device that NVML finds.
bool same_device(Bytes nvml, Bytes cuda) { return std::abs(nvml.count - cuda.count) <= cuda.count / 10; }

std::uint64_t next_owner() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

/// A mark of the driver's, let go of with this.
class MarkOfGpu final : public DeviceMark {
public:
    MarkOfGpu(std::shared_ptr<const StartedGpu> gpu, GpuMark mark) : gpu_(std::move(gpu)), mark_(mark) {}
    ~MarkOfGpu() override { gpu_->driver.forget(gpu_->index, mark_); }
    bool reached(std::string& problem) override {
        const MarkState state = gpu_->driver.state(gpu_->index, mark_);
        if (state == MarkState::Failed) {
            problem = gpu_->driver.lasting_error(gpu_->index);
            if (problem.empty()) problem = "the device failed without saying how";
        }
        return state == MarkState::Reached;
    }
    std::string wait() override { return gpu_->driver.wait(gpu_->index, mark_); }
    double seconds_since(const DeviceMark& earlier) const override {
        return gpu_->driver.seconds_between(gpu_->index, number_of(&earlier), mark_);
    }
    /// As the driver knows it; 0 of none.
    static GpuMark number_of(const DeviceMark* mark) {
        return mark ? static_cast<const MarkOfGpu*>(mark)->mark_ : GpuMark{0};
    }

private:
    std::shared_ptr<const StartedGpu> gpu_;
    GpuMark mark_;
};

/// A graph of the driver's, let go of with this. Those of an owner share their memory: the largest one's is kept.
class GraphOfGpu final : public DeviceGraph {
public:
    using Sizes = std::shared_ptr<std::multiset<std::int64_t>>;
    GraphOfGpu(std::shared_ptr<const StartedGpu> gpu, GpuGraph graph, std::uint64_t owner, Sizes sizes, Bytes takes)
        : gpu_(std::move(gpu)),
          graph_(graph),
          owner_(owner),
          sizes_(std::move(sizes)),
          own_(sizes_->insert(takes.count)) {
        tell();
    }
    ~GraphOfGpu() override {
        gpu_->driver.drop(gpu_->index, graph_);
        sizes_->erase(own_);
        tell();
    }
    std::string replay() override { return gpu_->driver.replay(gpu_->index, graph_); }

private:
    void tell() { gpu_->book.set_graphs(owner_, Bytes{sizes_->empty() ? 0 : *sizes_->rbegin()}); }

    std::shared_ptr<const StartedGpu> gpu_;
    GpuGraph graph_;
    std::uint64_t owner_;
    Sizes sizes_;
    std::multiset<std::int64_t>::iterator own_;
};

}  // namespace

GpuMemory::GpuMemory(std::shared_ptr<const StartedGpu> gpu) : gpu_(std::move(gpu)), owner_(next_owner()) {}

GpuMemory::~GpuMemory() {
    note_libraries();
    // The libraries' workspaces go with the cache, whoever's turn it was when they were made.
    const RoleBytes live = gpu_->book.live();
    if (live.total() == live[Role::Libraries]) gpu_->driver.empty_cache(gpu_->index);
}

std::optional<PoolRules> GpuMemory::pool_rules() const {
    PoolRules rules = gpu_->driver.rules();
    rules.address_space = growable_space(gpu_->facts.total);
    return rules;
}

void GpuMemory::note_libraries() {
    for (const void* block : gpu_->driver.library_blocks()) gpu_->book.retag(block, Role::Libraries);
}

StepLog GpuMemory::end_step() {
    note_libraries();
    return gpu_->book.end_step();
}

StepLog GpuMemory::present() {
    note_libraries();
    return gpu_->book.present();
}

void GpuMemory::enter() {
    followed_before_ = scope_follower();
    set_scope_follower(&gpu_->book);
    apply_limit();
}

void GpuMemory::leave() {
    set_scope_follower(followed_before_);
    gpu_->book.set_owner(0, {});
    (void)gpu_->driver.set_fraction(gpu_->index, 1.0);
}

DeviceFigures GpuMemory::from_cuda(const std::string& why) {
    DeviceFigures f;
    f.source = "driver";
    f.total = gpu_->facts.total;
    Bytes free;
    if (const std::string error = gpu_->driver.memory(gpu_->index, free, f.total); !error.empty()) {
        f.known = false;
        f.unknown_reason = error;
        return f;
    }
    f.available = free;
    f.process = gpu_->driver.stats(gpu_->index).reserved;
    f.others = std::max(f.total - free - f.process, Bytes{0});
    f.unknown_reason = "what other programs hold cannot be told from this program's CUDA libraries: " + why;
    return f;
}

DeviceFigures GpuMemory::fresh_figures() {
    if (gpu_->monitor) (void)gpu_->monitor->fresh();
    return figures();
}

DeviceFigures GpuMemory::figures() {
    if (!gpu_->monitor) return from_cuda(gpu_->no_nvml);
    DeviceMonitor::Sample sample = gpu_->monitor->latest();
    if (!sample.reading && sample.problem.empty()) sample = gpu_->monitor->fresh();
    if (!sample.reading) return from_cuda(sample.problem.empty() ? "NVML does not answer" : sample.problem);
    const NvmlReading& r = *sample.reading;
    if (!same_device(r.total, gpu_->facts.total))
        return from_cuda("the device is shared in slices, and NVML sees the whole of it");

    DeviceFigures f;
    f.source = "driver";
    f.age_seconds = seconds_since(sample.taken);
    f.total = r.total;
    f.available = std::max(r.total - r.used, Bytes{0});
    f.utilisation = r.utilisation;
    f.celsius = r.celsius;
    const Bytes reserved = gpu_->driver.stats(gpu_->index).reserved;
    bool found = false;
    for (const auto& p : r.processes) {
        if (p.pid == gpu_->pid) {
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
    const Bytes limit = suspended_ > 0 ? Bytes{} : limit_;
    gpu_->book.set_owner(owner_, limit);
    const auto total = static_cast<double>(std::max<std::int64_t>(1, gpu_->facts.total.count));
    const auto allowed = static_cast<double>((limit + gpu_->book.of_others(owner_)).count);
    (void)gpu_->driver.set_fraction(gpu_->index, limit.count <= 0 ? 1.0 : std::clamp(allowed / total, 1e-9, 1.0));
}

void GpuMemory::set_limit(Bytes limit) {
    limit_ = limit;
    if (has_turn()) apply_limit();
}

void GpuMemory::suspend_limit(bool on) {
    suspended_ += on ? 1 : -1;
    if (has_turn()) apply_limit();
}

AllocatorCounts GpuMemory::counts() {
    const GpuPoolStats pool = gpu_->driver.stats(gpu_->index);  // before the book's lock: the allocator's comes first
    note_libraries();
    AllocatorCounts c = gpu_->book.counts(owner_);
    c.retries = pool.retries;
    const BlockBook::GraphBytes graphs = gpu_->book.graphs(owner_);
    const auto add_rest = [&graphs](RoleBytes& roles, Bytes held, Bytes in_use) {
        Bytes beyond = std::max(held - roles.total(), Bytes{0});
        const auto give = [&](Role role, Bytes most) {
            const Bytes part = std::min(most, beyond);
            roles[role] += part;
            beyond -= part;
            return part;
        };
        // While a step is recorded its tensors lie in that memory.
        const Bytes kept = give(Role::Graphs, std::max(graphs.own - in_use, Bytes{0}));
        give(Role::Other, graphs.others);
        // All else that the allocator holds beyond what tensors asked for: cached blocks, fragments, rounding.
        give(Role::Cache, beyond);
        return kept;
    };
    add_rest(c.live, pool.reserved, {});
    c.step_peak += add_rest(c.at_peak, pool.peak_reserved, c.step_peak - c.live_total);
    return c;
}

void GpuMemory::begin_step(bool record) {
    gpu_->driver.reset_peaks(gpu_->index);
    gpu_->book.begin_step(record);
}

void GpuMemory::begin_probe() {
    suspend_limit(true);
    begin_step(true);
}

StepLog GpuMemory::end_probe() {
    StepLog log = end_step();
    suspend_limit(false);
    return log;
}

std::unique_ptr<DeviceMark> GpuMemory::mark() {
    const GpuMark mark = gpu_->driver.mark(gpu_->index);
    return mark == 0 ? nullptr : std::make_unique<MarkOfGpu>(gpu_, mark);
}

std::unique_ptr<DeviceMark> GpuMemory::copy_beside(void* to, const void* from, std::size_t bytes,
                                                   const DeviceMark* after) {
    const GpuMark mark = gpu_->driver.copy_beside(gpu_->index, to, from, bytes, MarkOfGpu::number_of(after));
    return mark == 0 ? nullptr : std::make_unique<MarkOfGpu>(gpu_, mark);
}

std::string GpuMemory::follow(const DeviceMark& mark) {
    return gpu_->driver.follow(gpu_->index, MarkOfGpu::number_of(&mark));
}

std::string GpuMemory::begin_capture() {
    live_before_capture_ = gpu_->book.counts(owner_).live_total;
    return gpu_->driver.begin_capture(gpu_->index);
}

std::unique_ptr<DeviceGraph> GpuMemory::end_capture(std::string& problem) {
    const GpuGraph graph = gpu_->driver.end_capture(gpu_->index, problem);
    if (graph == 0) return nullptr;
    const AllocatorCounts counts = gpu_->book.counts(owner_);
    // What its figures take is alive, and counted as such.
    const Bytes takes = counts.step_peak - std::max(live_before_capture_, counts.live_total);
    return std::make_unique<GraphOfGpu>(gpu_, graph, owner_, graphs_, std::max(takes, Bytes{1}));
}

Bytes GpuMemory::release_cache() {
    const Bytes before = gpu_->driver.stats(gpu_->index).reserved;
    gpu_->driver.empty_cache(gpu_->index);
    return before - gpu_->driver.stats(gpu_->index).reserved;
}

}  // namespace headroom
