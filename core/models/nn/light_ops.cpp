// Autograd nodes of the convolution, the linear map and the norm with SiLU.
#include "core/models/nn/light_ops.h"

#include "core/memory/lease.h"
#include "core/memory/libtorch.h"
#include "core/memory/shape_alone.h"
#include "core/models/nn/device_norms.h"
#include "core/models/nn/host_group_norms.h"
#include "core/models/nn/winograd/convolution.h"

#include <array>
#include <optional>
#include <tuple>
#include <vector>

namespace headroom::nn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// A bias or none, as a node takes it.
std::optional<at::Tensor> given(const at::Tensor& bias) { return bias.defined() ? std::optional(bias) : std::nullopt; }

/// The frozen weight in the type of the gradient: under autocast the forward pass computed with such a copy.
at::Tensor weight_for(const at::Tensor& grad, const at::Tensor& weight) { return weight.to(grad.scalar_type()); }

/// An input of a shape, of the type and device of `like`, whose numbers nobody reads: without memory.
at::Tensor input_alone(at::IntArrayRef sizes, at::MemoryFormat format, const at::Tensor& like) {
    // As torch.nn.grad.conv2d_input does it; the CPU's library would make a whole tensor of it, so there it gets zeros of no memory.
    if (!like.is_cpu()) return at::empty({1}, like.options()).expand(sizes);
    const bool last = format == at::MemoryFormat::ChannelsLast;
    const std::int64_t c = sizes[1], h = sizes[2], w = sizes[3];
    const std::array<std::int64_t, 4> strides =
        last ? std::array{h * w * c, std::int64_t{1}, w * c, c} : std::array{c * h * w, h * w, w, std::int64_t{1}};
    return shape_alone(sizes, strides, like.scalar_type());
}

/// Whether a convolution of pictures of `sizes` cuts them into tiles, each seen by itself, and is so large that oneDNN's backward pass takes
/// ten times as long as the product that it is: CLIP's patches.
bool cuts_tiles(at::IntArrayRef sizes, const at::Tensor& weight, std::int64_t stride, std::int64_t padding) {
    constexpr std::int64_t kLeastWeights = 1 << 18;
    return weight.is_cpu() && ComputeLease::fewer_products() > 0 && padding == 0 && stride == weight.size(2) &&
           stride == weight.size(3) && sizes[2] % stride == 0 && sizes[3] % stride == 0 &&
           weight.numel() >= kLeastWeights;
}

/// The gradient of pictures (N, C, H, W) that were cut into tiles, from the result's (N, O, H / side, W / side): one product of matrices.
at::Tensor gradient_of_tiles(const at::Tensor& grad, const at::Tensor& weight, at::IntArrayRef sizes,
                             at::MemoryFormat format) {
    const std::int64_t side = weight.size(2);
    const at::Tensor rows = grad.permute({0, 2, 3, 1}).reshape({-1, weight.size(0)});
    const at::Tensor tiles = at::mm(rows, weight.reshape({weight.size(0), -1}))
                                 .view({sizes[0], grad.size(2), grad.size(3), sizes[1], side, side});
    at::Tensor out = at::empty(sizes, grad.options().memory_format(format));
    out.unflatten(3, {-1, side}).unflatten(2, {-1, side}).copy_(tiles.permute({0, 3, 1, 4, 2, 5}));
    return out;
}

