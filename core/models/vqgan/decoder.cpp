// From latents to pictures.
#include "core/models/vqgan/decoder.h"

namespace headroom::vqgan {

Decoder::Decoder(const VqganConfig& config) : patch_(config.patch), levels_(config.levels()), ups_(config.levels()) {
    std::int64_t in = config.width(config.levels() - 1);
    conv_in_ = register_module("conv_in", std::make_shared<nn::Conv2d>(config.z_channels, in, 3, 1, 1));
    middle_ = register_module("mid", std::make_shared<Middle>(in));
    for (std::size_t i = config.levels(); i-- > 0;) {
        const std::int64_t out = config.width(i);
        levels_[i] = std::make_shared<Level>(in, out, config.blocks + 1, config.attends(i));
        if (i > 0) ups_[i] = levels_[i]->register_module("upsample", std::make_shared<Upsample>(out));
        in = out;
    }
    // Registered in the order of the stored names, which is not that of the computation.
    const auto up = register_module("up", std::make_shared<torch::nn::Module>());
    for (std::size_t i = 0; i < levels_.size(); ++i) up->register_module(std::to_string(i), levels_[i]);
    norm_out_ = register_module("norm_out", make_norm(in));
    const std::int64_t channels = config.out_channels * patch_ * patch_;
    conv_out_ = register_module("conv_out", std::make_shared<nn::Conv2d>(in, channels, 3, 1, 1));
    if (config.fine > 0)
        fine_ = register_module("fine", std::make_shared<Fine>(in, config.fine, config.out_channels, patch_));
}

at::Tensor Decoder::forward(const at::Tensor& latents, const nn::ComputeMode& mode) {
    const bool training = nn::trains(*this);
    at::Tensor h = labelled([&] { return conv_in_->forward(latents, mode); });
    h = segments_.run(
        0, [this, mode](const at::Tensor& x) { return middle_->forward(x, mode); }, h, training, mode);
    for (std::size_t i = levels_.size(); i-- > 0;) {
        const auto level = [this, i, mode](const at::Tensor& x) {
            const at::Tensor out = levels_[i]->forward(x, mode);
            return ups_[i] ? ups_[i]->forward(out, mode) : out;
        };
        h = segments_.run(levels_.size() - i, level, h, training, mode);
    }
    // Never a segment: see last_weight().
    return labelled([&] {
        at::Tensor out = conv_out_->forward_normed(*norm_out_, h, mode);
        if (patch_ > 1) out = at::pixel_shuffle(out, patch_);
        if (!fine_) return out;
        return at::upsample_bilinear2d(out, {2 * out.size(2), 2 * out.size(3)}, /*align_corners=*/false)
            .add_(fine_->forward(*norm_out_, h, mode));
    });
}

}  // namespace headroom::vqgan
