// Quantising: the nearest code of each latent cell, straight-through gradients, and the two quantisers of taming.
// Source: van den Oord et al., "Neural Discrete Representation Learning", 2017; Jang et al., "Categorical Reparameterization with
// Gumbel-Softmax", 2016.
#pragma once

#include "core/models/nn/layers.h"

#include <memory>

namespace headroom::vqgan {

/// The first nearest row of `codebook` (K, D) for each cell of `latents` (N, D, h, w): int64 (N, h, w). In float32 or better
/// whatever autocast says, without a gradient, and in pieces: never the whole (cells x K) table of distances.
at::Tensor nearest_codes(const at::Tensor& latents, const at::Tensor& codebook);

/// Rows of `codebook` (K, D) at `indices` (N, h, w): (N, D, h, w). The codebook's gradient flows when it needs one.
at::Tensor code_rows(const at::Tensor& indices, const at::Tensor& codebook);

/// `quantised` exactly, with its gradient handed to `latents` unchanged.
at::Tensor straight_through(const at::Tensor& quantised, const at::Tensor& latents);

/// What draws latents and codes together. `beta` weighs the latents' part (commitment), 1 the codes'. `legacy`: the original's
/// slip, in which beta weighs the codes' part: for fine-tuning weights that were trained with it.
at::Tensor codebook_loss(const at::Tensor& latents, const at::Tensor& quantised, double beta = 0.25,
                         bool legacy = false);

/// What both quantisers do. Named `quantize` in a state dict.
class Quantizer : public torch::nn::Module {
public:
    /// (K, D).
    virtual const at::Tensor& codebook() const = 0;
    /// Codes of encoder outputs (N, D, h, w): int64 (N, h, w), without a gradient.
    virtual at::Tensor choose(const at::Tensor& encoded) = 0;
    /// Lets go of what only choose() needs.
    virtual void drop_choice() {}
};

/// `embedding.weight`: the nearest code.
class VectorQuantizer : public Quantizer {
public:
    VectorQuantizer(std::int64_t codes, std::int64_t width);
    const at::Tensor& codebook() const override { return embedding_->weight; }
    at::Tensor choose(const at::Tensor& encoded) override { return nearest_codes(encoded, codebook()); }

private:
    std::shared_ptr<nn::Embedding> embedding_;
};

/// `proj` (1x1 to K logits) and `embed.weight`: the code of the largest logit.
class GumbelQuantizer : public Quantizer {
public:
    GumbelQuantizer(std::int64_t in, std::int64_t codes, std::int64_t width);
    const at::Tensor& codebook() const override { return embed_->weight; }
    at::Tensor choose(const at::Tensor& encoded) override;
    void drop_choice() override;

    struct Drawn {
        at::Tensor quantised;   ///< (N, D, h, w): one code per cell, the gradient of the softmax
        at::Tensor indices;     ///< (N, h, w)
        at::Tensor divergence;  ///< from equal use of all codes, mean over cells of nats, not yet weighed
    };
    /// Codes drawn by their probability, as in training. `noise` (N, K, h, w): standard Gumbel numbers.
    Drawn draw(const at::Tensor& encoded, const at::Tensor& noise, double temperature);

private:
    std::shared_ptr<nn::Conv2d> proj_;
    std::shared_ptr<nn::Embedding> embed_;
};

}  // namespace headroom::vqgan
