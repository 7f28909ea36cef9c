// The fused Adam step.
#include "core/train/optim/adam.h"

#include "core/memory/cpu_allocator.h"
#include "core/memory/gpu/kernels_on.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/memory/upload.h"
#include "core/memory/where/work.h"
#include "core/train/optim/device_adam.h"

#include <algorithm>

namespace headroom {
namespace {

/// A dense tensor's numbers in the order in which they lie. The update is the same for every number, and the CPU's kernel makes
/// row-major copies of whatever lies otherwise: of weight, gradient and moments, one parameter after the other.
at::Tensor as_row(const at::Tensor& t) {
    TORCH_CHECK(t.is_non_overlapping_and_dense(), "a parameter, gradient or moment does not lie densely");
    return t.as_strided({t.numel()}, {1});
}

/// Whether they lie alike: along a dimension of size 1 a stride means nothing.
bool lie_alike(const at::Tensor& a, const at::Tensor& b) {
    for (std::int64_t d = 0; d < a.dim(); ++d)
        if (a.size(d) != b.size(d) || (a.size(d) > 1 && a.stride(d) != b.stride(d))) return false;
    return a.dim() == b.dim() && a.is_non_overlapping_and_dense();
}

/// A companion likewise.
at::Tensor beside(const at::Tensor& companion, const at::Tensor& parameter) {
    if (!companion.defined()) return {};
    TORCH_CHECK(lie_alike(companion, parameter), "a companion does not lie as its parameter");
    return as_row(companion.detach());
}

}  // namespace

Adam::Adam(std::vector<std::pair<std::string, at::Tensor>> parameters, AdamOptions options, Moments moments)
    : parameters_(std::move(parameters)), options_(options) {
    const RoleScope role(Role::Optimiser);
    at::NoGradGuard no_grad;
    for (const auto& [name, p] : parameters_) {
        m_.push_back(moments == Moments::Own ? at::zeros_like(p) : p.detach());
        v_.push_back(moments == Moments::Own ? at::zeros_like(p) : p.detach());
        steps_.push_back(at::zeros({}, p.options().dtype(at::kFloat)));
    }
}

Adam::Adam(std::vector<std::pair<std::string, at::Tensor>> parameters, AdamOptions options, const Adam& before,
           const std::vector<std::optional<std::size_t>>& like)
    : parameters_(std::move(parameters)), options_(options), on_host_(before.on_host_) {
    const RoleScope role(Role::Optimiser);
    const at::NoGradGuard no_grad;
    before.wait_for_moments();
    std::set<std::size_t> shared;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const at::Tensor& p = parameters_[i].second;
        const std::optional<std::size_t> from = like[i];
        // The numbers of a step are taken as they lie: what lies otherwise than its parameter is copied too.
        const bool shares = from && shared.insert(*from).second && lie_alike(before.m_[*from], p);
        const auto moment = [&](const std::vector<at::Tensor>& others) -> at::Tensor {
            if (shares) return others[*from];
            const at::Tensor own = on_host_ && !p.device().is_cpu() ? page_locked_like(p) : at::empty_like(p);
            return from ? own.copy_(others[*from]) : own.zero_();
        };
        m_.push_back(moment(before.m_));
        v_.push_back(moment(before.v_));
        steps_.push_back(from ? before.steps_[*from].clone() : at::zeros({}, p.options().dtype(at::kFloat)));
    }
}

void Adam::set_options(AdamOptions options) {
    if (lr_there_.defined() && options.lr != options_.lr) {
        const at::NoGradGuard no_grad;
        lr_there_.fill_(options.lr);
    }
    options_ = options;
}

void Adam::wait_for_moments() const {
    if (std::exchange(on_their_way_, false)) (void)steps_.front().item<float>();  // behind them on the same stream
}

at::Tensor& Adam::first_moment(std::size_t i) {
    wait_for_moments();
    return m_[i];
}

at::Tensor& Adam::second_moment(std::size_t i) {
    wait_for_moments();
    return v_[i];
}

