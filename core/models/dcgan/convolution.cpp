// Weights, spectral norm and forward pass.
#include "core/models/dcgan/convolution.h"

#include "core/memory/checkpointing/segment.h"

namespace headroom {

ConvLayer::ConvLayer(const ConvGeometry& g) : geometry_(g) {
    if (g.depthwise) {
        weight_ = register_parameter("depthwise", torch::empty({g.in, 1, 4, 4}));
        pointwise_ = register_parameter("pointwise", torch::empty({g.out, g.in, 1, 1}));
    } else {
        weight_ = register_parameter("weight", g.transposed ? torch::empty({g.in, g.out, 4, 4})
                                                            : torch::empty({g.out, g.in, 4, 4}));
    }
    if (g.spectral_norm) u_ = register_buffer("weight_u", torch::ones({g.depthwise ? g.out : weight_.size(0)}));
}

at::Tensor ConvLayer::iterate(const at::Tensor& weight, bool move) {
    at::NoGradGuard no_grad;
    const at::Tensor m = weight.detach().flatten(1);
    const at::Tensor v = at::linalg_vector_norm(at::mv(m.t(), u_)).clamp_min(1e-12).reciprocal().mul(at::mv(m.t(), u_));
    if (move) {
        const at::Tensor next = at::mv(m, v);
        u_.copy_(next / at::linalg_vector_norm(next).clamp_min(1e-12));
    }
    return v;
}

void ConvLayer::pass_over(std::int64_t passes) {
    if (!geometry_.spectral_norm) return;
    for (std::int64_t i = 0; i < passes; ++i) (void)iterate(geometry_.depthwise ? pointwise_ : weight_, true);
}

at::Tensor ConvLayer::normalised_weight() {
    at::Tensor& w = geometry_.depthwise ? pointwise_ : weight_;
    if (!geometry_.spectral_norm) return w;
    // One power iteration per training forward (Miyato et al., "Spectral Normalization for GANs", 2018), in fp32.
    const at::Tensor v = iterate(w, is_training() && !is_recomputing());
    // u is cloned because the next forward changes it in place while this graph still needs it.
    const at::Tensor sigma = at::dot(u_.clone(), at::mv(w.flatten(1), v));
    return w / sigma;
}

at::Tensor ConvLayer::forward(const at::Tensor& x) {
    const ConvGeometry& g = geometry_;
    if (g.depthwise) {
        const at::Tensor filtered = g.transposed ? at::conv_transpose2d(x, weight_, {}, g.stride, g.padding, 0, g.in)
                                                 : at::conv2d(x, weight_, {}, g.stride, g.padding, 1, g.in);
        return at::conv2d(filtered, normalised_weight());
    }
    return g.transposed ? at::conv_transpose2d(x, normalised_weight(), {}, g.stride, g.padding)
                        : at::conv2d(x, normalised_weight(), {}, g.stride, g.padding);
}

}  // namespace headroom