class FrozenConvolution : public torch::autograd::Function<FrozenConvolution> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x, const at::Tensor& weight,
                              const std::optional<at::Tensor>& bias, std::int64_t stride, std::int64_t padding) {
        ctx->save_for_backward({weight});
        ctx->saved_data["sizes"] = x.sizes().vec();
        ctx->saved_data["format"] = static_cast<std::int64_t>(x.suggest_memory_format());
        ctx->saved_data["type"] = static_cast<std::int64_t>(x.scalar_type());
        ctx->saved_data["stride"] = stride;
        ctx->saved_data["padding"] = padding;
        return frozen_product(x, weight, bias.value_or(at::Tensor()), stride, padding);
    }

    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const at::Tensor& grad = grads[0];
        const at::Tensor kept = ctx->get_saved_variables()[0], weight = weight_for(grad, kept);
        const std::vector<std::int64_t> sizes = ctx->saved_data["sizes"].toIntVector();
        const std::int64_t stride = ctx->saved_data["stride"].toInt(), padding = ctx->saved_data["padding"].toInt();
        const auto type = static_cast<at::ScalarType>(ctx->saved_data["type"].toInt());
        if (at::GradMode::is_enabled()) {  // a gradient of the gradient: by an operation that reads all its arguments
            const auto rest = [&](std::size_t d) {
                const auto dim = static_cast<std::int64_t>(d);
                return sizes[d] - ((grad.size(dim) - 1) * stride - 2 * padding + weight.size(dim));
            };
            return {at::conv_transpose2d(grad, weight, {}, stride, padding, at::IntArrayRef{rest(2), rest(3)}).to(type),
                    {},
                    {},
                    {},
                    {}};
        }
        if (has_winograd(grad, weight, stride, padding))
            return {winograd_conv2d_input(grad, weight).to(type), {}, {}, {}, {}};
        const auto format = static_cast<at::MemoryFormat>(ctx->saved_data["format"].toInt());
        if (cuts_tiles(sizes, weight, stride, padding))
            return {gradient_of_tiles(grad, weight, sizes, format).to(type), {}, {}, {}, {}};
        // The input's numbers are read for the weight's gradient alone, which nobody asks for.
        const at::Tensor in =
            std::get<0>(at::convolution_backward(grad, input_alone(sizes, format, grad), weight, {}, {stride, stride},
                                                 {padding, padding}, {1, 1}, /*transposed=*/false, {0, 0},
                                                 /*groups=*/1, {true, false, false}));
        return {in.to(type), {}, {}, {}, {}};
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
        // As PyTorch computes it: one product of matrices.
        std::vector<std::int64_t> sizes = grads[0].sizes().vec();
        sizes.back() = weight.size(1);
        at::Tensor in = at::mm(grads[0].reshape({-1, weight.size(0)}), weight_for(grads[0], weight)).view(sizes);
        return {in.to(static_cast<at::ScalarType>(ctx->saved_data["type"].toInt())), {}, {}};
    }
};

struct GroupNormed {
    at::Tensor out, mean, reciprocal_deviation;
};

/// As group norm's kernel reads it: LibTorch's on a GPU knows one order of the dimensions, ours and the CPU's the other too.
at::Tensor as_normalised(const at::Tensor& x) {
    return x.contiguous(x.is_cpu() || norm_kernels(x) ? x.suggest_memory_format() : at::MemoryFormat::Contiguous);
}

GroupNormed normalise(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, std::int64_t groups,
                      double epsilon) {
    // Only the CPU's kernel takes weights of another type than x.
    const bool same = x.is_cpu() || weight.scalar_type() == x.scalar_type();
    auto [out, mean, rstd] =
        at::native_group_norm(x, same ? weight : weight.to(x.scalar_type()), same ? bias : bias.to(x.scalar_type()),
                              x.size(0), x.size(1), x.size(2) * x.size(3), groups, epsilon);
    return {out, mean, rstd};
}

/// What the norm's and SiLU's kernels of our own are told.
NormWork silu_work(const at::Tensor& weight, const at::Tensor& bias, std::int64_t groups) {
    return {weight, bias, groups, kernels::Activation::Silu, 0};
}

/// Norm and SiLU by kernels of our own: a GPU's, or the processor's; or none. LibTorch refuses a gradient of the gradient in words, ours would be silent.
struct OwnNorm {
    OwnNorm(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias)
        : device(norm_kernels(x)),
          host(!device && !at::GradMode::is_enabled() && has_host_group_norms(x, weight, bias)) {}
    explicit operator bool() const { return device || host; }

