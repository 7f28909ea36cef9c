// The transformer that both sides of a CLIP share. Tensors are (N, L, width).
#pragma once

#include "core/api/clip_config.h"
#include "core/models/nn/init.h"
#include "core/models/nn/layers.h"
#include "core/models/nn/network.h"

#include <memory>
#include <vector>

namespace headroom::clip {

/// `in_proj_weight` (3 W, W) and `in_proj_bias` for queries, keys and values in that order, `out_proj`.
class SelfAttention : public torch::nn::Module {
public:
    SelfAttention(std::int64_t width, std::int64_t heads);
    at::Tensor forward(const at::Tensor& x, bool causal, const nn::ComputeMode& mode);
    /// As PyTorch's MultiheadAttention: weights of the input U(-b, b) with b = sqrt(6 / (4 W)), biases 0.
    void initialise(nn::Initialiser& init);

    at::Tensor in_weight, in_bias;
    std::shared_ptr<nn::Linear> out;

private:
    std::int64_t heads_;
};

/// x + attn(ln_1(x)), then x + mlp(ln_2(x)): `ln_1`, `attn`, `ln_2`, `mlp.c_fc`, `mlp.c_proj`.
class ResidualBlock : public nn::Block {
public:
    ResidualBlock(std::int64_t width, std::int64_t heads, std::int64_t hidden, ClipActivation activation);
    at::Tensor forward(const at::Tensor& x, bool causal, const nn::ComputeMode& mode);

    std::shared_ptr<SelfAttention> attention;
    std::shared_ptr<nn::Linear> widen, narrow;

private:
    at::Tensor activate(at::Tensor x, const nn::ComputeMode& mode) const;
    ClipActivation activation_;
    std::shared_ptr<nn::LayerNorm> ln_1_, ln_2_;
};

/// `resblocks.i`.
class Transformer : public torch::nn::Module {
public:
    Transformer(std::int64_t width, std::int64_t layers, std::int64_t heads, std::int64_t hidden,
                ClipActivation activation);
    /// `causal`: a token attends to none after it. One segment per block.
    at::Tensor forward(const at::Tensor& x, bool causal, const nn::ComputeMode& mode);
    const std::vector<std::shared_ptr<ResidualBlock>>& blocks() const { return blocks_; }

private:
    std::vector<std::shared_ptr<ResidualBlock>> blocks_;
    nn::Segments segments_;
};

}  // namespace headroom::clip
