// LibTorch's switches, set and put back.
#include "core/memory/lease.h"

#include "core/memory/device_memory.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>

#include <utility>

namespace headroom {
namespace {

thread_local bool t_has_gpus = false;

std::mutex& turn_of_gpus() {
    static auto* mutex = new std::mutex;  // outlives every owner
    return *mutex;
}

void set_threads(int requested) {
    static const int first = at::get_num_threads();
    const int n = requested > 0 ? requested : first;
    if (n != at::get_num_threads()) at::set_num_threads(n);  // setting it empties oneDNN's cache
}

void set_tf32(bool products, bool convolutions) {
    if (!t_has_gpus) return;
    at::globalContext().setAllowTF32CuBLAS(products);
    at::globalContext().setAllowTF32CuDNN(convolutions);
}

}  // namespace

ComputeLease::ComputeLease(const ComputeSettings& requested) : threads_(at::get_num_threads()) {
    if (t_has_gpus) {
        products_ = at::globalContext().allowTF32CuBLAS();
        convolutions_ = at::globalContext().allowTF32CuDNN();
    }
    change(requested);
}

ComputeLease::ComputeLease(ComputeLease&& other) noexcept
    : products_(other.products_),
      convolutions_(other.convolutions_),
      threads_(other.threads_),
      open_(std::exchange(other.open_, false)) {}

ComputeLease::~ComputeLease() {
    if (!open_) return;
    set_tf32(products_, convolutions_);
    set_threads(threads_);
}

void ComputeLease::change(const ComputeSettings& requested) const {
    set_tf32(requested.tf32, requested.tf32);
    set_threads(requested.threads);
}

ComputeLease ComputeLease::whole_float32() { return ComputeLease({false, at::get_num_threads()}); }

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
}

void DeviceMemory::end_turn() {
    in_force_.reset();
    leave();
}

}  // namespace headroom
