// What the kernels of colours are told, and their node of autograd.
#include "core/models/vqgan_clip/device_colours.h"

#include "core/kernels/device_kernels.h"
#include "core/kernels/source/colour_kernels.h"
#include "core/memory/libtorch.h"

#include <functional>

namespace headroom::imagine {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct Colouring : torch::CustomClassHolder {
    /// Computes `out` from `x`; with `grad` the gradient of x from the result's.
    std::function<void(const at::Tensor& x, const float* grad, at::Tensor& out)> launch;
};

class ColourNode : public torch::autograd::Function<ColourNode> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x, const c10::intrusive_ptr<Colouring>& what) {
        const at::Tensor from = x.contiguous();
        ctx->save_for_backward({from});
        ctx->saved_data["what"] = c10::IValue::make_capsule(what);
        at::Tensor out = at::empty_like(from);
        what->launch(from, nullptr, out);
        return out;
    }
    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const auto capsule = ctx->saved_data["what"].toCapsule();
        const auto* what = static_cast<const Colouring*>(capsule.get());
        const at::Tensor x = ctx->get_saved_variables()[0], grad = grads[0].contiguous();
        at::Tensor in = at::empty_like(x);
        what->launch(x, grad.const_data_ptr<float>(), in);
        return {in, at::Tensor()};
    }
};

}  // namespace

at::Tensor jittered_at_once(kernels::DeviceKernels& on, const at::Tensor& colours, const at::Tensor& x) {
    auto what = c10::make_intrusive<Colouring>();
    what->launch = [&on, colours](const at::Tensor& from, const float* grad, at::Tensor& out) {
        on.launch<kernels::CutColours>({static_cast<const kernels::CutColour*>(colours.const_data_ptr()), from.size(0),
                                        from.size(2) * from.size(3), from.const_data_ptr<float>(), grad,
                                        out.mutable_data_ptr<float>()});
    };
    return ColourNode::apply(x, what);
}

at::Tensor sharpened_at_once(kernels::DeviceKernels& on, const at::Tensor& factors, const at::Tensor& x) {
    auto what = c10::make_intrusive<Colouring>();
    what->launch = [&on, factors](const at::Tensor& from, const float* grad, at::Tensor& out) {
        on.launch<kernels::CutSharpness>({factors.const_data_ptr<float>(), from.size(0), static_cast<int>(from.size(3)),
                                          from.const_data_ptr<float>(), grad, out.mutable_data_ptr<float>()});
    };
    return ColourNode::apply(x, what);
}

}  // namespace headroom::imagine
