// Arguments of the norms' kernels, and the node of the batch norm.
#include "core/models/nn/device_norms.h"

#include "core/kernels/device_kernels.h"
#include "core/memory/gpu/kernels_on.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/device_numbers.h"
#include "core/models/nn/host_norms.h"

#include <optional>

namespace headroom::nn {
namespace {

using kernels::NormAffine;
using kernels::NormShape;

bool is_float(const at::Tensor& t) {
    const auto type = t.scalar_type();
    return type == at::kFloat || type == at::kBFloat16 || type == at::kHalf;
}

NormShape shape_of(const at::Tensor& x, const NormWork& work) {
    const std::int64_t n = x.size(0), c = x.size(1), pixels = x.size(2) * x.size(3);
    return work.groups == 0 ? NormShape{1, n * pixels, c, c} : NormShape{n, pixels, c, work.groups};
}

NormAffine affine_of(const NormWork& work) {
    return {numbers_of(work.weight), numbers_of(work.bias), work.activation, static_cast<float>(work.slope)};
}

float* floats(const at::Tensor& t) { return t.defined() ? t.mutable_data_ptr<float>() : nullptr; }

/// The gradient in x's layout.
at::Tensor laid_as(const at::Tensor& x, const at::Tensor& grad) {
    return grad.strides() == x.strides() ? grad : at::empty_like(x, grad.options()).copy_(grad);
}

}  // namespace

kernels::DeviceKernels* norm_kernels(const at::Tensor& x) {
    const bool fits = x.dim() == 4 && x.numel() > 0 && is_float(x) && x.is_contiguous(at::MemoryFormat::ChannelsLast);
    return fits ? kernels_on(x.device()) : nullptr;
}

at::MemoryFormat norms_format(at::Device device) {
    return kernels_on(device) ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous;
}

DeviceNorm norm_forward(kernels::DeviceKernels& on, const at::Tensor& x, const NormWork& work, double epsilon,
                        const std::array<at::Tensor, 2>& running, double momentum) {
    const NormShape shape = shape_of(x, work);
    const auto real = x.options().dtype(at::kFloat).memory_format(std::nullopt);
    const at::Tensor partial = at::empty({2, shape.images * shape.chunks() * shape.channels}, real);
    DeviceNorm out;
    out.mean = at::empty({shape.images * shape.groups}, real);
    out.deviation = at::empty_like(out.mean);
    on.launch<kernels::NormMoments>({shape, numbers_of(x), floats(partial[0]), floats(partial[1])});
    on.launch<kernels::NormStatistics>({shape, numbers_of(x), floats(partial[0]), floats(partial[1]), epsilon, momentum,
                                        floats(out.mean), floats(out.deviation), floats(running[0]),
                                        floats(running[1])});
    out.out = norm_again(on, x, work, out.mean, out.deviation);
    return out;
}

at::Tensor norm_again(kernels::DeviceKernels& on, const at::Tensor& x, const NormWork& work, const at::Tensor& mean,
                      const at::Tensor& deviation) {
    at::Tensor out = at::empty_like(x);
    on.launch<kernels::NormForward>(
        {shape_of(x, work), affine_of(work), numbers_of(x), numbers_of(out), floats(mean), floats(deviation)});
    return out;
}

std::array<at::Tensor, 3> norm_backward(kernels::DeviceKernels& on, const at::Tensor& grad_anyhow, const at::Tensor& x,
                                        const NormWork& work, const at::Tensor& mean, const at::Tensor& deviation,
                                        bool weights_too) {
    const NormShape shape = shape_of(x, work);
    const at::Tensor grad = laid_as(x, grad_anyhow);
    const kernels::NormPair gradient{shape,        affine_of(work),  numbers_of(x), numbers_of(grad),
                                     floats(mean), floats(deviation)};
    const auto real = mean.options();
    const at::Tensor partial = at::empty({2, shape.images * shape.chunks() * shape.channels}, real);
    const at::Tensor group = at::empty({2, shape.images * shape.groups}, real);
    std::array<at::Tensor, 3> out{at::empty_like(x), {}, {}};
    if (weights_too && work.weight.defined()) out[1] = at::empty_like(work.weight);
    if (weights_too && work.bias.defined()) out[2] = at::empty_like(work.bias);
    on.launch<kernels::NormSums>({gradient, floats(partial[0]), floats(partial[1])});
    on.launch<kernels::NormTotals>({shape, numbers_of(work.weight), floats(partial[0]), floats(partial[1]),
                                    floats(group[0]), floats(group[1]), numbers_of(out[1]), numbers_of(out[2])});
    on.launch<kernels::NormBackward>({gradient, floats(group[0]), floats(group[1]), numbers_of(out[0])});
    return out;
}

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct BatchNormWork : torch::CustomClassHolder {
    kernels::DeviceKernels* on = nullptr;
    std::array<at::Tensor, 2> running;
    double momentum = 0, epsilon = 0, slope = 0;
    at::Tensor mean, deviation;  ///< of the forward pass

    NormWork work(const at::Tensor& weight, const at::Tensor& bias) const {
        return {weight, bias, 0, kernels::Activation::Leaky, slope};
    }
};

struct GroupNormWork : torch::CustomClassHolder {
    kernels::DeviceKernels* on = nullptr;
    std::int64_t groups = 0;
    double epsilon = 0;
};

class BatchNormLeaky : public torch::autograd::Function<BatchNormLeaky> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x, const at::Tensor& weight,
                              const at::Tensor& bias, const c10::intrusive_ptr<BatchNormWork>& w) {
        const NormWork work = w->work(weight, bias);
        DeviceNorm made = w->on ? norm_forward(*w->on, x, work, w->epsilon, w->running, w->momentum)
                                : host_norm_forward(x, work, w->epsilon, w->running, w->momentum);
        w->mean = made.mean;
        w->deviation = made.deviation;
        ctx->save_for_backward({x, weight, bias});
        ctx->saved_data["work"] = c10::IValue::make_capsule(w);
        return made.out;
    }

    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const variable_list saved = ctx->get_saved_variables();
        const at::Tensor &x = saved[0], &weight = saved[1], &bias = saved[2];
        const auto capsule = ctx->saved_data["work"].toCapsule();
        const auto* w = static_cast<const BatchNormWork*>(capsule.get());
        const bool weights_too = ctx->needs_input_grad(1) || ctx->needs_input_grad(2);
        if (at::GradMode::is_enabled()) return with_graph(*w, grads[0], x, weight, bias);
        const NormWork work = w->work(weight, bias);
        auto [gx, gw, gb] = w->on ? norm_backward(*w->on, grads[0], x, work, w->mean, w->deviation, weights_too)
                                  : host_norm_backward(grads[0], x, work, w->mean, w->deviation, weights_too);
        return {gx, gw, gb, {}};
    }

