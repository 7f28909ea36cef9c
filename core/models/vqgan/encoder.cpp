// From pictures to latents.
#include "core/models/vqgan/encoder.h"

namespace headroom::vqgan {

Encoder::Encoder(const VqganConfig& config) : patch_(config.patch), halves_(config.fine > 0) {
    const std::int64_t channels = config.in_channels * patch_ * patch_;
    conv_in_ = register_module("conv_in", std::make_shared<nn::Conv2d>(channels, config.base, 3, 1, 1));
    const auto down = register_module("down", std::make_shared<torch::nn::Module>());
    std::int64_t in = config.base;
    for (std::size_t i = 0; i < config.levels(); ++i) {
        const std::int64_t out = config.width(i);
        levels_.push_back(down->register_module(std::to_string(i),
                                                std::make_shared<Level>(in, out, config.blocks, config.attends(i))));
        if (i + 1 < config.levels()) {
            downs_.push_back(levels_.back()->register_module("downsample", std::make_shared<Downsample>(out)));
        }
        in = out;
    }
    middle_ = register_module("mid", std::make_shared<Middle>(in));
    norm_out_ = register_module("norm_out", make_norm(in));
    conv_out_ = register_module("conv_out", std::make_shared<nn::Conv2d>(in, config.z_channels, 3, 1, 1));
}

at::Tensor Encoder::forward(const at::Tensor& pictures, const nn::ComputeMode& mode) {
    const bool training = nn::trains(*this);
    at::Tensor h = labelled([&] {
        const at::Tensor seen = halves_ ? at::avg_pool2d(pictures, 2) : pictures;
        return conv_in_->forward(patch_ > 1 ? at::pixel_unshuffle(seen, patch_) : seen, mode);
    });
    for (std::size_t i = 0; i < levels_.size(); ++i) {
        const auto level = [this, i, mode](const at::Tensor& x) {
            const at::Tensor out = levels_[i]->forward(x, mode);
            return i < downs_.size() ? downs_[i]->forward(out, mode) : out;
        };
        h = segments_.run(i, level, h, training, mode);
    }
    h = segments_.run(
        levels_.size(), [this, mode](const at::Tensor& x) { return middle_->forward(x, mode); }, h, training, mode);
    return labelled([&] { return conv_out_->forward_normed(*norm_out_, h, mode); });
}

}  // namespace headroom::vqgan