void Adam::set_on_host(bool on) {
    if (on == on_host_) return;
    wait_for_moments();
    const RoleScope role(Role::Optimiser);
    at::NoGradGuard no_grad;
    std::vector<at::Tensor> moved[2];
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const at::Device device = parameters_[i].second.device();
        for (auto [from, to] : {std::pair{&m_, &moved[0]}, std::pair{&v_, &moved[1]}}) {
            // empty_like keeps the strides, without which the kernel would meet the wrong weights.
            const at::Tensor& old = (*from)[i];
            at::Tensor fresh = on && !device.is_cpu()
                                   ? page_locked_like(old)
                                   : at::empty_like(old, old.options().device(device).pinned_memory(false));
            to->push_back(fresh.copy_(old));
        }
    }
    m_ = std::move(moved[0]);
    v_ = std::move(moved[1]);
    on_host_ = on;
}

void Adam::prepare(const at::Tensor& overflow) {
    const RoleScope role(Role::Workspace);
    at::NoGradGuard no_grad;
    if (const at::Device device = parameters_.front().second.device(); !lr_there_.defined() && kernels_on(device))
        lr_there_ = at::full({}, options_.lr, at::TensorOptions().dtype(at::kDouble).device(device));
    Batch b;
    std::int64_t largest = 0;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const at::Tensor& parameter = parameters_[i].second;
        at::Tensor grad = parameter.grad();
        if (!grad.defined()) continue;
        // The CPU kernel walks raw memory: a gradient in another layout would silently meet the wrong weights.
        if (!lie_alike(grad, parameter) || grad.scalar_type() != parameter.scalar_type()) {
            grad = at::empty_like(parameter).copy_(grad);
        }
        largest = std::max(largest, parameter.numel());
        b.p.push_back(as_row(parameter.detach()));
        b.g.push_back(as_row(grad));
        b.m.push_back(as_row(m_[i]));
        b.v.push_back(as_row(v_[i]));
        b.steps.push_back(steps_[i]);
        b.companions.emplace_back();
        if (companions_.empty()) continue;
        b.companions.back() = {beside(companions_[i].shadow, parameter), beside(companions_[i].mean, parameter)};
    }
    b.overflow = overflow;
    if (!b.p.empty()) b.next_steps = at::_foreach_add(b.steps, 1.0);
    if (on_host_ && !b.p.empty()) {
        m_space_ = at::empty({largest}, b.p.front().options());
        v_space_ = at::empty_like(m_space_);
    }
    ready_ = std::move(b);
}

void Adam::step(const MeanShare& mean) {
    if (!ready_) prepare();
    followed_.clear();
    at::NoGradGuard no_grad;
    const LimitSuspension never_refused;
    if (!ready_->p.empty()) {
        if (on_host_)
            step_from_host(*ready_, mean);
        else
            step_on_device(*ready_, mean);
        at::_foreach_copy_(ready_->steps, ready_->next_steps);
        if (ready_->overflow.defined())
            at::_foreach_add_(ready_->steps, ready_->overflow, -1);  // a skipped one is none
    }
    release();
}

void Adam::release() {
    ready_.reset();
    m_space_.reset();
    v_space_.reset();
}

/// By a kernel of our own; false: there is none for these tensors.
bool Adam::step_by_kernel(const Batch& b, const MeanShare& mean) {
    kernels::DeviceKernels* own = kernels_on(b.p.front().device());
    if (!own) return false;
    std::vector<AdamPart> parts;
    for (std::size_t i = 0; i < b.p.size(); ++i) {
        const AdamCompanion& c = b.companions[i];
        parts.push_back(
            {b.p[i], b.g[i], b.m[i], b.v[i], b.next_steps[i], mean.share > 0 ? c.mean : at::Tensor(), c.shadow});
    }
    if (!adam_fits(parts)) return false;
    AdamScalars scalars{.lr = options_.lr, .beta1 = options_.beta1, .beta2 = options_.beta2, .epsilon = options_.eps};
    scalars.lr_there = lr_there_;
    scalars.found_inf = b.overflow;
    scalars.mean_share = mean.share;
    scalars.mean_share_there = mean.there;
    adam_step(*own, parts, scalars);
    for (const AdamPart& part : parts)
        if (part.mean.defined()) followed_.insert(part.mean.const_data_ptr());
    return true;
}

