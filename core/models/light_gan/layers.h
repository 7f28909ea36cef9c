// Layers of a Light GAN under the state-dict names of lightweight-gan 1.2.1. Tensors are (N, C, H, W). One thread at a time.
// Sources: Liu et al., ICLR 2021 (skip-layer excitation, gated units, decoders); Cao et al., "Global Context Networks", 2020 (the gate); Shen et
// al., "Efficient Attention", 2021 (attention that is linear in the pixels).
#pragma once

#include "core/models/nn/layers.h"
#include "core/models/nn/network.h"

#include <cstdint>
#include <memory>
#include <string>

namespace headroom::light_gan {

/// Registers `module` at a dotted path within `root`, with what lies between where it is not there yet.
void place(torch::nn::Module& root, const std::string& path, std::shared_ptr<torch::nn::Module> module);
template <class Layer, class... Args>
std::shared_ptr<Layer> make_at(torch::nn::Module& root, const std::string& path, Args&&... args) {
    auto made = std::make_shared<Layer>(std::forward<Args>(args)...);
    place(root, path, made);
    return made;
}

/// 4x4 transposed convolution of one pixel, with a bias: (N, in, 1, 1) -> (N, out, 4, 4).
class Opening : public torch::nn::Module {
public:
    Opening(std::int64_t in, std::int64_t out);
    at::Tensor forward(const at::Tensor& x) const;
    at::Tensor weight, bias;
};

/// Twice the side: 1x1 convolution to four times the channels, SiLU, pixels laid out. `net.0`.
class PixelUpsample : public torch::nn::Module {
public:
    explicit PixelUpsample(std::int64_t channels);
    at::Tensor forward(const at::Tensor& x, const nn::ComputeMode& mode);
    std::shared_ptr<nn::Conv2d> conv;
};

/// x + weight * noise, one number per pixel: `weight` (1).
class PixelNoise : public torch::nn::Module {
public:
    PixelNoise();
    at::Tensor forward(const at::Tensor& x, const at::Tensor& noise) const;
    at::Tensor weight;
};

/// Skip-layer excitation by a global context: x (N, in, H, W) -> factors (N, out, 1, 1) in 0 to 1. `to_k`, `net.0`, `net.2`.
class GlobalContext : public torch::nn::Module {
public:
    GlobalContext(std::int64_t in, std::int64_t out);
    at::Tensor forward(const at::Tensor& x, const nn::ComputeMode& mode);

private:
    std::shared_ptr<nn::Conv2d> key_, squeeze_, excite_;
};

/// x + attention(norm(x)): `fn`, linear attention beside attention of each pixel to the 3x3 around it, and `norm`, over the channels of a pixel.
class Attention : public nn::Block {
public:
    explicit Attention(std::int64_t channels);
    at::Tensor forward(const at::Tensor& x, const nn::ComputeMode& mode);

private:
    at::Tensor normed(const at::Tensor& x) const;
    at::Tensor near_and_far(const at::Tensor& x, const nn::ComputeMode& mode);
    std::shared_ptr<nn::Conv2d> far_q_, far_kv_, near_q_, near_kv_, out_;
    at::Tensor around_;  ///< fn.to_lin_kv.net.0: 3x3 for each channel
    at::Tensor scale_, shift_;
};

/// Half the side by two branches that are added: `branches.0.1.1`, `branches.0.3` and `branches.1.2`.
class Halving : public nn::Block {
public:
    Halving(std::int64_t in, std::int64_t out);
    at::Tensor forward(const at::Tensor& x, const nn::ComputeMode& mode);

private:
    std::shared_ptr<nn::Conv2d> first_, second_, short_;
};

/// Sixteen times the side: what D's features still know of the picture. `layers.N.0.net.0`, `layers.N.1`.
class Decoder : public nn::Block {
public:
    Decoder(std::int64_t in, std::int64_t channels);
    at::Tensor forward(const at::Tensor& x, const nn::ComputeMode& mode);

private:
    std::vector<std::shared_ptr<PixelUpsample>> ups_;
    std::vector<std::shared_ptr<nn::Conv2d>> convs_;
};

inline constexpr double kSlope = 0.1;  ///< of LeakyReLU

}  // namespace headroom::light_gan
