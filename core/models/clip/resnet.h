// The ResNet side of a CLIP: three stem convolutions, strides by average pools, attention as the last pool.
#pragma once

#include "core/models/clip/vision.h"

#include <memory>
#include <vector>

namespace headroom::clip {

/// 1x1, 3x3, average pool by the stride, 1x1 to four times `planes`: `conv1..3`, `bn1..3`, and `downsample.0`, `.1` where the shape
/// changes.
class Bottleneck : public nn::Block {
public:
    Bottleneck(std::int64_t in, std::int64_t planes, std::int64_t stride);
    at::Tensor forward(const at::Tensor& x, const nn::ComputeMode& mode);

private:
    std::int64_t stride_;
    std::shared_ptr<nn::Conv2d> convs_[3], shortcut_;
    std::shared_ptr<nn::Norm2d> norms_[3], shortcut_norm_;
};

/// The mean position asks all positions: (N, C, h, w) -> (N, embedding). `positional_embedding` (h w + 1, C), `q_proj`, `k_proj`,
/// `v_proj`, `c_proj`.
class AttentionPool : public nn::Block {
public:
    AttentionPool(std::int64_t side, std::int64_t width, std::int64_t heads, std::int64_t embedding);
    at::Tensor forward(const at::Tensor& x, const nn::ComputeMode& mode);
    void initialise(nn::Initialiser& init);

private:
    std::int64_t heads_;
    at::Tensor positions_;
    std::shared_ptr<nn::Linear> k_, q_, v_, out_;
};

/// `conv1..3`, `bn1..3`, `layer1..4`, `attnpool`.
class ResNet : public VisionTower {
public:
    ResNet(const ClipVision& shape, std::int64_t embedding);
    at::Tensor forward(const at::Tensor& pictures, const nn::ComputeMode& mode) override;
    void initialise(nn::Initialiser& init) override { pool_->initialise(init); }

private:
    std::shared_ptr<nn::Conv2d> convs_[3];
    std::shared_ptr<nn::Norm2d> norms_[3];
    std::vector<std::shared_ptr<Bottleneck>> blocks_;
    std::shared_ptr<AttentionPool> pool_;
    nn::Segments segments_;
};

}  // namespace headroom::clip
