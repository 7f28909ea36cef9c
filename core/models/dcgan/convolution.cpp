// Weights, spectral norm and forward pass.
#include "core/models/dcgan/convolution.h"

#include "core/memory/checkpointing/cheap_activation.h"
#include "core/memory/checkpointing/segment.h"

namespace headroom {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// Sums of squares of 2 x 2 by `divisor`; `border`: of zeros around `x`.
at::Tensor squares(const at::Tensor& x, std::int64_t border, std::int64_t divisor) {
    return at::avg_pool2d(x, {2, 2}, {1, 1}, {border, border}, false, true, divisor);
}

/// The filter 1 3 3 1 by 1 3 3 1, a side of n to one of n - 1: three sums of neighbours. It is the same either way, so its gradient is such a filter
/// too, and no tensor is kept for it, which a convolution would do.
class Smoothed : public torch::autograd::Function<Smoothed> {
public:
    static at::Tensor forward(AutogradContext*, const at::Tensor& x) {
        at::Tensor out = squares(x, 1, 4);
        out = squares(out, 0, 2);
        return squares(out, 0, 2);
    }

    static variable_list backward(AutogradContext*, const variable_list& grads) {
        at::Tensor in = squares(grads[0], 1, 2);
        in = squares(in, 1, 2);
        return {squares(in, 0, 4)};
    }
};

/// `w` (out, in, 3, 3), or per channel (in, 1, 3, 3), as a transposed convolution takes it.
at::Tensor turned(const at::Tensor& w, bool depthwise) { return (depthwise ? w : w.transpose(0, 1)).flip({2, 3}); }

/// The 4x4 filter (in, out, 4, 4) whose transposed convolution of stride 2 is that of `w` (out, in, 3, 3), or per channel (in, 1, 3, 3), on the
/// picture with each pixel repeated 2 x 2: every tap of `w` reaches each pixel from two places a side. So the enlarged picture is never made.
at::Tensor spread_filter(const at::Tensor& w, bool depthwise) { return squares(turned(w, depthwise), 1, 1); }

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
    const at::Tensor w = weight_shadow_.of(weight_);
    return geometry_.smooth ? turned(w, geometry_.depthwise) : spread_filter(w, geometry_.depthwise);
}

at::Tensor ConvLayer::forward(const at::Tensor& x, CheapActivation* made) {
    const ConvGeometry& g = geometry_;
    const std::int64_t groups = g.depthwise ? g.in : 1;
    // Of a smooth layer the 3x3 filter acts between the pixels' new places first and the bilinear one after it: both are convolutions, so their order
    // is free, and this one takes a quarter of the products and keeps no enlarged picture (as in StyleGAN 2: Karras et al., 2020).
    const std::int64_t padding = g.smooth ? 0 : g.padding;
    at::Tensor moved = g.transposed ? at::conv_transpose2d(x, moving_filter(), {}, g.stride, padding, 0, groups)
                                    : at::conv2d(x, moving_filter(), {}, g.stride, padding, 1, groups);
    if (made && !g.depthwise) made->consumed_by(moved);
    if (g.smooth) moved = Smoothed::apply(moved);
    return g.depthwise ? at::conv2d(moved, normalised_weight()) : moved;
}

}  // namespace headroom
