// A whole VQGAN: encoder, quantiser, decoder, with the state-dict names of taming-transformers.
#pragma once

#include "core/models/nn/init.h"
#include "core/models/vqgan/decoder.h"
#include "core/models/vqgan/encoder.h"
#include "core/models/vqgan/quantizer.h"

#include <memory>

namespace headroom {

/// Make it with std::make_shared. Its weights count as Role::Weights, the codebook as Role::Codebook. Without values until they
/// are loaded or initialise() is called. One thread at a time.
class Vqgan : public torch::nn::Module {
public:
    explicit Vqgan(const VqganConfig& config);
    /// Values as taming starts with: layers as PyTorch's, codes U(-1/K, 1/K) (Gumbel: N(0, 1)).
    void initialise(std::uint64_t seed);

    /// Pictures (N, 3, H, W) in [-1, 1] -> latents (N, D, H / f, W / f), not quantised. Throws c10::Error when the encoder was
    /// dropped or a side is no multiple of f.
    at::Tensor encode(const at::Tensor& pictures);
    /// The two steps of encode(): the encoder's output (N, z_channels, H / f, W / f), and the latents of it.
    at::Tensor encoder_output(const at::Tensor& pictures);
    at::Tensor latents_of(const at::Tensor& encoder_output);
    /// What the decoder gets for quantised latents (N, D, h, w): (N, z_channels, h, w).
    at::Tensor decoder_input(const at::Tensor& quantised);
    /// Quantised latents (N, D, h, w) -> pictures (N, 3, f h, f w), about [-1, 1], not clamped.
    at::Tensor decode(const at::Tensor& quantised);
    /// The value of each latent's code with the gradient handed through: what synthesis decodes.
    at::Tensor quantise(const at::Tensor& latents) const;

    vqgan::Quantizer& quantizer() { return *quantizer_; }
    const at::Tensor& codebook() const { return quantizer_->codebook(); }
    const at::Tensor& last_weight() const { return decoder_->last_weight(); }
    const VqganConfig& config() const { return config_; }

    /// Acts on the passes that follow: segments of encoder and decoder alike.
    void set_mode(const nn::ComputeMode& mode) { mode_ = mode; }
    const nn::ComputeMode& mode() const { return mode_; }
    /// The segments (ComputeMode::again) that make a decode's peak smaller: all but full resolution. That one's backward pass
    /// comes first, so that computing it again only costs time, unless something else runs between the passes.
    std::uint64_t worthwhile_segments() const { return (std::uint64_t{1} << config_.levels()) - 1; }
    /// Lets go of the encoder and of what only its output goes through: synthesis from codes never reads them, and files of a decoder
    /// alone do not have them.
    void drop_encoder();
    bool has_encoder() const { return encoder_ != nullptr; }

private:
    VqganConfig config_;
    nn::ComputeMode mode_;
    std::shared_ptr<vqgan::Encoder> encoder_;
    std::shared_ptr<vqgan::Decoder> decoder_;
    std::shared_ptr<vqgan::Quantizer> quantizer_;
    std::shared_ptr<nn::Conv2d> quant_conv_, post_quant_conv_;
};

}  // namespace headroom
