// Blocks of attention and MLP.
#include "core/models/clip/transformer.h"

#include "core/models/nn/light_ops.h"

#include <cmath>

namespace headroom::clip {

SelfAttention::SelfAttention(std::int64_t width, std::int64_t heads) : heads_(heads) {
    in_weight = register_parameter("in_proj_weight", torch::empty({3 * width, width}));
    in_bias = register_parameter("in_proj_bias", torch::empty({3 * width}));
    out = register_module("out_proj", std::make_shared<nn::Linear>(width, width));
}

at::Tensor SelfAttention::forward(const at::Tensor& x, bool causal, const nn::ComputeMode& mode) {
    const std::vector<at::Tensor> parts = nn::linear(x, in_weight, in_bias, mode).chunk(3, -1);
    return out->forward(nn::attend(parts[0], parts[1], parts[2], heads_, causal), mode);
}

void SelfAttention::initialise(nn::Initialiser& init) {
    const at::NoGradGuard no_grad;
    init.uniform(in_weight, std::sqrt(1.5 / static_cast<double>(in_weight.size(1))));
    in_bias.fill_(0);
    out->bias.fill_(0);
}

ResidualBlock::ResidualBlock(std::int64_t width, std::int64_t heads, std::int64_t hidden, ClipActivation activation)
    : activation_(activation) {
    ln_1_ = register_module("ln_1", std::make_shared<nn::LayerNorm>(width));
    attention = register_module("attn", std::make_shared<SelfAttention>(width, heads));
    ln_2_ = register_module("ln_2", std::make_shared<nn::LayerNorm>(width));
    const auto mlp = register_module("mlp", std::make_shared<torch::nn::Module>());
    widen = mlp->register_module("c_fc", std::make_shared<nn::Linear>(width, hidden));
    narrow = mlp->register_module("c_proj", std::make_shared<nn::Linear>(hidden, width));
}

at::Tensor ResidualBlock::activate(at::Tensor x, const nn::ComputeMode& mode) const {
    if (activation_ == ClipActivation::Gelu) return at::gelu(x);
    return mode.light ? nn::quick_gelu(x) : x * at::sigmoid(1.702 * x);
}

at::Tensor ResidualBlock::forward(const at::Tensor& x, bool causal, const nn::ComputeMode& mode) {
    return labelled([&] {
        const at::Tensor seen = x + attention->forward(ln_1_->forward(x), causal, mode);
        return seen + narrow->forward(activate(widen->forward(ln_2_->forward(seen), mode), mode), mode);
    });
}

Transformer::Transformer(std::int64_t width, std::int64_t layers, std::int64_t heads, std::int64_t hidden,
                         ClipActivation activation) {
    const auto list = register_module("resblocks", std::make_shared<torch::nn::Module>());
    for (std::int64_t i = 0; i < layers; ++i) {
        blocks_.push_back(list->register_module(std::to_string(i),
                                                std::make_shared<ResidualBlock>(width, heads, hidden, activation)));
    }
}

at::Tensor Transformer::forward(const at::Tensor& x, bool causal, const nn::ComputeMode& mode) {
    at::Tensor h = x;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        const auto compute = [block = blocks_[i].get(), causal, mode](const at::Tensor& in) {
            return block->forward(in, causal, mode);
        };
        h = segments_.run(i, compute, h, nn::trains(*blocks_[i]), mode);
    }
    return h;
}

}  // namespace headroom::clip
