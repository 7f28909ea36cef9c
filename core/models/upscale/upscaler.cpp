// Inference alone: nothing is kept for a backward pass, and dense blocks write into one buffer instead of joining copies.
#include "core/models/upscale/upscaler.h"

#include "core/memory/role_scope.h"

namespace headroom {
namespace {

std::shared_ptr<nn::Conv2d> same_size(std::int64_t in, std::int64_t out) {
    return std::make_shared<nn::Conv2d>(in, out, 3, 1, 1);
}

at::Tensor convolved(const std::shared_ptr<nn::Conv2d>& conv, const at::Tensor& x) {
    return at::conv2d(x, conv->weight, conv->bias, 1, 1);
}

at::Tensor leaky(const std::shared_ptr<nn::Conv2d>& conv, const at::Tensor& x) {
    at::Tensor out = convolved(conv, x);
    return at::leaky_relu_(out, 0.2);
}

at::Tensor doubled(const at::Tensor& x) { return at::upsample_nearest2d(x, {2 * x.size(2), 2 * x.size(3)}); }

}  // namespace

RrdbUpscaler::DenseBlock::DenseBlock(std::int64_t width, std::int64_t growth) {
    for (std::int64_t i = 0; i < 5; ++i) {
        convs.push_back(
            register_module("conv" + std::to_string(i + 1), same_size(width + i * growth, i < 4 ? growth : width)));
    }
}

at::Tensor RrdbUpscaler::DenseBlock::forward(const at::Tensor& x) {
    const std::int64_t width = x.size(1), growth = convs[0]->weight.size(0);
    const at::Tensor all = at::empty({x.size(0), width + 4 * growth, x.size(2), x.size(3)}, x.options());
    all.narrow(1, 0, width).copy_(x);
    for (std::int64_t i = 0; i < 4; ++i) {
        const std::int64_t before = width + i * growth;
        all.narrow(1, before, growth).copy_(leaky(convs[static_cast<std::size_t>(i)], all.narrow(1, 0, before)));
    }
    return convolved(convs[4], all).mul_(0.2).add_(x);
}

RrdbUpscaler::Rrdb::Rrdb(std::int64_t width, std::int64_t growth) {
    for (int i = 1; i <= 3; ++i)
        parts.push_back(register_module("rdb" + std::to_string(i), std::make_shared<DenseBlock>(width, growth)));
}

at::Tensor RrdbUpscaler::Rrdb::forward(const at::Tensor& x) {
    at::Tensor h = x;
    for (const auto& part : parts) h = part->forward(h);
    return h.mul_(0.2).add_(x);
}

RrdbUpscaler::RrdbUpscaler(const RrdbShape& shape) : shape_(shape) {
    const RoleScope role(Role::Weights);
    first_ = register_module("conv_first", same_size(3 * shape.unshuffle * shape.unshuffle, shape.width));
    auto body = register_module("body", std::make_shared<torch::nn::Module>());
    for (std::int64_t i = 0; i < shape.blocks; ++i) {
        body_.push_back(std::make_shared<Rrdb>(shape.width, shape.growth));
        body->register_module(std::to_string(i), body_.back());
    }
    after_ = register_module("conv_body", same_size(shape.width, shape.width));
    for (std::int64_t i = 1; i <= shape.doublings; ++i)
        ups_.push_back(register_module("conv_up" + std::to_string(i), same_size(shape.width, shape.width)));
    hr_ = register_module("conv_hr", same_size(shape.width, shape.width));
    last_ = register_module("conv_last", same_size(shape.width, 3));
}

at::Tensor RrdbUpscaler::enlarge(const at::Tensor& pictures, std::int64_t factor) {
    TORCH_CHECK(factor == factors().front(), "this network enlarges ", factors().front(), " times, not ", factor);
    const at::NoGradGuard no_grad;
    at::Tensor start =
        convolved(first_, shape_.unshuffle > 1 ? at::pixel_unshuffle(pictures, shape_.unshuffle) : pictures);
    at::Tensor x = start;
    for (const auto& block : body_) x = block->forward(x);
    x = convolved(after_, x).add_(start);
    start.reset();
    for (const auto& up : ups_) x = leaky(up, doubled(x));
    x = leaky(hr_, x);
    return convolved(last_, x);
}

std::int64_t RrdbUpscaler::reach() const {
    // Fifteen convolutions to a block; those after the doublings see less than two of these pixels together.
    return shape_.unshuffle * (15 * shape_.blocks + 2 + 2);
}

ShapesUpscaler::ResidualBlock::ResidualBlock(std::int64_t width)
    : conv1(register_module("conv1", same_size(width, width))),
      conv2(register_module("conv2", same_size(width, width))) {}

at::Tensor ShapesUpscaler::ResidualBlock::forward(const at::Tensor& x) {
    return convolved(conv2, convolved(conv1, x).relu_()).add_(x);
}

ShapesUpscaler::ShapesUpscaler(std::int64_t blocks, std::int64_t width) {
    const RoleScope role(Role::Weights);
    in_ = register_module("conv_in", same_size(3, width));
    auto body = register_module("body", std::make_shared<torch::nn::Module>());
    for (std::int64_t i = 0; i < blocks; ++i) {
        body_.push_back(std::make_shared<ResidualBlock>(width));
        body->register_module(std::to_string(i), body_.back());
    }
    head2_ = register_module("head2", same_size(width, 12));
    head4_ = register_module("head4", same_size(width, 48));
}

at::Tensor ShapesUpscaler::enlarge(const at::Tensor& pictures, std::int64_t factor) {
    TORCH_CHECK(factor == 2 || factor == 4, "this network enlarges 2 or 4 times, not ", factor);
    const at::NoGradGuard no_grad;
    at::Tensor x = convolved(in_, pictures - 0.5);
    for (const auto& block : body_) x = block->forward(x);
    x = at::pixel_shuffle(convolved(factor == 2 ? head2_ : head4_, x), factor);
    return x.add_(at::upsample_bicubic2d(pictures, {factor * pictures.size(2), factor * pictures.size(3)},
                                         /*align_corners=*/false));
}

}  // namespace headroom
