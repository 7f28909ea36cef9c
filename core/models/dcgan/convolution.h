// The convolution of a DCGAN, with PyTorch's parameter names: between resolutions, in one or two parts, with or without spectral norm.
#pragma once

#include "core/memory/libtorch.h"
#include "core/models/nn/shadow.h"

#include <cstdint>

namespace headroom {

class CheapActivation;

/// How a convolution moves between resolutions.
struct ConvGeometry {
    std::int64_t in = 0, out = 0;
    bool transposed = false;
    std::int64_t stride = 2, padding = 1;
    bool depthwise = false;  ///< 4x4 per channel, then 1x1 across channels
    bool spectral_norm = false;
    bool resized = false;  ///< of a transposed one of stride 2: pixels are repeated, then a 3x3 filter acts
    bool smooth =
        false;  ///< of a resized one: the picture is enlarged bilinearly, zeros around it, in place of repeating pixels

    std::int64_t side() const { return resized ? 3 : 4; }  ///< of its filters
};

/// 4x4 convolution without bias. Standard: `weight`, (out, in, 4, 4), transposed (in, out, 4, 4).
/// Resized: (out, in, 3, 3), as a convolution of the enlarged picture has it.
/// Depthwise: `depthwise` (in, 1, 4, 4), resized (in, 1, 3, 3), and `pointwise` (out, in, 1, 1). Spectral norm adds the buffer `weight_u`.
class ConvLayer : public torch::nn::Module, public nn::Shadowed {
public:
    explicit ConvLayer(const ConvGeometry& geometry);
    /// `made`: what gave `x`, to be told of the convolution that reads it; null: nothing.
    at::Tensor forward(const at::Tensor& x, CheapActivation* made = nullptr);
    /// Moves what `passes` forward passes in training would move beside outputs: spectral norm's vector.
    void pass_over(std::int64_t passes);
    void each_shadow(const Each& each) override;

private:
    /// The weight that spectral norm acts on.
    const at::Tensor& last_weight() const { return geometry_.depthwise ? pointwise_ : weight_; }
    /// As products of matrices get it.
    at::Tensor last_factor();
    /// One power iteration. Returns v; `move`: u follows.
    at::Tensor iterate(bool move);
    at::Tensor normalised_weight();
    /// The filter between resolutions as the convolution takes it.
    at::Tensor moving_filter();
    ConvGeometry geometry_;
    at::Tensor weight_, pointwise_, u_;
    nn::Shadow weight_shadow_, pointwise_shadow_;
};

}  // namespace headroom
