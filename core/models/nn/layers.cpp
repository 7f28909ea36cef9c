// Forward passes of the layers: light where weights are frozen and a gradient flows, else PyTorch's own operations.
#include "core/models/nn/layers.h"

#include "core/memory/checkpointing/segment.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/device_norms.h"
#include "core/models/nn/host_norms.h"
#include "core/models/nn/light_ops.h"
#include "core/models/nn/norm_recording.h"
#include "core/models/nn/norm_sync.h"

namespace headroom::nn {
namespace {

bool frozen(const at::Tensor& weight, const at::Tensor& bias) {
    return !weight.requires_grad() && !(bias.defined() && bias.requires_grad());
}

bool records(const at::Tensor& x) { return at::GradMode::is_enabled() && x.requires_grad(); }

/// Whether an operation on `x` should keep its weights alone.
bool keeps_weight_alone(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                        const ComputeMode& mode) {
    return mode.light && records(x) && frozen(weight, bias);
}

}  // namespace

at::Tensor linear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, const ComputeMode& mode) {
    return keeps_weight_alone(x, weight, bias, mode) ? linear_frozen(x, weight, bias) : at::linear(x, weight, bias);
}

Conv2d::Conv2d(std::int64_t in, std::int64_t out, std::int64_t kernel, std::int64_t stride, std::int64_t padding,
               bool with_bias)
    : stride_(stride), padding_(padding) {
    weight = register_parameter("weight", torch::empty({out, in, kernel, kernel}));
    if (with_bias) bias = register_parameter("bias", torch::empty({out}));
}

void Conv2d::each_shadow(const Each& each) {
    each(weight, weight_shadow_);
    if (bias.defined()) each(bias, bias_shadow_);
}

at::Tensor Conv2d::forward(const at::Tensor& x, const ComputeMode& mode) {
    const at::Tensor w = weight_shadow_.of(weight), b = bias_shadow_.of(bias);
    if (keeps_weight_alone(x, weight, bias, mode)) return conv2d_frozen(x, w, b, stride_, padding_);
    // As when a gradient flows: a recomputed segment gives the same bits.
    if (mode.light && frozen(weight, bias) && !records(x)) return frozen_product(x, w, b, stride_, padding_);
    return at::conv2d(x, w, b, stride_, padding_);
}

at::Tensor Conv2d::forward_normed(GroupNorm& norm, const at::Tensor& x, const ComputeMode& mode) {
    if (!mode.light || !at::GradMode::is_enabled() || !weight.requires_grad())
        return forward(norm.forward_silu(x, mode), mode);
    return group_norm_silu_conv2d(x, norm.weight, norm.bias, norm.groups(), norm.epsilon(), weight_shadow_.of(weight),
                                  bias_shadow_.of(bias), stride_, padding_);
}

at::Tensor Conv2d::forward_rows(const at::Tensor& x, const ComputeMode& mode) {
    return nn::linear(x, weight_shadow_.of(weight).flatten(1), bias_shadow_.of(bias), mode);
}

Linear::Linear(std::int64_t in, std::int64_t out, bool with_bias) {
    weight = register_parameter("weight", torch::empty({out, in}));
    if (with_bias) bias = register_parameter("bias", torch::empty({out}));
}

at::Tensor Linear::forward(const at::Tensor& x, const ComputeMode& mode) { return nn::linear(x, weight, bias, mode); }

GroupNorm::GroupNorm(std::int64_t groups, std::int64_t channels, double epsilon) : groups_(groups), epsilon_(epsilon) {
    weight = register_parameter("weight", torch::empty({channels}));
    bias = register_parameter("bias", torch::empty({channels}));
}

at::Tensor GroupNorm::forward(const at::Tensor& x) {
    if (kernels::DeviceKernels* own = norm_kernels(x))
        return group_norm_on_device(*own, x, weight, bias, groups_, epsilon_);
    return at::group_norm(x, groups_, weight, bias, epsilon_);
}

at::Tensor GroupNorm::forward_silu(const at::Tensor& x, const ComputeMode& mode) {
    if (mode.light || !at::GradMode::is_enabled()) return group_norm_silu(x, weight, bias, groups_, epsilon_);
    return at::silu(forward(x));
}

LayerNorm::LayerNorm(std::int64_t width) {
    weight = register_parameter("weight", torch::empty({width}));
    bias = register_parameter("bias", torch::empty({width}));
}

at::Tensor LayerNorm::forward(const at::Tensor& x) { return at::layer_norm(x, weight.sizes(), weight, bias, 1e-5); }

Norm2d::Norm2d(std::int64_t channels, NormKind kind) {
    weight = register_parameter("weight", torch::empty({channels}));
    bias = register_parameter("bias", torch::empty({channels}));
    if (kind != NormKind::Batch) return;
    mean = register_buffer("running_mean", torch::zeros({channels}));
    variance = register_buffer("running_var", torch::ones({channels}));
    batches = register_buffer("num_batches_tracked", torch::zeros({}, torch::kLong));
}

