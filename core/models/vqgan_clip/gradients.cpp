// Autograd nodes of the straight-through functions.
#include "core/models/vqgan_clip/gradients.h"

#include "core/memory/libtorch.h"

namespace headroom::imagine {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

class ReplaceGrad : public torch::autograd::Function<ReplaceGrad> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& value, const at::Tensor& to) {
        ctx->saved_data["sizes"] = to.sizes().vec();
        return value;
    }
    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        return {at::Tensor(), grads[0].sum_to_size(ctx->saved_data["sizes"].toIntVector())};
    }
};

class ClampWithGrad : public torch::autograd::Function<ClampWithGrad> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x, double low, double high) {
        ctx->save_for_backward({x});
        ctx->saved_data["low"] = low;
        ctx->saved_data["high"] = high;
        return at::clamp(x, low, high);
    }
    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const at::Tensor x = ctx->get_saved_variables()[0];
        at::Tensor outside = at::clamp(x, ctx->saved_data["low"].toDouble(), ctx->saved_data["high"].toDouble());
        at::sub_out(outside, x, outside);
        return {at::mul(grads[0], outside.mul_(grads[0]).ge(0)), at::Tensor(), at::Tensor()};
    }
};

}  // namespace

at::Tensor replace_grad(const at::Tensor& value, const at::Tensor& to) {
    return ReplaceGrad::apply(value.detach(), to);
}

at::Tensor clamp_with_grad(const at::Tensor& x, double low, double high) { return ClampWithGrad::apply(x, low, high); }

}  // namespace headroom::imagine
