// The picture side of a CLIP: a vision transformer or a ResNet, with OpenAI's names under `visual.`.
#pragma once

#include "core/models/clip/transformer.h"

namespace headroom::clip {

/// Pictures (N, 3, S, S), normalised (ClipModel::normalised) -> features (N, embedding), not normalised.
class VisionTower : public nn::Block {
public:
    virtual at::Tensor forward(const at::Tensor& pictures, const nn::ComputeMode& mode) = 0;
    /// Values beyond those of single layers.
    virtual void initialise(nn::Initialiser& init) = 0;
};

/// `conv1` (patches, no bias), `class_embedding`, `positional_embedding`, `ln_pre`, `transformer`, `ln_post`, `proj`.
class VisionTransformer : public VisionTower {
public:
    VisionTransformer(const ClipVision& shape, std::int64_t embedding, ClipActivation activation);
    at::Tensor forward(const at::Tensor& pictures, const nn::ComputeMode& mode) override;
    void initialise(nn::Initialiser& init) override;

private:
    std::shared_ptr<nn::Conv2d> patches_;
    at::Tensor class_token_, positions_, projection_;
    std::shared_ptr<nn::LayerNorm> ln_pre_, ln_post_;
    std::shared_ptr<Transformer> transformer_;
};

std::shared_ptr<VisionTower> make_vision_tower(const ClipVision& shape, std::int64_t embedding,
                                               ClipActivation activation);

}  // namespace headroom::clip
