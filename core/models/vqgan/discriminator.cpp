// PatchGAN and the adaptive weight.
#include "core/models/vqgan/discriminator.h"

#include "core/memory/role_scope.h"
#include "core/models/nn/device_norms.h"
#include "core/models/nn/init.h"

#include <algorithm>

namespace headroom {
namespace {

at::Tensor instance_norm(const at::Tensor& x) {
    if (kernels::DeviceKernels* own = nn::norm_kernels(x))
        return nn::group_norm_on_device(*own, x, {}, {}, x.size(1), 1e-5);
    return at::instance_norm(x, {}, {}, {}, {}, true, 0.1, 1e-5, true);
}

}  // namespace

PatchDiscriminator::PatchDiscriminator(std::int64_t channels, std::int64_t filters, std::int64_t layers,
                                       NormKind norm_kind)
    : norm_(norm_kind) {
    const RoleScope role(Role::Weights);
    const auto main = register_module("main", std::make_shared<torch::nn::Module>());
    int position = 0;
    const auto add = [&](std::int64_t in, std::int64_t out, std::int64_t stride, bool norm, bool last) {
        const bool batch = norm && norm_ == NormKind::Batch;
        convs_.push_back(main->register_module(std::to_string(position++),
                                               std::make_shared<nn::Conv2d>(in, out, 4, stride, 1, !batch)));
        norms_.push_back(batch ? main->register_module(std::to_string(position), std::make_shared<nn::Norm2d>(out))
                               : nullptr);
        if (norm) ++position;
        if (!last) ++position;  // the activation has a position but no tensors
    };
    add(channels, filters, 2, false, false);
    std::int64_t in = filters;
    for (std::int64_t i = 1; i <= layers; ++i) {
        const std::int64_t out = filters * std::min<std::int64_t>(std::int64_t{1} << i, 8);
        add(in, out, i < layers ? 2 : 1, true, false);
        in = out;
    }
    add(in, 1, 1, false, true);
}

void PatchDiscriminator::initialise(std::uint64_t seed) {
    nn::Initialiser init(seed, /*stream=*/17);
    init.layers(*this);
    for (const auto& conv : convs_) init.normal(conv->weight, 0, 0.02);
    for (const auto& norm : norms_) {
        if (norm) init.normal(norm->weight, 1, 0.02);
    }
}

at::Tensor PatchDiscriminator::forward(const at::Tensor& pictures) {
    at::Tensor h = pictures;
    for (std::size_t i = 0; i < convs_.size(); ++i) {
        h = convs_[i]->forward(h, {});
        const bool inner = i > 0 && i + 1 < convs_.size();
        if (norms_[i]) {
            h = norms_[i]->forward_leaky(h, 0.2, {});
            continue;
        }
        if (inner && norm_ == NormKind::Instance) h = instance_norm(h);
        if (i + 1 < convs_.size()) at::leaky_relu_(h, 0.2);
    }
    return h;
}

at::Tensor gradient_ratio(const at::Tensor& reconstruction, const at::Tensor& adversarial, double most) {
    return reconstruction.norm().div_(adversarial.norm().add_(1e-4)).clamp_(0, most);
}

at::Tensor adaptive_weight(const at::Tensor& reconstruction_loss, const at::Tensor& adversarial_loss,
                           const at::Tensor& last_weight, double factor) {
    const auto gradient = [&](const at::Tensor& loss) {
        return torch::autograd::grad({loss}, {last_weight}, {}, /*retain_graph=*/true)[0].detach();
    };
    const at::Tensor reconstruction = gradient(reconstruction_loss);
    return gradient_ratio(reconstruction, gradient(adversarial_loss)).mul_(factor);
}

}  // namespace headroom
