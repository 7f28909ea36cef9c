// Autograd nodes of QuickGELU, of a stored batch norm and of ReLU by its signs.
#include "core/memory/libtorch.h"
#include "core/models/nn/light_ops.h"

namespace headroom::nn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr double kQuickGeluSlope = 1.702;

/// x * sigmoid(1.702 x) is silu(1.702 x) / 1.702, so its slope at x is silu's at 1.702 x.
class QuickGelu : public torch::autograd::Function<QuickGelu> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x) {
        ctx->save_for_backward({x});
        at::Tensor out = at::mul(x, kQuickGeluSlope);
        return at::sigmoid_(out).mul_(x);
    }

    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        at::Tensor t = at::mul(ctx->get_saved_variables()[0], kQuickGeluSlope);
        return {at::silu_backward_out(t, grads[0], t)};
    }
};

/// Gradient of a ReLU whose result was positive where `positive` says.
at::Tensor through_relu(const at::Tensor& grad, const at::Tensor& positive) { return at::mul(grad, positive); }

class FrozenBatchNorm : public torch::autograd::Function<FrozenBatchNorm> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x, const at::Tensor& weight,
                              const at::Tensor& bias, const at::Tensor& mean, const at::Tensor& variance,
                              double epsilon, bool relu) {
        at::Tensor out =
            at::batch_norm(x, weight, bias, mean, variance, /*training=*/false, 0.0, epsilon, /*cudnn_enabled=*/true);
        if (relu) at::relu_(out);
        const at::Tensor scale = weight * at::rsqrt(variance + epsilon);
        ctx->save_for_backward({scale, relu ? out > 0 : at::Tensor()});
        return out;
    }

    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const variable_list saved = ctx->get_saved_variables();
        const at::Tensor scale = saved[0].to(grads[0].scalar_type()).view({1, -1, 1, 1});
        at::Tensor in = saved[1].defined() ? through_relu(grads[0], saved[1]).mul_(scale) : at::mul(grads[0], scale);
        return {in, {}, {}, {}, {}, {}, {}};
    }
};

class AddRelu : public torch::autograd::Function<AddRelu> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x, const at::Tensor& y) {
        at::Tensor out = at::add(x, y);
        at::relu_(out);
        ctx->save_for_backward({out > 0});
        return out;
    }

    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const at::Tensor in = through_relu(grads[0], ctx->get_saved_variables()[0]);
        return {in, in};
    }
};

}  // namespace

at::Tensor quick_gelu(const at::Tensor& x) { return QuickGelu::apply(x); }

at::Tensor batch_norm_frozen(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                             const at::Tensor& mean, const at::Tensor& variance, double epsilon, bool relu) {
    return FrozenBatchNorm::apply(x, weight, bias, mean, variance, epsilon, relu);
}

at::Tensor add_relu(const at::Tensor& x, const at::Tensor& y) { return AddRelu::apply(x, y); }

}  // namespace headroom::nn