private:
    /// By operators that autograd knows: a penalty asks for the gradient's own gradient.
    static variable_list with_graph(const BatchNormWork& w, const at::Tensor& grad, const at::Tensor& x,
                                    const at::Tensor& weight, const at::Tensor& bias) {
        const at::Tensor normed =
            at::batch_norm(x, weight, bias, {}, {}, /*training=*/true, 0.0, w.epsilon, /*cudnn_enabled=*/false);
        const at::Tensor inner = at::leaky_relu_backward(grad, normed, w.slope, /*self_is_result=*/false);
        auto [gx, gw, gb] = at::native_batch_norm_backward(inner, x, weight, {}, {}, w.mean, w.deviation,
                                                           /*train=*/true, w.epsilon, {true, true, true});
        return {gx, gw, gb, {}};
    }
};

class GroupNormNode : public torch::autograd::Function<GroupNormNode> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x, const std::optional<at::Tensor>& weight,
                              const std::optional<at::Tensor>& bias, const c10::intrusive_ptr<GroupNormWork>& w) {
        const at::Tensor scale = weight.value_or(at::Tensor()), shift = bias.value_or(at::Tensor());
        const DeviceNorm made = norm_forward(*w->on, x, {scale, shift, w->groups}, w->epsilon);
        ctx->save_for_backward({x, scale, shift, made.mean, made.deviation});
        ctx->saved_data["work"] = c10::IValue::make_capsule(w);
        return made.out;
    }

    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const variable_list saved = ctx->get_saved_variables();
        const auto capsule = ctx->saved_data["work"].toCapsule();
        const auto* w = static_cast<const GroupNormWork*>(capsule.get());
        const bool weights_too = saved[1].defined() && saved[1].requires_grad();
        auto [gx, gw, gb] =
            norm_backward(*w->on, grads[0], saved[0], {saved[1], saved[2], w->groups}, saved[3], saved[4], weights_too);
        return {gx, gw, gb, {}};
    }
};

}  // namespace

DeviceNorm batch_norm_leaky(kernels::DeviceKernels* on, const at::Tensor& x, const at::Tensor& weight,
                            const at::Tensor& bias, const std::array<at::Tensor, 2>& running, double momentum,
                            double epsilon, double slope) {
    auto work = c10::make_intrusive<BatchNormWork>();
    work->on = on;
    work->running = running;
    work->momentum = momentum;
    work->epsilon = epsilon;
    work->slope = slope;
    const at::Tensor out = BatchNormLeaky::apply(x, weight, bias, work);
    return {out, work->mean, work->deviation};
}

at::Tensor group_norm_on_device(kernels::DeviceKernels& on, const at::Tensor& x, const at::Tensor& weight,
                                const at::Tensor& bias, std::int64_t groups, double epsilon) {
    auto work = c10::make_intrusive<GroupNormWork>();
    work->on = &on;
    work->groups = groups;
    work->epsilon = epsilon;
    const auto given = [](const at::Tensor& t) { return t.defined() ? std::optional(t) : std::nullopt; };
    return GroupNormNode::apply(x, given(weight), given(bias), work);
}

}  // namespace headroom::nn
