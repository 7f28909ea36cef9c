// LibTorch's switches, set and put back.
#include "core/memory/lease.h"

#include "core/memory/device_memory.h"
#include "core/memory/library_warnings.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>

#include <utility>

namespace headroom {
namespace {

thread_local bool t_has_gpus = false;
thread_local std::int64_t t_fewer_products = 0;

std::mutex& turn_of_gpus() {
    static auto* mutex = new std::mutex;  // outlives every owner
    return *mutex;
}

void set_threads(int requested) {
    static const int first = at::get_num_threads();
    const int n = requested > 0 ? requested : first;
    if (n != at::get_num_threads()) at::set_num_threads(n);  // setting it empties oneDNN's cache
}

/// The settings in force on the calling thread, whoever made them.
ComputeSettings in_force() {
    const at::Context& c = at::globalContext();
    return {c.allowTF32CuBLAS(), at::get_num_threads(),       c.userEnabledCuDNN(),
            c.benchmarkCuDNN(),  c.deterministicAlgorithms(), t_fewer_products};
}

}  // namespace

ComputeLease::Switches ComputeLease::Switches::now() {
    const at::Context& c = at::globalContext();
    return {c.allowTF32CuBLAS(),
            c.allowTF32CuDNN(),
            c.userEnabledCuDNN(),
            c.benchmarkCuDNN(),
            c.deterministicCuDNN(),
            c.deterministicAlgorithms(),
            c.deterministicAlgorithmsWarnOnly()};
}

void ComputeLease::Switches::put() const {
    if (!t_has_gpus) return;
    at::Context& c = at::globalContext();
    c.setAllowTF32CuBLAS(products);
    c.setAllowTF32CuDNN(convolutions);
    c.setUserEnabledCuDNN(cudnn);
    c.setBenchmarkCuDNN(benchmark);
    c.setDeterministicCuDNN(deterministic_cudnn);
    c.setDeterministicAlgorithms(deterministic, only_warns);
}

ComputeLease::ComputeLease(const ComputeSettings& requested)
    : before_(Switches::now()), threads_(at::get_num_threads()), fewer_products_(t_fewer_products) {
    change(requested);
}

ComputeLease::ComputeLease(ComputeLease&& other) noexcept
    : before_(other.before_),
      threads_(other.threads_),
      fewer_products_(other.fewer_products_),
      open_(std::exchange(other.open_, false)) {}

ComputeLease::~ComputeLease() {
    if (!open_) return;
    before_.put();
    set_threads(threads_);
    t_fewer_products = fewer_products_;
}

void ComputeLease::change(const ComputeSettings& s) const {
    const bool fixed = s.deterministic;
    Switches{s.tf32, s.tf32, s.cudnn, s.benchmark && !fixed, fixed, fixed, /*only_warns=*/true}.put();
    set_threads(s.threads);
    t_fewer_products = s.fewer_products;
}

ComputeLease ComputeLease::whole_float32() {
    ComputeSettings settings = in_force();
    settings.tf32 = false;
    return ComputeLease(settings);
}

ComputeLease ComputeLease::library_products() {
    ComputeSettings settings = in_force();
    settings.fewer_products = 0;
    return ComputeLease(settings);
}

std::int64_t ComputeLease::fewer_products() { return t_fewer_products; }

Turn::Turn(DeviceMemory& owner) : owner_(&owner) {
    if (!owner.is_cpu()) {
        gpus_ = std::unique_lock(turn_of_gpus());
        t_has_gpus = true;
    }
    owner.begin_turn();
}

Turn::Turn(Turn&& other) noexcept : owner_(std::exchange(other.owner_, nullptr)), gpus_(std::move(other.gpus_)) {}

Turn::~Turn() {
    if (!owner_) return;
    owner_->end_turn();
    if (gpus_) t_has_gpus = false;
}

void DeviceMemory::compute_with(const ComputeSettings& settings) {
    settings_ = settings;
    if (in_force_) in_force_->change(settings);
}

void DeviceMemory::begin_turn() {
    TORCH_INTERNAL_ASSERT(!in_force_, "an owner has one turn at a time");
    enter();
    in_force_.emplace(settings_);
    log_library_warnings();
}

void DeviceMemory::end_turn() {
    in_force_.reset();
    leave();
}

}  // namespace headroom
