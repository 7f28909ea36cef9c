// y = x * w is linear in both, and so are its gradients: each second derivative is again a convolution, or a gradient of one.
#include "core/models/nn/depthwise.h"

#include "core/memory/libtorch.h"
#include "core/memory/tensor_notes.h"

#include <ATen/autocast_mode.h>

#include <array>

namespace headroom::nn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

at::Tensor convolved(const at::Tensor& x, const at::Tensor& weight) {
    return at::conv2d(x, weight, {}, 1, weight.size(2) / 2, 1, x.size(1));
}

/// The gradients of x and of the weight that are asked for; the others are not defined.
std::array<at::Tensor, 2> gradients(const at::Tensor& grad, const at::Tensor& x, const at::Tensor& weight, bool of_x,
                                    bool of_weight) {
    const std::array<std::int64_t, 2> stride{1, 1}, none{0, 0}, border{weight.size(2) / 2, weight.size(3) / 2};
    auto [gx, gw, gb] = at::convolution_backward(grad, x, weight, at::OptionalIntArrayRef(), stride, border, stride,
                                                 false, none, x.size(1), {of_x, of_weight, false});
    return {gx, gw};
}

/// The gradients that are asked for, one after the other: a node cannot give what is not defined.
class DepthwiseSlopes : public torch::autograd::Function<DepthwiseSlopes> {
public:
    static variable_list forward(AutogradContext* ctx, const at::Tensor& grad, const at::Tensor& x,
                                 const at::Tensor& weight, bool of_x, bool of_weight) {
        ctx->save_for_backward({grad, x, weight});
        ctx->saved_data["of_x"] = of_x;
        variable_list out;
        for (const at::Tensor& slope : gradients(grad, x, weight, of_x, of_weight))
            if (slope.defined()) out.push_back(slope);
        return out;
    }

    static variable_list backward(AutogradContext* ctx, const variable_list& grads) {
        const variable_list saved = ctx->get_saved_variables();
        const at::Tensor &grad = saved[0], &x = saved[1], &weight = saved[2];
        const bool of_x = ctx->saved_data["of_x"].toBool();
        const at::Tensor to_x = of_x ? grads[0] : at::Tensor(),
                         to_weight = of_x && grads.size() < 2 ? at::Tensor() : grads.back();
        at::Tensor to_grad, slope_x, slope_weight;
        if (to_x.defined()) {
            to_grad = convolved(to_x, weight);
            slope_weight = gradients(grad, to_x, weight, false, true)[1];
        }
        if (to_weight.defined()) {
            const at::Tensor more = convolved(x, to_weight);
            to_grad = to_grad.defined() ? to_grad + more : more;
            slope_x = gradients(grad, x, to_weight, true, false)[0];
        }
        return {to_grad, slope_x, slope_weight, {}, {}};
    }
};

class Depthwise : public torch::autograd::Function<Depthwise> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x, const at::Tensor& weight) {
        ctx->save_for_backward({x, weight});
        return convolved(x, weight);
    }

    static variable_list backward(AutogradContext* ctx, const variable_list& grads) {
        const variable_list saved = ctx->get_saved_variables();
        const bool of_x = ctx->needs_input_grad(0), of_weight = ctx->needs_input_grad(1);
        const variable_list slopes = DepthwiseSlopes::apply(grads[0], saved[0], saved[1], of_x, of_weight);
        return {of_x ? slopes.front() : at::Tensor(), of_weight ? slopes.back() : at::Tensor()};
    }
};

}  // namespace

at::Tensor depthwise(const at::Tensor& x, const at::Tensor& weight) {
    const at::DeviceType device = x.device().type();
    if (!at::autocast::is_autocast_enabled(device)) return Depthwise::apply(x, weight);
    const at::ScalarType type = at::autocast::get_autocast_dtype(device);
    return Depthwise::apply(noted(x.to(type)), weight.to(type));
}

}  // namespace headroom::nn
