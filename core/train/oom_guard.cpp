// Undoing a half-done step.
#include "core/train/oom_guard.h"

#include "core/memory/cpu_allocator.h"

#include <torch/torch.h>

#include <cstring>

namespace headroom {

void StepGuard::save(std::vector<Saved>& into, const at::Tensor& t) {
    Saved s{t, {}};
    s.bytes.resize(t.nbytes());
    // Raw storage order: these tensors are dense, whatever their layout.
    if (!s.bytes.empty()) std::memcpy(s.bytes.data(), t.data_ptr(), s.bytes.size());
    into.push_back(std::move(s));
}

void StepGuard::restore(std::vector<Saved>& saved) {
    for (Saved& s : saved) {
        if (!s.bytes.empty()) std::memcpy(s.target.data_ptr(), s.bytes.data(), s.bytes.size());
    }
}

StepGuard::StepGuard(GanNetworks& nets)
    : nets_(nets), scale_g_(nets.scaler_g.scale()), scale_d_(nets.scaler_d.scale()), clean_g_(nets.scaler_g.clean_steps()),
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

void StepGuard::recover() {
    const LimitSuspension unlimited;
    nets_.step->drop();
    {
        // After a throw, parallel branches of the graph stay in this thread's ready queue with all they saved; any
        // backward pass on the same thread frees them.
        at::AutoGradMode with_grad(true);
        at::Tensor one = torch::ones({1}).requires_grad_(true);
        one.sum().backward();
    }
    restore(buffers_);
    restore(d_before_);
    nets_.scaler_g.restore(scale_g_, clean_g_);
    nets_.scaler_d.restore(scale_d_, clean_d_);
    cpu_allocator::release_cache();
}

}  // namespace headroom
