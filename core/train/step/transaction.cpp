// Keeping, undoing, finishing.
#include "core/train/step/transaction.h"

#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/train/device.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace headroom {
namespace {

/// Copies on the host up to this size stay allocated from step to step; larger ones are rare.
constexpr std::size_t kKeptForReuse = std::size_t{1} << 20;

/// A dense tensor's storage as plain bytes, in the order in which they lie.
at::Tensor flat(const at::Tensor& t) {
    const auto options = at::TensorOptions().dtype(at::kByte).device(t.device());
    return at::for_blob(t.data_ptr(), {static_cast<std::int64_t>(t.nbytes())})
        .options(options)
        .target_device(t.device())
        .make_tensor();
}

}  // namespace

void drain_autograd(at::Device device) {
    at::AutoGradMode with_grad(true);
    at::Tensor one = torch::ones({1}, at::TensorOptions().device(device)).requires_grad_(true);
    one.sum().backward();
}

at::Tensor StepTransaction::Store::bytes(std::size_t size, at::Device device, bool on_host) {
    const auto requested = static_cast<std::int64_t>(size);
    if (device.is_cpu()) {
        if (plain.size() < size) plain.resize(size);
        return at::from_blob(plain.data(), {requested}, at::kByte);
    }
    if (!tensor.defined() || tensor.numel() < requested || tensor.is_cpu() != on_host) {
        static const LabelId undo = label_id("undo copies");
        const LabelScope label(undo);
        const RoleScope role(Role::Workspace);
        tensor = on_host ? host_buffer({requested}, at::kByte, device)
                         : at::empty({requested}, at::TensorOptions().dtype(at::kByte).device(device));
    }
    return tensor.narrow(0, 0, requested);
}

void StepTransaction::begin(DeviceMemory& memory, at::Device device) {
    memory_ = &memory;
    device_ = device;
    tries_ = 0;
    settled_ = torn_ = false;
    end();
}

void StepTransaction::begin_try(std::function<void()> let_go) {
    ++tries_;
    live_before_ = memory_->counts().live_total;
    forget();
    let_go_ = std::move(let_go);
}

void StepTransaction::keep(const std::vector<at::Tensor>& tensors) { keep(tensors, false); }

void StepTransaction::keep_on_host(const std::vector<at::Tensor>& tensors) { keep(tensors, true); }

void StepTransaction::keep(const std::vector<at::Tensor>& tensors, bool on_host) {
    if (recording_) return;
    const at::NoGradGuard no_grad;
    std::size_t size = 0;
    for (const at::Tensor& t : tensors) size += t.nbytes();
    if (size == 0) return;
    if (stores_in_use_ == stores_.size()) stores_.emplace_back();
    const at::Tensor bytes = stores_[stores_in_use_++].bytes(size, device_, on_host);
    std::vector<at::Tensor> from, to;
    std::int64_t at = 0;
    for (const at::Tensor& t : tensors) {
        const auto length = static_cast<std::int64_t>(t.nbytes());
        if (length == 0) continue;
        from.push_back(flat(t));
        to.push_back(bytes.narrow(0, at, length));
        kept_.push_back({t.detach(), to.back()});
        at += length;
    }
    wait_for_host_tensors();
    if (bytes.is_cpu())
        for (std::size_t i = 0; i < to.size(); ++i) to[i].copy_(from[i], /*non_blocking=*/true);
    else
        at::_foreach_copy_(to, from, /*non_blocking=*/true);  // one call for all of them
}

void StepTransaction::keep(std::function<void()> put_back) { put_back_.push_back(std::move(put_back)); }

void StepTransaction::settle() {
    if (recording_) return;
    forget_copies();
    settled_ = true;
}

void StepTransaction::finish(const std::vector<Change>& changes) {
    const DeviceLimitSuspension never_refused(*memory_);
    if (recording_) {
        for (const Change& change : changes) change();
        return;
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        torn_ = i > 0;
        bool made = false;
        try {
            changes[i]();
            made = true;
        } catch (const c10::OutOfMemoryError&) {
            // Handled below: the exception must have unwound before caches can be given back.
        }
        if (made) continue;
        (void)memory_->release_cache();
        changes[i]();
    }
    torn_ = false;
}

Bytes StepTransaction::undo() {
    const DeviceLimitSuspension unlimited(*memory_);
    if (let_go_) let_go_();
    drain_autograd(at::kCPU);
    if (!device_.is_cpu()) {
        drain_autograd(device_);
        wait_for_other_threads();
    }
    {
        const at::NoGradGuard no_grad;
        wait_for_host_tensors();
        for (const Kept& k : kept_) {
            flat(k.target).copy_(k.copy);
            k.target.unsafeGetTensorImpl()->bump_version();  // what follows this tensor sees that it was written
        }
    }
    for (const auto& put_back : put_back_) put_back();
    forget();
    return memory_->release_cache();
}

void StepTransaction::end() {
    forget();
    std::erase_if(stores_, [](const Store& s) { return s.size() > kKeptForReuse; });
}

void StepTransaction::forget() {
    let_go_ = nullptr;
    forget_copies();
}

void StepTransaction::forget_copies() {
    kept_.clear();
    put_back_.clear();
    stores_in_use_ = 0;
}

void StepTransaction::wait_for_host_tensors() const {
    // What the device says of itself is asked for, and told, at the end of the step.
    const bool any = std::any_of(kept_.begin(), kept_.end(), [](const Kept& k) { return k.target.is_cpu(); });
    if (!device_.is_cpu() && any) (void)memory_->synchronise();
}

void StepTransaction::wait_for_other_threads() {
    // Autograd's thread of the GPU lets go of the failed graph in its own time, a few milliseconds.
    for (int i = 0; i < 200 && memory_->counts().live_total > live_before_; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace headroom
