// Losses and penalties.
#include "core/train/dcgan/losses.h"

#include "core/families/dcgan/dcgan_config.h"
#include "core/memory/libtorch.h"

namespace headroom {
namespace {

at::Tensor slope_at(const Critic& d, const at::Tensor& x) {
    const at::Tensor logits = d(x);
    return torch::autograd::grad({logits.sum()}, {x}, {}, /*retain_graph=*/true, /*create_graph=*/true)[0].flatten(1);
}

}  // namespace

at::Tensor loss_d_real(GanLoss kind, const at::Tensor& l, double smoothing) {
    switch (kind) {
        case GanLoss::Bce: return at::binary_cross_entropy_with_logits(l, at::full_like(l, 1.0 - smoothing));
        case GanLoss::Hinge: return at::relu(1 - l).mean();
        case GanLoss::Lsgan: return (l - 1).square().mean() / 2;
        case GanLoss::WganGp: return -l.mean();
    }
    return {};
}

at::Tensor loss_d_fake(GanLoss kind, const at::Tensor& l) {
    switch (kind) {
        case GanLoss::Bce: return at::binary_cross_entropy_with_logits(l, at::zeros_like(l));
        case GanLoss::Hinge: return at::relu(1 + l).mean();
        case GanLoss::Lsgan: return l.square().mean() / 2;
        case GanLoss::WganGp: return l.mean();
    }
    return {};
}

at::Tensor loss_g(GanLoss kind, const at::Tensor& l) {
    switch (kind) {
        case GanLoss::Bce: return at::binary_cross_entropy_with_logits(l, at::ones_like(l));
        case GanLoss::Lsgan: return (l - 1).square().mean() / 2;
        case GanLoss::Hinge:
        case GanLoss::WganGp: return -l.mean();
    }
    return {};
}

at::Tensor shown_score(GanLoss kind, const at::Tensor& logits) {
    const at::Tensor l = logits.detach();
    return kind == GanLoss::Bce ? l.sigmoid().mean() : l.mean();
}

at::Tensor signs_of(GanLoss kind, const at::Tensor& logits) {
    const at::Tensor l = logits.detach();
    // Least squares takes 1 for real and 0 for fake.
    return (kind == GanLoss::Lsgan ? l - 0.5 : l).sign().sum();
}

at::Tensor gradient_penalty(const Critic& d, const at::Tensor& real, const at::Tensor& fake, const at::Tensor& mix,
                            double weight) {
    at::Tensor x = (mix * real + (1 - mix) * fake.detach()).detach();
    x.requires_grad_(true);
    return weight * (at::linalg_vector_norm(slope_at(d, x), 2, at::IntArrayRef{1}) - 1).square().mean();
}

at::Tensor r1_penalty(const Critic& d, const at::Tensor& real, double gamma) {
    at::Tensor x = real.detach().clone();
    x.requires_grad_(true);
    return gamma / 2 * slope_at(d, x).square().sum(1).mean();
}

}  // namespace headroom
