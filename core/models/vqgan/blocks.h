// The blocks that a VQGAN is made of, with taming's names. Tensors are (N, C, H, W).
// Source of structure and names: CompVis/taming-transformers, taming/modules/diffusionmodules/model.py.
#pragma once

#include "core/models/nn/layers.h"
#include "core/models/nn/network.h"

#include <memory>

namespace headroom::vqgan {

/// Group norm of 32 groups, eps 1e-6.
std::shared_ptr<nn::GroupNorm> make_norm(std::int64_t channels);

/// x + conv(silu(norm(conv(silu(norm(x)))))): `norm1`, `conv1`, `norm2`, `conv2`, and `nin_shortcut` (1x1) where channels change.
class ResnetBlock : public nn::Block {
public:
    ResnetBlock(std::int64_t in, std::int64_t out);
    at::Tensor forward(const at::Tensor& x, const nn::ComputeMode& mode);

private:
    std::shared_ptr<nn::GroupNorm> norm1_, norm2_;
    std::shared_ptr<nn::Conv2d> conv1_, conv2_, shortcut_;
};

/// One head of attention over all positions: `norm`, 1x1 convolutions `q`, `k`, `v`, `proj_out`.
class AttnBlock : public nn::Block {
public:
    explicit AttnBlock(std::int64_t channels);
    at::Tensor forward(const at::Tensor& x, const nn::ComputeMode& mode);

private:
    std::shared_ptr<nn::GroupNorm> norm_;
    std::shared_ptr<nn::Conv2d> q_, k_, v_, out_;
};

/// Half the side: `conv`, 3x3 with stride 2 after a row and a column of zeros at the bottom and the right.
class Downsample : public nn::Block {
public:
    explicit Downsample(std::int64_t channels);
    at::Tensor forward(const at::Tensor& x, const nn::ComputeMode& mode);

private:
    std::shared_ptr<nn::Conv2d> conv_;
};

/// Twice the side, each pixel repeated, then `conv`, 3x3.
class Upsample : public nn::Block {
public:
    explicit Upsample(std::int64_t channels);
    at::Tensor forward(const at::Tensor& x, const nn::ComputeMode& mode);

private:
    std::shared_ptr<nn::Conv2d> conv_;
};

/// The blocks of one resolution: `block.i`, and after each `attn.i` where the level attends.
class Level : public torch::nn::Module {
public:
    Level(std::int64_t in, std::int64_t out, std::int64_t blocks, bool attends);
    at::Tensor forward(const at::Tensor& x, const nn::ComputeMode& mode);

private:
    std::vector<std::shared_ptr<ResnetBlock>> blocks_;
    std::vector<std::shared_ptr<AttnBlock>> attention_;
};

/// (N, C, h, w) -> (N, colours, 2 patch h, 2 patch w): `conv_in` to four places of each cell, `block.0`, `block.1`, `norm_out`,
/// `conv_out` into squares of `patch` pixels.
class Fine : public nn::Block {
public:
    Fine(std::int64_t in, std::int64_t width, std::int64_t colours, std::int64_t patch);
    /// `norm`: the decoder's last, which comes before the first convolution.
    at::Tensor forward(nn::GroupNorm& norm, const at::Tensor& x, const nn::ComputeMode& mode);

private:
    std::int64_t patch_;
    std::shared_ptr<nn::Conv2d> conv_in_, conv_out_;
    std::shared_ptr<ResnetBlock> first_, second_;
    std::shared_ptr<nn::GroupNorm> norm_out_;
};

/// The blocks at the lowest resolution: `block_1`, `attn_1`, `block_2`.
class Middle : public torch::nn::Module {
public:
    explicit Middle(std::int64_t channels);
    at::Tensor forward(const at::Tensor& x, const nn::ComputeMode& mode);

private:
    std::shared_ptr<ResnetBlock> first_, second_;
    std::shared_ptr<AttnBlock> attention_;
};

}  // namespace headroom::vqgan
