// The eight update rules.
#include "core/models/vqgan_clip/latent_optimiser.h"

#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"

#include <cmath>
#include <vector>

namespace headroom::imagine {
namespace {

constexpr double kProjection = 0.1;  ///< AdamP's delta

}  // namespace

std::vector<std::string> moments_of(LatentOptimiserKind kind) {
    switch (kind) {
        case LatentOptimiserKind::Adagrad:
        case LatentOptimiserKind::RmsProp: return {"second"};
        case LatentOptimiserKind::DiffGrad: return {"first", "second", "before"};
        default: return {"first", "second"};
    }
}

OptimiserRules script_rules(LatentOptimiserKind kind) {
    switch (kind) {
        case LatentOptimiserKind::AdamW: return {0.9, 0.999, 1e-8, 0.01};
        case LatentOptimiserKind::Adagrad: return {0, 0, 1e-10, 0};
        case LatentOptimiserKind::RmsProp: return {0, 0.99, 1e-8, 0};
        case LatentOptimiserKind::DiffGrad: return {0.9, 0.999, 1e-9, 1e-9};
        default: return {};
    }
}

LatentOptimiser::LatentOptimiser(LatentOptimiserKind kind, double rate)
    : LatentOptimiser(kind, rate, script_rules(kind)) {}

LatentOptimiser::LatentOptimiser(LatentOptimiserKind kind, double rate, OptimiserRules rules)
    : kind_(kind), rate_(rate), rules_(rules) {}

at::Tensor& LatentOptimiser::moment(const char* name, const at::Tensor& z) {
    at::Tensor& t = state_.tensors[name];
    if (!t.defined()) {
        const RoleScope role(Role::Optimiser);
        t = at::zeros_like(z.detach());
    }
    return t;
}

at::Tensor LatentOptimiser::first_moment(const at::Tensor& z, const at::Tensor& grad) {
    return moment("first", z).mul_(rules_.beta1).add_(grad, 1 - rules_.beta1);
}

at::Tensor LatentOptimiser::second_moment(const at::Tensor& z, const at::Tensor& grad) {
    return moment("second", z).mul_(rules_.beta2).addcmul_(grad, grad, 1 - rules_.beta2);
}

double LatentOptimiser::correction(double beta) const { return 1 - std::pow(beta, static_cast<double>(state_.steps)); }

void LatentOptimiser::step(at::Tensor z, const at::Tensor& grad) {
    TORCH_CHECK(z.sizes() == grad.sizes() && z.scalar_type() == grad.scalar_type(), "a gradient of shape ",
                grad.sizes(), " cannot move a latent of shape ", z.sizes());
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    ++state_.steps;
    switch (kind_) {
        case LatentOptimiserKind::AdamW: z.mul_(1 - rate_ * rules_.weight_decay); [[fallthrough]];
        case LatentOptimiserKind::Adam: return adam(z, grad);
        case LatentOptimiserKind::Adagrad: return adagrad(z, grad);
        case LatentOptimiserKind::Adamax: return adamax(z, grad);
        case LatentOptimiserKind::RAdam: return radam(z, grad);
        case LatentOptimiserKind::RmsProp: return rmsprop(z, grad);
        case LatentOptimiserKind::DiffGrad: return diffgrad(z, grad);
        case LatentOptimiserKind::AdamP: return adamp(z, grad);
    }
}

void LatentOptimiser::adam(at::Tensor& z, const at::Tensor& grad) {
    const at::Tensor m = first_moment(z, grad);
    at::Tensor size = second_moment(z, grad).sqrt();
    size.div_(std::sqrt(correction(rules_.beta2))).add_(rules_.epsilon);
    z.addcdiv_(m, size, -rate_ / correction(rules_.beta1));
}

void LatentOptimiser::adagrad(at::Tensor& z, const at::Tensor& grad) {
    at::Tensor& sum = moment("second", z).addcmul_(grad, grad);
    z.addcdiv_(grad, sum.sqrt().add_(rules_.epsilon), -rate_);
}

void LatentOptimiser::adamax(at::Tensor& z, const at::Tensor& grad) {
    const at::Tensor m = first_moment(z, grad);
    at::Tensor& largest = moment("second", z).mul_(rules_.beta2);
    at::maximum_out(largest, largest, grad.abs().add_(rules_.epsilon));
    z.addcdiv_(m, largest, -rate_ / correction(rules_.beta1));
}

void LatentOptimiser::radam(at::Tensor& z, const at::Tensor& grad) {
    const at::Tensor m = first_moment(z, grad), v = second_moment(z, grad);
    const double unbiased = correction(rules_.beta2), all = 2 / (1 - rules_.beta2) - 1;
    const double rho = all - 2 * static_cast<double>(state_.steps) * (1 - unbiased) / unbiased;
    const double pace = rate_ / correction(rules_.beta1);
    if (rho <= 5) {  // too few steps to trust the second moment
        z.sub_(m, pace);
        return;
    }
    const double rectified = std::sqrt((rho - 4) * (rho - 2) * all / ((all - 4) * (all - 2) * rho));
    z.addcdiv_(m, v.sqrt().add_(rules_.epsilon), -pace * rectified * std::sqrt(unbiased));
}

void LatentOptimiser::rmsprop(at::Tensor& z, const at::Tensor& grad) {
    z.addcdiv_(grad, second_moment(z, grad).sqrt().add_(rules_.epsilon), -rate_);
}

void LatentOptimiser::diffgrad(at::Tensor& z, const at::Tensor& grad) {
    const at::Tensor g = rules_.weight_decay == 0 ? grad : grad.add(z, rules_.weight_decay);
    const at::Tensor m = first_moment(z, g), v = second_moment(z, g);
    at::Tensor& before = moment("before", z);
    const at::Tensor friction = (before - g).abs_().sigmoid_().mul_(m);
    before.copy_(g);
    z.addcdiv_(friction, v.sqrt().add_(rules_.epsilon),
               -rate_ * std::sqrt(correction(rules_.beta2)) / correction(rules_.beta1));
}

void LatentOptimiser::adamp(at::Tensor& z, const at::Tensor& grad) {
    at::Tensor size = second_moment(z, grad).sqrt();
    size.div_(std::sqrt(correction(rules_.beta2))).add_(rules_.epsilon);
    at::Tensor move = first_moment(z, grad) / size;
    // The latent is one vector. Where its gradient is nearly at right angles to it, only the direction should change.
    const at::Tensor length = z.norm().add_(rules_.epsilon), unit = z / length;
    const at::Tensor cosine = (z * grad).sum().abs_() / (length * grad.norm().add_(rules_.epsilon));
    const at::Tensor projects = cosine < kProjection / std::sqrt(static_cast<double>(z.numel()));
    // By a factor instead of a branch: the host need not wait for the device.
    move.sub_(unit * ((unit * move).sum() * projects));
    z.sub_(move, rate_ / correction(rules_.beta1));
}

void LatentOptimiser::restore(const OptimiserState& state, const at::Tensor& z) {
    OptimiserState copies{state.steps, {}};
    if (state.steps > 0) {
        for (const std::string& name : moments_of(kind_)) {
            const auto found = state.tensors.find(name);
            TORCH_CHECK(found != state.tensors.end(), "the optimiser's state has no tensor \"", name,
                        "\": it is of another optimiser");
            TORCH_CHECK(found->second.sizes() == z.sizes(), "the optimiser's tensor \"", name, "\" has shape ",
                        found->second.sizes(), ", the latent ", z.sizes());
            const RoleScope role(Role::Optimiser);
            copies.tensors[name] = found->second.detach().to(z.device(), z.scalar_type(), false, /*copy=*/true);
        }
    }
    state_ = std::move(copies);
}

}  // namespace headroom::imagine
