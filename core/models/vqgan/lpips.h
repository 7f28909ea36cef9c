// Lpips: the perceptual distance of pictures that VQGANs are trained with: differences of VGG16's features, weighed by channel.
// Source: Zhang, Isola, Efros, Shechtman, Wang, "The Unreasonable Effectiveness of Deep Features as a Perceptual Metric", 2018;
// Simonyan, Zisserman, "Very Deep Convolutional Networks", 2015.
#pragma once

#include "core/base/result.h"
#include "core/models/nn/layers.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace headroom {

/// Frozen. Role::Weights. One thread at a time.
class Lpips : public torch::nn::Module {
public:
    Lpips();
    /// Mean distance of pictures (N, 3, H, W) in [-1, 1], sides of 16 and more: a 0-dim tensor with a gradient for `picture` alone.
    at::Tensor distance(const at::Tensor& target, const at::Tensor& picture);

    static constexpr std::size_t kConvolutions = 13, kStages = 5;
    /// Numbers of the convolutions in torchvision's list of layers, and the channels that each makes.
    static constexpr std::array<int, kConvolutions> kPlaces{0, 2, 5, 7, 10, 12, 14, 17, 19, 21, 24, 26, 28};
    static constexpr std::array<std::int64_t, kConvolutions> kWidths{64,  64,  128, 128, 256, 256, 256,
                                                                     512, 512, 512, 512, 512, 512};

    std::vector<std::shared_ptr<nn::Conv2d>> convolutions;
    std::vector<at::Tensor> weights;  ///< (1, C, 1, 1) of each stage

private:
    /// Features of one stage from those of the stage before.
    at::Tensor stage(std::size_t index, at::Tensor h);
    at::Tensor shift_, scale_;
};

/// Reads both parts by name from `files`, one path or two separated by |: VGG16's convolutions as torchvision or LPIPS name them, and
/// LPIPS's weights (lin0.model.1.weight), behind any prefix, as a VQGAN's training checkpoint holds them. Errors: NotFound; BadFile
/// naming the first tensor that is missing or of another shape.
Result<std::shared_ptr<Lpips>> load_lpips(const std::string& files);

}  // namespace headroom