    DeviceNorm forward(const at::Tensor& x, const NormWork& work, double epsilon) const {
        return device ? norm_forward(*device, x, work, epsilon) : host_group_norm_forward(x, work, epsilon);
    }
    /// SiLU of the norm from what backward() gets.
    at::Tensor again(const at::Tensor& x, const NormWork& work, const at::Tensor& mean, const at::Tensor& rstd) const {
        return device ? norm_again(*device, x, work, mean, rstd) : host_group_norm_again(x, work, mean, rstd);
    }
    std::array<at::Tensor, 3> backward(const at::Tensor& grad, const at::Tensor& x, const NormWork& work,
                                       const at::Tensor& mean, const at::Tensor& rstd, bool weights_too) const {
        return device ? norm_backward(*device, grad, x, work, mean, rstd, weights_too)
                      : host_group_norm_backward(grad, x, work, mean, rstd, weights_too);
    }

    kernels::DeviceKernels* device;
    bool host;
};

/// With SiLU after it.
GroupNormed normalise_silu(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, std::int64_t groups,
                           double epsilon) {
    if (const OwnNorm own(x, weight, bias); own) {
        DeviceNorm made = own.forward(x, silu_work(weight, bias, groups), epsilon);
        return {made.out, made.mean, made.deviation};
    }
    GroupNormed n = normalise(x, weight, bias, groups, epsilon);
    at::silu_(n.out);
    return n;
}

class GroupNormSilu : public torch::autograd::Function<GroupNormSilu> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x, const at::Tensor& weight,
                              const at::Tensor& bias, std::int64_t groups, double epsilon) {
        GroupNormed n = normalise_silu(x, weight, bias, groups, epsilon);
        ctx->save_for_backward({x, weight, bias, n.mean, n.reciprocal_deviation});
        ctx->saved_data["groups"] = groups;
        ctx->saved_data["epsilon"] = epsilon;
        return n.out;
    }

    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const variable_list saved = ctx->get_saved_variables();
        const at::Tensor &x = saved[0], &weight = saved[1], &bias = saved[2];
        const std::int64_t groups = ctx->saved_data["groups"].toInt();
        if (const OwnNorm own(x, weight, bias); own) {
            auto [in, of_weight, of_bias] =
                own.backward(grads[0], x, silu_work(weight, bias, groups), saved[3], saved[4], weight.requires_grad());
            return {in, of_weight, of_bias, {}, {}};
        }
        at::Tensor inner = normalise(x, weight, bias, groups, ctx->saved_data["epsilon"].toDouble()).out;
        // In place: the norm's output is needed no longer once its gradient is known.
        at::silu_backward_out(inner, grads[0], inner);
        const bool trains = weight.requires_grad(), same = x.is_cpu() || weight.scalar_type() == x.scalar_type();
        auto [gx, gw, gb] = at::native_group_norm_backward(
            inner, x, saved[3], saved[4], same ? weight : weight.to(x.scalar_type()), x.size(0), x.size(1),
            x.size(2) * x.size(3), groups, {ctx->needs_input_grad(0), trains, trains});
        return {gx, gw, gb, {}, {}};
    }
};

