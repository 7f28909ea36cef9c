// Draws initial values.
#include "core/models/nn/init.h"

#include "core/base/random.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/layers.h"

#include <ATen/CPUGeneratorImpl.h>

#include <cmath>

namespace headroom::nn {
namespace {

template <class Norm> void reset_norm(Norm& norm) {
    norm.weight.fill_(1);
    norm.bias.fill_(0);
}

}  // namespace

void Initialiser::fill(const at::Tensor& tensor, const std::function<void(at::Tensor&, at::Generator)>& draw) {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    const std::uint64_t key = RandomStream(seed_, RandomPurpose::Init, stream_ * 65536 + count_++).next();
    at::Tensor fresh = torch::empty(tensor.sizes(), torch::kFloat32);
    draw(fresh, at::make_generator<at::CPUGeneratorImpl>(key));
    tensor.copy_(fresh);
}

void Initialiser::uniform(const at::Tensor& tensor, double bound) {
    fill(tensor, [bound](at::Tensor& t, at::Generator g) { t.uniform_(-bound, bound, std::move(g)); });
}

void Initialiser::normal(const at::Tensor& tensor, double mean, double deviation) {
    fill(tensor, [=](at::Tensor& t, at::Generator g) { t.normal_(mean, deviation, std::move(g)); });
}

void Initialiser::layers(torch::nn::Module& module) {
    const at::NoGradGuard no_grad;
    const auto by_fan_in = [this](const at::Tensor& weight, const at::Tensor& bias) {
        const double bound = 1 / std::sqrt(static_cast<double>(weight[0].numel()));
        uniform(weight, bound);
        if (bias.defined()) uniform(bias, bound);
    };
    for (const auto& m : module.modules(/*include_self=*/false)) {
        if (auto* conv = m->as<Conv2d>()) by_fan_in(conv->weight, conv->bias);
        if (auto* linear = m->as<Linear>()) by_fan_in(linear->weight, linear->bias);
        if (auto* embedding = m->as<Embedding>()) normal(embedding->weight, 0, 1);
        if (auto* norm = m->as<GroupNorm>()) reset_norm(*norm);
        if (auto* norm = m->as<LayerNorm>()) reset_norm(*norm);
        if (auto* norm = m->as<Norm2d>()) reset_norm(*norm);
    }
}

}  // namespace headroom::nn
