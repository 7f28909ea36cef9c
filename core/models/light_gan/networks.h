// Generator and discriminator of a Light GAN, with the state-dict names of lightweight-gan 1.2.1 (`G.` and `D.` left off). They compute on pictures
// in 0 to 1, as the package's do. One thread at a time.
#pragma once

#include "core/families/light_gan/light_gan_shape.h"
#include "core/models/light_gan/layers.h"
#include "core/models/nn/latent_generator.h"

#include <functional>
#include <memory>
#include <vector>

namespace headroom::light_gan {

/// Standard normal numbers (N, 1, side, side) for the layer whose output has that side.
using NoiseSource = std::function<at::Tensor(std::int64_t side)>;

/// z (N, latent, 1, 1) -> pictures (N, channels, size, size), about 0 to 1.
class Generator : public torch::nn::Module, public nn::LatentGenerator {
public:
    explicit Generator(const LightGanShape& shape);
    /// `noise` empty: without, which is its mean. It must live until the backward pass: a recomputed stage asks again.
    at::Tensor forward(const at::Tensor& z, const NoiseSource& noise = {});
    /// Initial values as the package's, from (seed, stream).
    void initialise(std::uint64_t seed);
    void set_mode(const nn::ComputeMode& mode) { mode_ = mode; }
    const LightGanShape& shape() const { return shape_; }

    torch::nn::Module& module() override { return *this; }
    at::Tensor draw(const at::Tensor& z) override;
    std::shared_ptr<nn::LatentGenerator> copy_on_cpu() override;

private:
    struct Stage {
        LightGanStage shape;
        std::shared_ptr<Attention> attention;
        std::shared_ptr<PixelUpsample> up;
        std::shared_ptr<nn::Conv2d> conv;
        std::shared_ptr<PixelNoise> noise;
        std::shared_ptr<nn::Norm2d> norm;
        std::shared_ptr<GlobalContext> gate;
        LabelId label = 0;
    };
    at::Tensor run(const Stage& stage, const at::Tensor& x, const NoiseSource& noise);

    LightGanShape shape_;
    nn::ComputeMode mode_;
    nn::Segments segments_;
    std::shared_ptr<Opening> opening_;
    std::shared_ptr<nn::Norm2d> opening_norm_;
    std::vector<Stage> stages_;
    std::shared_ptr<nn::Conv2d> out_;
};

/// What D says of pictures (N, C, H, W) in 0 to 1.
struct Judgement {
    at::Tensor whole;     ///< (N, 1), or (N, 25) of a grid; low is real
    at::Tensor small;     ///< (N, 1) of the picture at 32 px
    at::Tensor decoders;  ///< mean square of what its decoders get wrong, 0-dim; undefined unless asked for
};

class Discriminator : public torch::nn::Module {
public:
    explicit Discriminator(const LightGanShape& shape);
    /// `quarters`: int64 (N), which quarter of each picture the second decoder rebuilds; needed with `decode` from 512 px on.
    Judgement forward(const at::Tensor& pictures, bool decode, const at::Tensor& quarters = {});
    void initialise(std::uint64_t seed);
    void set_mode(const nn::ComputeMode& mode) { mode_ = mode; }
    const nn::ComputeMode& mode() const { return mode_; }

private:
    at::Tensor judge_small(const at::Tensor& pictures);
    at::Tensor rebuild(const at::Tensor& pictures, const at::Tensor& coarse, const at::Tensor& fine,
                       const at::Tensor& quarters);

    LightGanShape shape_;
    nn::ComputeMode mode_;
    nn::Segments segments_;
    std::vector<std::shared_ptr<nn::Conv2d>> entry_;
    std::vector<std::shared_ptr<Halving>> halvings_;
    std::vector<std::shared_ptr<Attention>> attention_;  ///< of each halving; null: none
    std::shared_ptr<nn::Conv2d> logit_conv_, logit_;
    std::shared_ptr<nn::Conv2d> small_conv_, small_logit_;
    std::shared_ptr<Attention> small_first_, small_second_;  ///< null: it does not attend
    std::shared_ptr<Halving> small_halving_;
    std::shared_ptr<Decoder> coarse_decoder_, fine_decoder_;
};

}  // namespace headroom::light_gan
