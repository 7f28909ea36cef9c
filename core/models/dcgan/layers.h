// Layers of a DCGAN with PyTorch's parameter names. Plain modules: no Sequential, whose templates cost compile time.
#pragma once

#include "core/api/train_config.h"
#include "core/memory/checkpointing/cheap_activation.h"
#include "core/memory/libtorch.h"

#include <cstdint>
#include <string>

namespace headroom {

/// How a 4x4 convolution moves between resolutions.
struct ConvGeometry {
    std::int64_t in = 0, out = 0;
    bool transposed = false;
    std::int64_t stride = 2, padding = 1;
    bool depthwise = false;        ///< 4x4 per channel, then 1x1 across channels
    bool spectral_norm = false;
};

/// 4x4 convolution without bias. Standard: `weight`, (out, in, 4, 4), transposed (in, out, 4, 4).
/// Depthwise: `depthwise` (in, 1, 4, 4) and `pointwise` (out, in, 1, 1). Spectral norm adds the buffer `weight_u`.
class ConvLayer : public torch::nn::Module {
public:
    explicit ConvLayer(const ConvGeometry& geometry);
    at::Tensor forward(const at::Tensor& x);

private:
    at::Tensor normalised_weight();
    ConvGeometry geometry_;
    at::Tensor weight_, pointwise_, u_;
};

/// Batch or instance normalisation over channels: `weight`, `bias`, and for batch the running statistics.
/// eps 1e-5, momentum 0.1. Leaves the statistics alone within a RecomputeScope.
class NormLayer : public torch::nn::Module {
public:
    NormLayer(NormKind kind, std::int64_t channels);
    at::Tensor forward(const at::Tensor& x);
    /// Whether forward_cheap() can do what forward() and the activation do: a batch's statistics on the CPU.
    bool can_be_cheap(const at::Tensor& x) const;
    /// forward() and the activation, with an output that need not be kept.
    at::Tensor forward_cheap(const at::Tensor& x, double slope, CheapActivation& cheap);

private:
    NormKind kind_;
    at::Tensor weight_, bias_, mean_, variance_, batches_;
};

}  // namespace headroom
