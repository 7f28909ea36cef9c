// Undoing a half-done step.
#include "core/train/oom_guard.h"

#include "core/memory/libtorch.h"

#include <chrono>
#include <thread>

namespace headroom {
namespace {

/// A dense tensor's storage as plain bytes, in the order in which they lie.
at::Tensor flat(const at::Tensor& t) {
    const auto options = at::TensorOptions().dtype(at::kByte).device(t.device());
    return at::from_blob(t.data_ptr(), {static_cast<std::int64_t>(t.nbytes())}, options);
}

at::Tensor flat(std::vector<std::byte>& bytes) {
    return at::from_blob(bytes.data(), {static_cast<std::int64_t>(bytes.size())}, at::kByte);
}

}  // namespace

void drain_autograd(at::Device device) {
    at::AutoGradMode with_grad(true);
    at::Tensor one = torch::ones({1}, at::TensorOptions().device(device)).requires_grad_(true);
    one.sum().backward();
}

void StepGuard::save(std::vector<Saved>& into, const at::Tensor& t) {
    Saved s{t, {}};
    s.bytes.resize(t.nbytes());
    if (!s.bytes.empty()) flat(s.bytes).copy_(flat(t));
    into.push_back(std::move(s));
}

void StepGuard::restore(std::vector<Saved>& saved) {
    at::NoGradGuard no_grad;
    for (Saved& s : saved) {
        if (!s.bytes.empty()) flat(s.target).copy_(flat(s.bytes));
    }
}

StepGuard::StepGuard(GanNetworks& nets, DeviceMemory& memory)
    : nets_(nets),
      memory_(memory),
      live_before_(memory.counts().live_total),
      scale_g_(nets.scaler_g.scale()),
      scale_d_(nets.scaler_d.scale()),
      clean_g_(nets.scaler_g.clean_steps()),
      clean_d_(nets.scaler_d.clean_steps()) {
    for (const auto& [name, b] : nets.buffers()) save(buffers_, b);
}

void StepGuard::keep_d() {
    d_before_.clear();
    Adam& adam = *nets_.opt_d;
    for (std::size_t i = 0; i < adam.parameters().size(); ++i) {
        save(d_before_, adam.parameters()[i].second.detach());
        save(d_before_, adam.first_moment(i));
        save(d_before_, adam.second_moment(i));
        save(d_before_, adam.step_count(i));
    }
}

void StepGuard::settle_d(bool fakes_kept) {
    const std::size_t of_g = nets_.g->named_buffers().size();
    std::vector<Saved> now;
    for (const auto& [name, b] : nets_.buffers()) save(now, b);
    if (fakes_kept) std::move(buffers_.begin(), buffers_.begin() + static_cast<std::ptrdiff_t>(of_g), now.begin());
    buffers_ = std::move(now);
    scale_d_ = nets_.scaler_d.scale();
    clean_d_ = nets_.scaler_d.clean_steps();
    d_settled_ = true;
}

Bytes StepGuard::recover() {
    const DeviceLimitSuspension unlimited(memory_);
    nets_.step->drop();
    drain_autograd(at::kCPU);
    if (nets_.device.is_cuda()) {
        drain_autograd(nets_.device);
        wait_for_other_threads();
    }
    restore(buffers_);
    restore(d_before_);
    nets_.scaler_g.restore(scale_g_, clean_g_);
    nets_.scaler_d.restore(scale_d_, clean_d_);
    return memory_.release_cache();
}

void StepGuard::wait_for_other_threads() {
    // Autograd's thread of the GPU lets go of the failed graph in its own time, a few milliseconds.
    for (int i = 0; i < 200 && memory_.counts().live_total > live_before_; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace headroom