/// Counts a batch in training. Returns the momentum of the running statistics: 0 computes with the batch's own and leaves the
/// running ones as they are.
double Norm2d::count_batch() {
    if (is_recomputing()) return 0;
    if (is_training() && !NormRecording::current()) batches.add_(1);
    return kNormMomentum;
}

std::optional<DeviceNorm> Norm2d::compute_by_own(const at::Tensor& x, double slope) {
    kernels::DeviceKernels* own = norm_kernels(x);
    if (!own && !has_host_norms(x, weight, bias)) return std::nullopt;
    const double momentum = count_batch();
    const NormTarget to = norm_target(own ? NormKernel::Own : library_kernel(x), mean, variance, momentum);
    const bool follows = to.momentum > 0 && to.mean.defined();
    return batch_norm_leaky(own, x, weight, bias,
                            follows ? std::array{to.mean, to.variance} : std::array<at::Tensor, 2>{}, to.momentum, 1e-5,
                            slope);
}

at::Tensor Norm2d::compute(const at::Tensor& x, const ComputeMode& mode, std::optional<double> slope) {
    const bool batch = mean.defined();
    if (batch && !is_training() && keeps_weight_alone(x, weight, bias, mode) && slope.value_or(0) == 0) {
        return batch_norm_frozen(x, weight, bias, mean, variance, 1e-5, slope.has_value());
    }
    if (batch && is_training() && !sync) {
        if (auto out = compute_by_own(x, slope.value_or(1))) return out->out;
    }
    at::Tensor out;
    if (batch && sync && is_training()) {
        out = normalise(x).out;
    } else if (batch) {
        const double momentum = count_batch();
        const NormTarget to = is_training() ? norm_target(library_kernel(x), mean, variance, momentum)
                                            : NormTarget{mean, variance, momentum};
        out = at::batch_norm(x, weight, bias, to.mean, to.variance, is_training(), to.momentum, 1e-5,
                             /*cudnn_enabled=*/true);
    } else {
        out = at::instance_norm(x, weight, bias, {}, {}, /*use_input_stats=*/true, 0.0, 1e-5, /*cudnn_enabled=*/true);
    }
    if (!slope) return out;
    return *slope > 0 ? at::leaky_relu_(out, *slope) : at::relu_(out);
}

at::Tensor Norm2d::forward(const at::Tensor& x, const ComputeMode& mode) { return compute(x, mode, std::nullopt); }
at::Tensor Norm2d::forward_relu(const at::Tensor& x, const ComputeMode& mode) { return compute(x, mode, 0.0); }
at::Tensor Norm2d::forward_leaky(const at::Tensor& x, double slope, const ComputeMode& mode) {
    return compute(x, mode, slope);
}

bool Norm2d::can_be_cheap(const at::Tensor& x) const { return mean.defined() && is_training() && x.requires_grad(); }

at::Tensor Norm2d::forward_cheap(const at::Tensor& x, double slope, CheapActivation& cheap) {
    if (!sync) {
        if (const auto made = compute_by_own(x, slope)) {
            // Copies: an optimiser may step before the backward pass is over.
            const NormWork work{weight.detach().clone(), bias.detach().clone(), 0, kernels::Activation::Leaky, slope};
            return cheap.forward(made->out, [on = norm_kernels(x), in = x.detach(), work, mean = made->mean,
                                             deviation = made->deviation] {
                return on ? norm_again(*on, in, work, mean, deviation) : host_norm_again(in, work, mean, deviation);
            });
        }
    }
    const Normalised made = normalise(x);
    return cheap.forward(x, weight, bias, made.out, made.mean, made.deviation, slope);
}

Normalised Norm2d::normalise(const at::Tensor& x) {
    const double momentum = count_batch();
    const NormTarget to = norm_target(library_kernel(x), mean, variance, momentum, sync != nullptr);
    if (!sync) {
        auto [out, batch_mean, deviation] =
            at::native_batch_norm(x, weight, bias, to.mean, to.variance, /*training=*/true, to.momentum, 1e-5);
        return {out, batch_mean, deviation, {}};
    }
    Normalised made = normalise_together(x, weight, bias, *sync);
    if (momentum == 0) return made;
    const at::NoGradGuard no_grad;
    to.mean.lerp_(made.mean, to.momentum);
    to.variance.lerp_(made.unbiased_variance, to.momentum);
    return made;
}

Embedding::Embedding(std::int64_t count, std::int64_t width) {
    weight = register_parameter("weight", torch::empty({count, width}));
}

at::Tensor Embedding::forward(const at::Tensor& indices) { return at::embedding(weight, indices); }

at::Tensor attend(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, std::int64_t heads, bool causal) {
    const auto by_head = [heads](const at::Tensor& x) {
        return x.unflatten(-1, {heads, x.size(-1) / heads}).transpose(1, 2);
    };
    const at::Tensor out = at::scaled_dot_product_attention(by_head(q), by_head(k), by_head(v), {}, 0.0, causal);
    return out.transpose(1, 2).flatten(2);
}

}  // namespace headroom::nn
