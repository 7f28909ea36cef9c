// Forward passes of the layers.
#include "core/models/dcgan/layers.h"

#include "core/memory/checkpointing/segment.h"

namespace headroom {

ConvLayer::ConvLayer(const ConvGeometry& g) : geometry_(g) {
    if (g.depthwise) {
        weight_ = register_parameter("depthwise", torch::empty({g.in, 1, 4, 4}));
        pointwise_ = register_parameter("pointwise", torch::empty({g.out, g.in, 1, 1}));
    } else {
        weight_ = register_parameter("weight", g.transposed ? torch::empty({g.in, g.out, 4, 4}) : torch::empty({g.out, g.in, 4, 4}));
    }
    if (g.spectral_norm) u_ = register_buffer("weight_u", torch::ones({g.depthwise ? g.out : weight_.size(0)}));
}

at::Tensor ConvLayer::normalised_weight() {
    at::Tensor& w = geometry_.depthwise ? pointwise_ : weight_;
    if (!geometry_.spectral_norm) return w;
    // One power iteration per training forward (Miyato et al., "Spectral Normalization for GANs", 2018), in fp32.
    at::Tensor v;
    {
        at::NoGradGuard no_grad;
        const at::Tensor m = w.detach().flatten(1);
        v = at::linalg_vector_norm(at::mv(m.t(), u_)).clamp_min(1e-12).reciprocal().mul(at::mv(m.t(), u_));
        if (is_training() && !is_recomputing()) {
            const at::Tensor next = at::mv(m, v);
            u_.copy_(next / at::linalg_vector_norm(next).clamp_min(1e-12));
        }
    }
    // u is cloned because the next forward changes it in place while this graph still needs it.
    const at::Tensor sigma = at::dot(u_.clone(), at::mv(w.flatten(1), v));
    return w / sigma;
}

at::Tensor ConvLayer::forward(const at::Tensor& x) {
    const ConvGeometry& g = geometry_;
    if (g.depthwise) {
        const at::Tensor filtered = g.transposed
            ? at::conv_transpose2d(x, weight_, {}, g.stride, g.padding, 0, g.in)
            : at::conv2d(x, weight_, {}, g.stride, g.padding, 1, g.in);
        return at::conv2d(filtered, normalised_weight());
    }
    return g.transposed ? at::conv_transpose2d(x, normalised_weight(), {}, g.stride, g.padding)
                        : at::conv2d(x, normalised_weight(), {}, g.stride, g.padding);
}

NormLayer::NormLayer(NormKind kind, std::int64_t channels) : kind_(kind) {
    weight_ = register_parameter("weight", torch::ones({channels}));
    bias_ = register_parameter("bias", torch::zeros({channels}));
    if (kind != NormKind::Batch) return;
    mean_ = register_buffer("running_mean", torch::zeros({channels}));
    variance_ = register_buffer("running_var", torch::ones({channels}));
    batches_ = register_buffer("num_batches_tracked", torch::zeros({}, torch::kLong));
}

at::Tensor NormLayer::forward(const at::Tensor& x) {
    if (kind_ == NormKind::Instance) {
        return at::instance_norm(x, weight_, bias_, {}, {}, /*use_input_stats=*/true, 0.0, 1e-5, /*cudnn_enabled=*/true);
    }
    const bool repeat = is_recomputing();
    if (is_training() && !repeat) batches_.add_(1);
    // Momentum 0 computes with the batch's statistics and leaves the running ones as they are.
    return at::batch_norm(x, weight_, bias_, mean_, variance_, is_training(), repeat ? 0.0 : 0.1, 1e-5, /*cudnn_enabled=*/true);
}

bool NormLayer::can_be_cheap(const at::Tensor& x) const { return kind_ == NormKind::Batch && is_training() && x.is_cpu() && x.requires_grad(); }

at::Tensor NormLayer::forward_cheap(const at::Tensor& x, double slope, CheapActivation& cheap) {
    const bool repeat = is_recomputing();
    if (!repeat) batches_.add_(1);
    return cheap.forward(x, weight_, bias_, mean_, variance_, slope, repeat ? 0.0 : 0.1);
}

}  // namespace headroom
