// Networks that enlarge pictures: RRDB, the kind of ESRGAN and Real-ESRGAN, and Headroom's own small one for the built-in shapes.
#pragma once

#include "core/io/weights/upscaler_names.h"
#include "core/models/nn/layers.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace headroom {

/// Without values until they are loaded. Never trained here. One thread at a time.
class Upscaler : public torch::nn::Module {
public:
    /// Pictures (N, 3, H, W) in [0, 1], sides multiples of unit() -> (N, 3, factor H, factor W), not clamped. `factor` is one of factors().
    virtual at::Tensor enlarge(const at::Tensor& pictures, std::int64_t factor) = 0;
    /// What it can multiply sides by, ascending.
    virtual std::vector<std::int64_t> factors() const = 0;
    /// Sides of pictures must be multiples of this.
    virtual std::int64_t unit() const { return 1; }
    /// How many pixels to each side a result depends on at most: the overlap at which tiles are exact.
    virtual std::int64_t reach() const = 0;
};

/// Residual in residual dense blocks, with BasicSR's tensor names: conv_first, body.N.rdb1..3.conv1..5, conv_body, conv_up1.., conv_hr, conv_last.
/// Source: Wang et al., "ESRGAN: Enhanced Super-Resolution Generative Adversarial Networks", 2018, and its code.
class RrdbUpscaler : public Upscaler {
public:
    explicit RrdbUpscaler(const RrdbShape& shape);
    at::Tensor enlarge(const at::Tensor& pictures, std::int64_t factor) override;
    std::vector<std::int64_t> factors() const override {
        return {(std::int64_t{1} << shape_.doublings) / shape_.unshuffle};
    }
    std::int64_t unit() const override { return shape_.unshuffle; }
    std::int64_t reach() const override;

private:
    struct DenseBlock : torch::nn::Module {
        DenseBlock(std::int64_t width, std::int64_t growth);
        /// x + 0.2 times what the five convolutions make of it.
        at::Tensor forward(const at::Tensor& x);
        std::vector<std::shared_ptr<nn::Conv2d>> convs;
    };
    struct Rrdb : torch::nn::Module {
        Rrdb(std::int64_t width, std::int64_t growth);
        at::Tensor forward(const at::Tensor& x);
        std::vector<std::shared_ptr<DenseBlock>> parts;
    };

    RrdbShape shape_;
    std::shared_ptr<nn::Conv2d> first_, after_, hr_, last_;
    std::vector<std::shared_ptr<Rrdb>> body_;
    std::vector<std::shared_ptr<nn::Conv2d>> ups_;
};

/// The built-in network of shapes (packaging/builtin/upscale_net.py): residual blocks at the picture's own size, then a head for 2x and one for
/// 4x, each added to the bicubic enlargement. conv_in, body.N.conv1, body.N.conv2, head2, head4.
class ShapesUpscaler : public Upscaler {
public:
    ShapesUpscaler(std::int64_t blocks, std::int64_t width);
    at::Tensor enlarge(const at::Tensor& pictures, std::int64_t factor) override;
    std::vector<std::int64_t> factors() const override { return {2, 4}; }
    std::int64_t reach() const override { return 2 * static_cast<std::int64_t>(body_.size()) + 2; }

private:
    struct ResidualBlock : torch::nn::Module {
        explicit ResidualBlock(std::int64_t width);
        at::Tensor forward(const at::Tensor& x);
        std::shared_ptr<nn::Conv2d> conv1, conv2;
    };

    std::shared_ptr<nn::Conv2d> in_, head2_, head4_;
    std::vector<std::shared_ptr<ResidualBlock>> body_;
};

}  // namespace headroom
