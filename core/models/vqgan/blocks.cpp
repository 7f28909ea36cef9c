// Forward passes of the blocks.
#include "core/models/vqgan/blocks.h"

namespace headroom::vqgan {

std::shared_ptr<nn::GroupNorm> make_norm(std::int64_t channels) {
    return std::make_shared<nn::GroupNorm>(32, channels, 1e-6);
}

ResnetBlock::ResnetBlock(std::int64_t in, std::int64_t out) {
    norm1_ = register_module("norm1", make_norm(in));
    conv1_ = register_module("conv1", std::make_shared<nn::Conv2d>(in, out, 3, 1, 1));
    norm2_ = register_module("norm2", make_norm(out));
    conv2_ = register_module("conv2", std::make_shared<nn::Conv2d>(out, out, 3, 1, 1));
    if (in != out) shortcut_ = register_module("nin_shortcut", std::make_shared<nn::Conv2d>(in, out, 1));
}

at::Tensor ResnetBlock::forward(const at::Tensor& x, const nn::ComputeMode& mode) {
    return labelled([&] {
        at::Tensor h = conv1_->forward_normed(*norm1_, x, mode);
        h = conv2_->forward_normed(*norm2_, h, mode);
        // In place: a convolution's result is kept by nobody.
        return h.add_(shortcut_ ? shortcut_->forward(x, mode) : x);
    });
}

AttnBlock::AttnBlock(std::int64_t channels) {
    norm_ = register_module("norm", make_norm(channels));
    q_ = register_module("q", std::make_shared<nn::Conv2d>(channels, channels, 1));
    k_ = register_module("k", std::make_shared<nn::Conv2d>(channels, channels, 1));
    v_ = register_module("v", std::make_shared<nn::Conv2d>(channels, channels, 1));
    out_ = register_module("proj_out", std::make_shared<nn::Conv2d>(channels, channels, 1));
}

at::Tensor AttnBlock::forward(const at::Tensor& x, const nn::ComputeMode& mode) {
    return labelled([&] {
        const at::Tensor rows = norm_->forward(x).flatten(2).transpose(1, 2);  // (N, HW, C)
        const at::Tensor found = nn::attend(q_->forward_rows(rows, mode), k_->forward_rows(rows, mode),
                                            v_->forward_rows(rows, mode), /*heads=*/1);
        return x + out_->forward_rows(found, mode).transpose(1, 2).view(x.sizes());
    });
}

Downsample::Downsample(std::int64_t channels) {
    conv_ = register_module("conv", std::make_shared<nn::Conv2d>(channels, channels, 3, 2, 0));
}

at::Tensor Downsample::forward(const at::Tensor& x, const nn::ComputeMode& mode) {
    return labelled([&] { return conv_->forward(at::constant_pad_nd(x, {0, 1, 0, 1}), mode); });
}

Upsample::Upsample(std::int64_t channels) {
    conv_ = register_module("conv", std::make_shared<nn::Conv2d>(channels, channels, 3, 1, 1));
}

at::Tensor Upsample::forward(const at::Tensor& x, const nn::ComputeMode& mode) {
    return labelled([&] {
        return conv_->forward(at::upsample_nearest2d(x, at::IntArrayRef{2 * x.size(2), 2 * x.size(3)}), mode);
    });
}

Level::Level(std::int64_t in, std::int64_t out, std::int64_t blocks, bool attends) {
    const auto block = register_module("block", std::make_shared<torch::nn::Module>());
    const auto attention = register_module("attn", std::make_shared<torch::nn::Module>());
    for (std::int64_t i = 0; i < blocks; ++i) {
        const std::string name = std::to_string(i);
        blocks_.push_back(block->register_module(name, std::make_shared<ResnetBlock>(i == 0 ? in : out, out)));
        if (attends) attention_.push_back(attention->register_module(name, std::make_shared<AttnBlock>(out)));
    }
}

at::Tensor Level::forward(const at::Tensor& x, const nn::ComputeMode& mode) {
    at::Tensor h = x;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        h = blocks_[i]->forward(h, mode);
        if (!attention_.empty()) h = attention_[i]->forward(h, mode);
    }
    return h;
}

Fine::Fine(std::int64_t in, std::int64_t width, std::int64_t colours, std::int64_t patch) : patch_(patch) {
    conv_in_ = register_module("conv_in", std::make_shared<nn::Conv2d>(in, 4 * width, 3, 1, 1));
    const auto block = register_module("block", std::make_shared<torch::nn::Module>());
    first_ = block->register_module("0", std::make_shared<ResnetBlock>(width, width));
    second_ = block->register_module("1", std::make_shared<ResnetBlock>(width, width));
    norm_out_ = register_module("norm_out", make_norm(width));
    conv_out_ = register_module("conv_out", std::make_shared<nn::Conv2d>(width, colours * patch * patch, 3, 1, 1));
}

at::Tensor Fine::forward(nn::GroupNorm& norm, const at::Tensor& x, const nn::ComputeMode& mode) {
    return labelled([&] {
        at::Tensor h = at::pixel_shuffle(conv_in_->forward_normed(norm, x, mode), 2);
        h = second_->forward(first_->forward(h, mode), mode);
        h = conv_out_->forward_normed(*norm_out_, h, mode);
        return patch_ > 1 ? at::pixel_shuffle(h, patch_) : h;
    });
}

Middle::Middle(std::int64_t channels) {
    first_ = register_module("block_1", std::make_shared<ResnetBlock>(channels, channels));
    attention_ = register_module("attn_1", std::make_shared<AttnBlock>(channels));
    second_ = register_module("block_2", std::make_shared<ResnetBlock>(channels, channels));
}

at::Tensor Middle::forward(const at::Tensor& x, const nn::ComputeMode& mode) {
    return second_->forward(attention_->forward(first_->forward(x, mode), mode), mode);
}

}  // namespace headroom::vqgan
