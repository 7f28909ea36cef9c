// PatchGAN discriminator of a VQGAN and the weight of its loss.
// Source: Isola et al., "Image-to-Image Translation with Conditional Adversarial Networks", 2017; Esser et al. 2021, equation 7.
#pragma once

#include "core/api/train_config.h"
#include "core/models/nn/layers.h"

#include <memory>
#include <vector>

namespace headroom {

/// 4x4 convolutions with LeakyReLU 0.2 and batch norm, named by position in `main` as taming's NLayerDiscriminator.
/// Make it with std::make_shared. One thread at a time.
class PatchDiscriminator : public torch::nn::Module {
public:
    /// `filters` of the first layer, doubled per layer up to eight times that; `layers` between the first and the last one. Other norms
    /// than batch norm have no weights; the convolutions before them keep their biases. Names stay the same.
    explicit PatchDiscriminator(std::int64_t channels = 3, std::int64_t filters = 64, std::int64_t layers = 3,
                                NormKind norm = NormKind::Batch);
    /// Convolutions N(0, 0.02), norm weights N(1, 0.02), norm biases 0, other biases as PyTorch's.
    void initialise(std::uint64_t seed);
    /// Pictures (N, channels, H, W) in [-1, 1] -> a logit per patch (N, 1, h, w).
    at::Tensor forward(const at::Tensor& pictures);

private:
    NormKind norm_;
    std::vector<std::shared_ptr<nn::Conv2d>> convs_;
    std::vector<std::shared_ptr<nn::Norm2d>>
        norms_;  ///< of all but the first and the last convolution; null there, and without batch norm
};

/// clamp(|reconstruction| / (|adversarial| + 1e-4), 0, most), of the two losses' gradients at the decoder's last weight.
at::Tensor gradient_ratio(const at::Tensor& reconstruction, const at::Tensor& adversarial, double most = 1e4);

/// factor * gradient_ratio of the losses as a constant. Two backward passes down to the decoder's last weight alone; the graph is kept.
at::Tensor adaptive_weight(const at::Tensor& reconstruction_loss, const at::Tensor& adversarial_loss,
                           const at::Tensor& last_weight, double factor);

}  // namespace headroom