class GroupNormSiluConvolution : public torch::autograd::Function<GroupNormSiluConvolution> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x, const at::Tensor& norm_weight,
                              const at::Tensor& norm_bias, const at::Tensor& weight,
                              const std::optional<at::Tensor>& bias, std::int64_t groups, double epsilon,
                              std::int64_t stride, std::int64_t padding) {
        GroupNormed n = normalise_silu(x, norm_weight, norm_bias, groups, epsilon);
        ctx->save_for_backward({x, norm_weight, norm_bias, n.mean, n.reciprocal_deviation, weight});
        ctx->saved_data["groups"] = groups;
        ctx->saved_data["epsilon"] = epsilon;
        ctx->saved_data["stride"] = stride;
        ctx->saved_data["padding"] = padding;
        ctx->saved_data["bias"] = bias.has_value();
        return at::conv2d(n.out, weight, bias, stride, padding);
    }

    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const variable_list saved = ctx->get_saved_variables();
        const at::Tensor &x = saved[0], &norm_weight = saved[1], &weight = saved[5], &grad = grads[0];
        const std::int64_t groups = ctx->saved_data["groups"].toInt(), stride = ctx->saved_data["stride"].toInt(),
                           padding = ctx->saved_data["padding"].toInt();
        const bool with_bias = ctx->saved_data["bias"].toBool(),
                   any = ctx->needs_input_grad(0) || ctx->needs_input_grad(1) || ctx->needs_input_grad(2);
        const OwnNorm own(x, norm_weight, saved[2]);
        const NormWork work = silu_work(norm_weight, saved[2], groups);
        at::Tensor inner = own ? own.again(x, work, saved[3], saved[4])
                               : normalise(x, norm_weight, saved[2], groups, ctx->saved_data["epsilon"].toDouble()).out;
        const std::array<std::int64_t, 1> bias_size{weight.size(0)};
        auto [gin, gw, gb] =
            at::convolution_backward(grad, (own ? inner : at::silu(inner)).to(grad.scalar_type()),
                                     weight_for(grad, weight), bias_size, {stride, stride}, {padding, padding}, {1, 1},
                                     /*transposed=*/false, {0, 0}, /*groups=*/1,
                                     {any, ctx->needs_input_grad(3), with_bias && ctx->needs_input_grad(4)});
        const auto in_type = [](const at::Tensor& t, const at::Tensor& like) {
            return t.defined() ? t.to(like.scalar_type()) : t;
        };
        variable_list out(9);
        out[3] = in_type(gw, weight);
        out[4] = in_type(gb, weight);
        if (!any) return out;
        if (own) {
            inner.reset();
            auto of_norm = own.backward(gin.to(x.scalar_type()), x, work, saved[3], saved[4],
                                        ctx->needs_input_grad(1) || ctx->needs_input_grad(2));
            std::move(of_norm.begin(), of_norm.end(), out.begin());
            return out;
        }
        at::silu_backward_out(inner, gin.to(inner.scalar_type()), inner);
        gin.reset();
        const bool same = x.is_cpu() || norm_weight.scalar_type() == x.scalar_type();
        std::tie(out[0], out[1], out[2]) = at::native_group_norm_backward(
            inner, x, saved[3], saved[4], same ? norm_weight : norm_weight.to(x.scalar_type()), x.size(0), x.size(1),
            x.size(2) * x.size(3), groups,
            {ctx->needs_input_grad(0), ctx->needs_input_grad(1), ctx->needs_input_grad(2)});
        return out;
    }
};

}  // namespace

at::Tensor frozen_product(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, std::int64_t stride,
                          std::int64_t padding) {
    return has_winograd(x, weight, stride, padding) ? winograd_conv2d(x, weight, bias)
                                                    : at::conv2d(x, weight, given(bias), stride, padding);
}

at::Tensor conv2d_frozen(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, std::int64_t stride,
                         std::int64_t padding) {
    return FrozenConvolution::apply(x, weight, given(bias), stride, padding);
}

at::Tensor linear_frozen(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
    return FrozenLinear::apply(x, weight, given(bias));
}

at::Tensor group_norm_silu(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, std::int64_t groups,
                           double epsilon) {
    return GroupNormSilu::apply(as_normalised(x), weight, bias, groups, epsilon);
}

at::Tensor group_norm_silu_conv2d(const at::Tensor& x, const at::Tensor& norm_weight, const at::Tensor& norm_bias,
                                  std::int64_t groups, double epsilon, const at::Tensor& weight, const at::Tensor& bias,
                                  std::int64_t stride, std::int64_t padding) {
    return GroupNormSiluConvolution::apply(as_normalised(x), norm_weight, norm_bias, weight, given(bias), groups,
                                           epsilon, stride, padding);
}

}  // namespace headroom::nn
