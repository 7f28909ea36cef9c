// Listing and starting GPUs.
#include "core/memory/gpu/gpu_registry.h"

#include "core/base/log.h"
#include "core/base/user_folders.h"
#include "core/kernels/device_kernels.h"
#include "core/memory/gpu/driver_loader.h"
#include "core/memory/gpu/idle_gpu.h"
#include "core/memory/gpu/library_calls.h"

#include <c10/util/Exception.h>

#include <unistd.h>

namespace headroom {
namespace {

/// The oldest GPUs that the pinned LibTorch has code for.
constexpr int kOldestMajor = 7, kOldestMinor = 5;

std::string id_of(int index) { return "cuda:" + std::to_string(index); }

std::string problem_of(const GpuFacts& facts) {
    if (facts.major > kOldestMajor || (facts.major == kOldestMajor && facts.minor >= kOldestMinor)) return {};
    return "too old: compute capability " + std::to_string(facts.major) + "." + std::to_string(facts.minor) +
           ", at least " + std::to_string(kOldestMajor) + "." + std::to_string(kOldestMinor) + " is needed";
}

}  // namespace

GpuRegistry::GpuRegistry(Result<GpuDriver*> driver, std::string nvml)
    : driver_(std::move(driver)), nvml_(std::move(nvml)), compiler_(std::make_unique<kernels::Nvrtc>()) {}

GpuRegistry::~GpuRegistry() {
    for (auto& book : books_) delete book.load();
}

GpuRegistry& GpuRegistry::process() {
    static GpuRegistry* registry = new GpuRegistry(gpu_driver(), "libnvidia-ml.so.1");  // outlives every tensor
    return *registry;
}

std::vector<GpuListing> GpuRegistry::list() {
    if (!driver_) return {};
    std::string problem;
    const int n = std::min((*driver_)->count(problem), kMost);
    std::vector<GpuListing> out;
    if (n == 0) return out;
    const std::lock_guard lock(lister_mutex_);
    const auto& nvml = lister();
    for (int i = 0; i < n; ++i) {
        GpuListing g;
        g.index = i;
        g.problem = (*driver_)->facts(i, g.facts);
        if (g.problem.empty()) g.problem = problem_of(g.facts);
        g.free = g.facts.total;
        if (nvml) {
            if (const auto reading = (*nvml)->read(g.facts.pci_bus_id))
                g.free = std::min(g.free, std::max(reading->total - reading->used, Bytes{0}));
        }
        out.push_back(std::move(g));
    }
    return out;
}

std::string GpuRegistry::why_none() {
    if (!driver_) return driver_.error().message;
    std::string problem;
    return (*driver_)->count(problem) > 0 ? std::string() : problem;
}

std::string GpuRegistry::module_state() const {
    if (!driver_) return driver_.error().message + (driver_.error().hint.empty() ? "" : ". " + driver_.error().hint);
    return "loaded, " + (*driver_)->built_for();
}

const Result<std::unique_ptr<Nvml>>& GpuRegistry::lister() {
    if (!lister_) lister_.emplace(Nvml::open(nvml_));
    return *lister_;
}

std::string GpuRegistry::nvml_state() {
    const std::lock_guard lock(lister_mutex_);
    const auto& nvml = lister();
    return nvml ? "works" : nvml.error().message;
}

std::string GpuRegistry::driver_version() {
    const std::lock_guard lock(lister_mutex_);
    const auto& nvml = lister();
    return nvml ? (*nvml)->driver_version() : std::string();
}

std::unique_ptr<DeviceMonitor> GpuRegistry::monitor(const std::string& pci_bus_id, std::string& problem) const {
    auto nvml = Nvml::open(nvml_);
    if (!nvml) {
        problem = nvml.error().message;
        return nullptr;
    }
    return std::make_unique<DeviceMonitor>(std::move(*nvml), pci_bus_id);
}

Result<GpuFacts> GpuRegistry::usable(int index) {
    if (!driver_) return driver_.error();
    std::string problem;
    if (index < 0 || index >= std::min((*driver_)->count(problem), kMost))
        return make_error(ErrorCode::NotFound, "device: there is no " + id_of(index));
    GpuFacts facts;
    problem = (*driver_)->facts(index, facts);
    if (problem.empty()) problem = problem_of(facts);
    if (!problem.empty()) return make_error(ErrorCode::Environment, id_of(index) + " cannot be used: " + problem);
    return facts;
}

Result<std::shared_ptr<DeviceMemory>> GpuRegistry::look(int index) {
    if (has_context(index)) return memory(index);
    const auto facts = usable(index);
    if (!facts) return facts.error();
    const std::lock_guard lock(mutex_);
    PoolRules rules = (*driver_)->rules();
    rules.expandable = rules.expandable || !fixed_segments_;  // chosen with the context
    std::string no_nvml;
    auto watch = monitor(facts->pci_bus_id, no_nvml);
    return std::shared_ptr<DeviceMemory>(std::make_shared<IdleGpu>(index, *facts, rules, std::move(watch), no_nvml));
}

Result<std::shared_ptr<DeviceMemory>> GpuRegistry::memory(int index) {
    const auto facts = usable(index);
    if (!facts) return facts.error();
    const std::lock_guard lock(mutex_);
    const auto lease_of = [](std::shared_ptr<const StartedGpu> gpu) {
        return std::shared_ptr<DeviceMemory>(std::make_shared<GpuMemory>(std::move(gpu)));
    };
    if (auto running = started_[index].lock()) return lease_of(std::move(running));
    if (!books_[static_cast<std::size_t>(index)].load()) books_[static_cast<std::size_t>(index)] = new BlockBook;
    if (const std::string problem = start(index); !problem.empty())
        return make_error(ErrorCode::Environment, id_of(index) + " could not be started: " + problem);
    watch_library_calls();
    std::string no_nvml;
    auto watch = monitor(facts->pci_bus_id, no_nvml);
    std::shared_ptr<const StartedGpu> gpu(new StartedGpu{**driver_, index, *facts, *book(index), std::move(watch),
                                                         no_nvml, static_cast<std::int64_t>(getpid())});
    started_[index] = gpu;
    return lease_of(std::move(gpu));
}

std::string GpuRegistry::start(int index) {
    GpuDriver& driver = **driver_;
    if (!fixed_segments_) (void)driver.use_expandable_segments();  // where the setting is unknown, fixed ones do
    contexts_[static_cast<std::size_t>(index)] = true;             // also where it fails half-way
    if (std::string problem = driver.start(index, this); !problem.empty()) return problem;
    std::string problem = driver.try_allocation(index);
    if (problem.empty() || fixed_segments_) return problem;
    // WSL2 and some drivers have no growable segments, which shows at the first block.
    if (const std::string refused = driver.use_fixed_segments(); !refused.empty()) return problem + "; " + refused;
    fixed_segments_ = true;
    log_message(LogSeverity::Warn, "GPU " + std::to_string(index) + ": growable segments cannot be had (" + problem +
                                       "); fixed ones are used");
    return driver.try_allocation(index);
}

BlockBook* GpuRegistry::book(int index) {
    return index < 0 || index >= kMost ? nullptr : books_[static_cast<std::size_t>(index)].load();
}

kernels::DeviceKernels* GpuRegistry::kernels(int index) {
    kernels::DeviceKernels* found = nullptr;
    {
        const std::lock_guard lock(mutex_);
        kernels::KernelDriver* driver = driver_ ? (*driver_)->kernels() : nullptr;
        if (!driver) return nullptr;
        auto& made = kernels_[index];
        if (!made)
            // As LibTorch's own operators fail, so that one place judges what a refusal means.
            made = std::make_unique<kernels::DeviceKernels>(
                *driver, index, *compiler_, default_kernel_folder(),
                [](const std::string& words) { C10_THROW_ERROR(Error, words); });
        found = made.get();
    }
    return found->ready() ? found : nullptr;
}

void GpuRegistry::allocated(int gpu, const void* block, Bytes requested) noexcept {
    if (BlockBook* b = book(gpu)) b->allocated(block, requested);
}

void GpuRegistry::released(int gpu, const void* block) noexcept {
    if (BlockBook* b = book(gpu)) b->released(block);
}

void GpuRegistry::refused(int gpu, Bytes requested, Bytes) noexcept {
    if (BlockBook* b = book(gpu)) b->refused(requested);
}

}  // namespace headroom
