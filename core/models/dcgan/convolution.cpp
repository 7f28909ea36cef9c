// Weights, spectral norm and forward pass.
#include "core/models/dcgan/convolution.h"

#include "core/memory/checkpointing/segment.h"

namespace headroom {
namespace {

/// The 4x4 filter (in, out, 4, 4) whose transposed convolution of stride 2 is that of `w` (out, in, 3, 3), or per channel (in, 1, 3, 3), on the
/// picture with each pixel repeated 2 x 2: every tap of `w` reaches each pixel from two places a side. So the enlarged picture is never made.
at::Tensor spread_filter(const at::Tensor& w, bool depthwise) {
    const at::Tensor turned = (depthwise ? w : w.transpose(0, 1)).flip({2, 3});
    return at::avg_pool2d(turned, {2, 2}, {1, 1}, {1, 1}, false, true, /*divisor_override=*/1);
}

}  // namespace

ConvLayer::ConvLayer(const ConvGeometry& g) : geometry_(g) {
    if (g.depthwise) {
        weight_ = register_parameter("depthwise", torch::empty({g.in, 1, g.side(), g.side()}));
        pointwise_ = register_parameter("pointwise", torch::empty({g.out, g.in, 1, 1}));
    } else {
        weight_ =
            register_parameter("weight", g.transposed && !g.resized ? torch::empty({g.in, g.out, 4, 4})
                                                                    : torch::empty({g.out, g.in, g.side(), g.side()}));
    }
    if (g.spectral_norm) u_ = register_buffer("weight_u", torch::ones({g.depthwise ? g.out : weight_.size(0)}));
}

void ConvLayer::each_shadow(const Each& each) {
    each(weight_, weight_shadow_);
    if (pointwise_.defined()) each(pointwise_, pointwise_shadow_);
}

at::Tensor ConvLayer::last_factor() {
    return (geometry_.depthwise ? pointwise_shadow_ : weight_shadow_).of(last_weight());
}

at::Tensor ConvLayer::iterate(bool move) {
    at::NoGradGuard no_grad;
    const at::Tensor m = last_factor().detach().flatten(1);
    const at::Tensor v = at::linalg_vector_norm(at::mv(m.t(), u_)).clamp_min(1e-12).reciprocal().mul(at::mv(m.t(), u_));
    if (move) {
        const at::Tensor next = at::mv(m, v);
        u_.copy_(next / at::linalg_vector_norm(next).clamp_min(1e-12));
    }
    return v;
}

void ConvLayer::pass_over(std::int64_t passes) {
    if (!geometry_.spectral_norm) return;
    for (std::int64_t i = 0; i < passes; ++i) (void)iterate(true);
}

at::Tensor ConvLayer::normalised_weight() {
    if (!geometry_.spectral_norm) return last_factor();
    // One power iteration per training forward (Miyato et al., "Spectral Normalization for GANs", 2018), in fp32.
    const at::Tensor v = iterate(is_training() && !is_recomputing());
    // u is cloned because the next forward changes it in place while this graph still needs it.
    const at::Tensor sigma = at::dot(u_.clone(), at::mv(last_factor().flatten(1), v));
    return last_weight() / sigma;
}

at::Tensor ConvLayer::moving_filter() {
    if (!geometry_.resized) return geometry_.depthwise ? weight_shadow_.of(weight_) : normalised_weight();
    return spread_filter(weight_shadow_.of(weight_), geometry_.depthwise);
}

at::Tensor ConvLayer::forward(const at::Tensor& x) {
    const ConvGeometry& g = geometry_;
    if (g.depthwise) {
        const at::Tensor w = moving_filter();
        const at::Tensor filtered = g.transposed ? at::conv_transpose2d(x, w, {}, g.stride, g.padding, 0, g.in)
                                                 : at::conv2d(x, w, {}, g.stride, g.padding, 1, g.in);
        return at::conv2d(filtered, normalised_weight());
    }
    return g.transposed ? at::conv_transpose2d(x, moving_filter(), {}, g.stride, g.padding)
                        : at::conv2d(x, moving_filter(), {}, g.stride, g.padding);
}

}  // namespace headroom
