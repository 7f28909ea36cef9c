// Autograd nodes of the convolution, the linear map and the norm with SiLU.
#include "core/models/nn/light_ops.h"

#include <torch/torch.h>

#include <optional>

namespace headroom::nn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// A bias or none, as a node takes it.
std::optional<at::Tensor> given(const at::Tensor& bias) { return bias.defined() ? std::optional(bias) : std::nullopt; }

/// The frozen weight in the type of the gradient: under autocast the forward pass computed with such a copy.
at::Tensor weight_for(const at::Tensor& grad, const at::Tensor& weight) { return weight.to(grad.scalar_type()); }

class FrozenConvolution : public torch::autograd::Function<FrozenConvolution> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x, const at::Tensor& weight,
                              const std::optional<at::Tensor>& bias, std::int64_t stride, std::int64_t padding) {
        ctx->save_for_backward({weight});
        ctx->saved_data["height"] = x.size(2);
        ctx->saved_data["width"] = x.size(3);
        ctx->saved_data["stride"] = stride;
        ctx->saved_data["padding"] = padding;
        ctx->saved_data["type"] = static_cast<std::int64_t>(x.scalar_type());
        return at::conv2d(x, weight, bias, stride, padding);
    }

    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const at::Tensor& grad = grads[0];
        const at::Tensor weight = ctx->get_saved_variables()[0];
        const std::int64_t stride = ctx->saved_data["stride"].toInt(), padding = ctx->saved_data["padding"].toInt();
        // Rows and columns of the input that a stride did not reach.
        const auto rest = [&](const char* side, std::int64_t dim) {
            return ctx->saved_data[side].toInt() - ((grad.size(dim) - 1) * stride - 2 * padding + weight.size(dim));
        };
        at::Tensor in = at::conv_transpose2d(grad, weight_for(grad, weight), {}, stride, padding,
                                             at::IntArrayRef{rest("height", 2), rest("width", 3)});
        return {in.to(static_cast<at::ScalarType>(ctx->saved_data["type"].toInt())), {}, {}, {}, {}};
    }
};

class FrozenLinear : public torch::autograd::Function<FrozenLinear> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x, const at::Tensor& weight,
                              const std::optional<at::Tensor>& bias) {
        ctx->save_for_backward({weight});
        ctx->saved_data["type"] = static_cast<std::int64_t>(x.scalar_type());
        return at::linear(x, weight, bias);
    }

    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const at::Tensor weight = ctx->get_saved_variables()[0];
        at::Tensor in = at::matmul(grads[0], weight_for(grads[0], weight));
        return {in.to(static_cast<at::ScalarType>(ctx->saved_data["type"].toInt())), {}, {}};
    }
};

struct Normalised {
    at::Tensor out, mean, reciprocal_deviation;
};

Normalised normalise(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, std::int64_t groups,
                     double epsilon) {
    // Only the CPU's kernel takes weights of another type than x.
    const bool same = x.is_cpu() || weight.scalar_type() == x.scalar_type();
    auto [out, mean, rstd] =
        at::native_group_norm(x, same ? weight : weight.to(x.scalar_type()), same ? bias : bias.to(x.scalar_type()),
                              x.size(0), x.size(1), x.size(2) * x.size(3), groups, epsilon);
    return {out, mean, rstd};
}

class GroupNormSilu : public torch::autograd::Function<GroupNormSilu> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x, const at::Tensor& weight,
                              const at::Tensor& bias, std::int64_t groups, double epsilon) {
        Normalised n = normalise(x, weight, bias, groups, epsilon);
        ctx->save_for_backward({x, weight, bias, n.mean, n.reciprocal_deviation});
        ctx->saved_data["groups"] = groups;
        ctx->saved_data["epsilon"] = epsilon;
        return at::silu_(n.out);
    }

    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const variable_list saved = ctx->get_saved_variables();
        const at::Tensor &x = saved[0], &weight = saved[1], &bias = saved[2];
        const std::int64_t groups = ctx->saved_data["groups"].toInt();
        at::Tensor inner = normalise(x, weight, bias, groups, ctx->saved_data["epsilon"].toDouble()).out;
        // In place: the norm's output is needed no longer once its gradient is known.
        at::silu_backward_out(inner, grads[0].contiguous(inner.suggest_memory_format()), inner);
        const bool trains = weight.requires_grad(), same = x.is_cpu() || weight.scalar_type() == x.scalar_type();
        auto [gx, gw, gb] = at::native_group_norm_backward(
            inner, x, saved[3], saved[4], same ? weight : weight.to(x.scalar_type()), x.size(0), x.size(1),
            x.size(2) * x.size(3), groups, {ctx->needs_input_grad(0), trains, trains});
        return {gx, gw, gb, {}, {}};
    }
};

}  // namespace

at::Tensor conv2d_frozen(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, std::int64_t stride,
                         std::int64_t padding) {
    return FrozenConvolution::apply(x, weight, given(bias), stride, padding);
}

at::Tensor linear_frozen(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
    return FrozenLinear::apply(x, weight, given(bias));
}

at::Tensor group_norm_silu(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, std::int64_t groups,
                           double epsilon) {
    return GroupNormSilu::apply(x.contiguous(x.suggest_memory_format()), weight, bias, groups, epsilon);
}

}  // namespace headroom::nn