void Adam::step_on_device(Batch& b, const MeanShare& mean) {
    const WorkScope work("Adam", [&b] {
        Work out;  // weight and moments are read and written, the gradient is read
        for (const at::Tensor& p : b.p) out.bytes += 7 * static_cast<double>(p.nbytes());
        return out;
    });
    if (step_by_kernel(b, mean)) return;
    at::_fused_adam_(b.p, b.g, b.m, b.v, {}, b.next_steps, options_.lr, options_.beta1, options_.beta2,
                     /*weight_decay=*/0.0, options_.eps,
                     /*amsgrad=*/false, /*maximize=*/false, /*grad_scale=*/{},
                     b.overflow.defined() ? std::optional<at::Tensor>(b.overflow) : std::nullopt);
    // LibTorch's operators on lists do not say so themselves; shadows that no kernel has written follow by it.
    for (const at::Tensor& weight : b.p) weight.unsafeGetTensorImpl()->bump_version();
}

void Adam::step_from_host(Batch& b, const MeanShare& mean) {
    for (std::size_t i = 0; i < b.p.size(); ++i) {
        const std::int64_t n = b.p[i].numel();
        const at::Tensor m = m_space_.narrow(0, 0, n), v = v_space_.narrow(0, 0, n);
        m.copy_(b.m[i], /*non_blocking=*/true);
        v.copy_(b.v[i], /*non_blocking=*/true);
        Batch one{{b.p[i]}, {b.g[i]}, {m}, {v}, {}, {b.next_steps[i]}, {b.companions[i]}, b.overflow};
        step_on_device(one, mean);
        // The room and the host's memory are read and written in the stream's order, here and in the steps that follow.
        b.m[i].copy_(m, /*non_blocking=*/true);
        b.v[i].copy_(v, /*non_blocking=*/true);
        on_their_way_ = true;
    }
}

void Adam::zero_grad() {
    release();
    for (auto& [name, p] : parameters_) p.mutable_grad().reset();
}

void Adam::forget(const std::string& prefix) {
    for (std::size_t i = parameters_.size(); i-- > 0;) {
        if (parameters_[i].first.rfind(prefix, 0) != 0) continue;
        const auto at = static_cast<std::ptrdiff_t>(i);
        parameters_.erase(parameters_.begin() + at);
        for (auto* list : {&m_, &v_, &steps_}) list->erase(list->begin() + at);
        if (!companions_.empty()) companions_.erase(companions_.begin() + at);
    }
}

std::vector<at::Tensor> Adam::gradients() const {
    std::vector<at::Tensor> out;
    for (const auto& [name, p] : parameters_) {
        if (p.grad().defined()) out.push_back(p.grad());
    }
    return out;
}

std::vector<std::pair<std::string, at::Tensor>> Adam::state() const {
    wait_for_moments();
    std::vector<std::pair<std::string, at::Tensor>> out;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const std::string& name = parameters_[i].first;
        out.emplace_back("m." + name, m_[i]);
        out.emplace_back("v." + name, v_[i]);
        out.emplace_back("step." + name, steps_[i]);
    }
    return out;
}

at::Tensor Adam::grad_norm() const {
    at::NoGradGuard no_grad;
    const auto grads = gradients();
    if (grads.empty()) return at::zeros({});
    return at::linalg_vector_norm(at::stack(at::_foreach_norm(grads, 2)));
}

void Adam::clip(double largest) {
    at::NoGradGuard no_grad;
    auto grads = gradients();
    if (grads.empty()) return;
    // The factor of torch.nn.utils.clip_grad_norm_, without its branch on the norm's value.
    at::_foreach_mul_(grads, (largest / (grad_norm() + 1e-6)).clamp_max(1.0));
}

}  // namespace headroom
