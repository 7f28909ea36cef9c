// The node between a weight and its shadow, and the shadows of a network.
#include "core/models/nn/shadow.h"

#include <ATen/autocast_mode.h>

#include <map>

namespace headroom::nn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// What autograd knows of the cast that autocast would make.
class ShadowNode : public torch::autograd::Function<ShadowNode> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& weight, const at::Tensor& shadow) {
        ctx->saved_data["type"] = static_cast<std::int64_t>(weight.scalar_type());
        return shadow.detach();
    }
    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        return {grads[0].to(static_cast<at::ScalarType>(ctx->saved_data["type"].toInt())), at::Tensor()};
    }
};

bool rounds_to(const at::Tensor& shadow) {
    const at::DeviceType device = shadow.device().type();
    return at::autocast::is_autocast_enabled(device) &&
           at::autocast::get_autocast_dtype(device) == shadow.scalar_type();
}

}  // namespace

void Shadow::keep(const at::Tensor& weight, at::Tensor copy) {
    copy_ = std::move(copy);
    data_ = nullptr;
    follow(weight);
}

at::Tensor Shadow::of(const at::Tensor& weight) {
    if (!copy_.defined() || !rounds_to(copy_)) return weight;
    follow(weight);
    return weight.requires_grad() && at::GradMode::is_enabled() ? ShadowNode::apply(weight, copy_) : copy_;
}

void Shadow::follow(const at::Tensor& weight) {
    if (data_ == weight.const_data_ptr() && version_ == weight._version()) return;
    const at::NoGradGuard no_grad;
    copy_.copy_(weight);
    data_ = weight.const_data_ptr();
    version_ = weight._version();
}

void each_shadow(torch::nn::Module& module, const Shadowed::Each& each, std::string_view except) {
    for (const auto& item : module.named_modules(std::string(), /*include_self=*/false)) {
        if (!except.empty() && item.key().starts_with(except)) continue;
        if (auto* layer = dynamic_cast<Shadowed*>(item.value().get())) layer->each_shadow(each);
    }
}

void keep_shadows(torch::nn::Module& module, std::optional<at::ScalarType> type, std::string_view except) {
    each_shadow(
        module,
        [type](const at::Tensor& weight, Shadow& shadow) {
            const at::Tensor& there = shadow.tensor();
            if (!type) return shadow.drop();
            if (there.defined() && there.scalar_type() == *type && there.strides() == weight.strides()) return;
            shadow.drop();
            shadow.keep(weight, at::empty_like(weight.detach(), weight.options().dtype(*type)));
        },
        except);
}

std::vector<at::Tensor> shadows_of(torch::nn::Module& module, const NamedTensorList& parameters) {
    std::map<const c10::TensorImpl*, at::Tensor> by_weight;
    each_shadow(module, [&](const at::Tensor& weight, Shadow& shadow) {
        by_weight[weight.unsafeGetTensorImpl()] = shadow.tensor();
    });
    std::vector<at::Tensor> out;
    for (const auto& [name, p] : parameters) out.push_back(by_weight[p.unsafeGetTensorImpl()]);
    return out;
}

NamedTensorList named_shadows(torch::nn::Module& module) {
    const NamedTensorList parameters = named_parameters(module);
    const std::vector<at::Tensor> shadows = shadows_of(module, parameters);
    NamedTensorList out;
    for (std::size_t i = 0; i < shadows.size(); ++i)
        if (shadows[i].defined()) out.emplace_back(parameters[i].first + ", rounded", shadows[i]);
    return out;
}

}  // namespace headroom::nn
