// Vision transformer (Dosovitskiy et al., "An Image is Worth 16x16 Words", 2021) as CLIP has it.
#include "core/models/clip/vision.h"

#include "core/models/clip/resnet.h"

#include <cmath>

namespace headroom::clip {

VisionTransformer::VisionTransformer(const ClipVision& shape, std::int64_t embedding, ClipActivation activation) {
    const std::int64_t side = shape.image / shape.patch;
    class_token_ = register_parameter("class_embedding", torch::empty({shape.width}));
    positions_ = register_parameter("positional_embedding", torch::empty({side * side + 1, shape.width}));
    projection_ = register_parameter("proj", torch::empty({shape.width, embedding}));
    patches_ = register_module(
        "conv1", std::make_shared<nn::Conv2d>(3, shape.width, shape.patch, shape.patch, 0, /*bias=*/false));
    ln_pre_ = register_module("ln_pre", std::make_shared<nn::LayerNorm>(shape.width));
    transformer_ = register_module(
        "transformer", std::make_shared<Transformer>(shape.width, shape.layers, shape.heads, shape.mlp, activation));
    ln_post_ = register_module("ln_post", std::make_shared<nn::LayerNorm>(shape.width));
}

at::Tensor VisionTransformer::forward(const at::Tensor& pictures, const nn::ComputeMode& mode) {
    const at::Tensor tokens = labelled([&] {
        at::Tensor x = patches_->forward(pictures, mode).flatten(2).transpose(1, 2);  // (N, patches, width)
        const at::Tensor first = class_token_.to(x.scalar_type()).expand({x.size(0), 1, x.size(2)});
        x = at::cat({first, x}, 1) + positions_.to(x.scalar_type());
        return ln_pre_->forward(x);
    });
    const at::Tensor seen = transformer_->forward(tokens, /*causal=*/false, mode);
    return at::matmul(ln_post_->forward(seen.select(1, 0)), projection_);
}

void VisionTransformer::initialise(nn::Initialiser& init) {
    const double deviation = 1 / std::sqrt(static_cast<double>(class_token_.size(0)));
    for (const at::Tensor& t : {class_token_, positions_, projection_}) init.normal(t, 0, deviation);
    for (const auto& block : transformer_->blocks()) block->attention->initialise(init);
}

std::shared_ptr<VisionTower> make_vision_tower(const ClipVision& shape, std::int64_t embedding,
                                               ClipActivation activation) {
    if (shape.is_resnet()) return std::make_shared<ResNet>(shape, embedding);
    return std::make_shared<VisionTransformer>(shape, embedding, activation);
}

}  // namespace headroom::clip
