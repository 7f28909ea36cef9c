// The encoder of a VQGAN.
#pragma once

#include "core/api/vqgan_config.h"
#include "core/models/vqgan/blocks.h"

#include <vector>

namespace headroom::vqgan {

/// Pictures (N, in_channels, H, W), sides multiples of the factor f -> (N, z_channels, H / f, W / f). `conv_in`, `down.i` with
/// `downsample` but in the last, `mid`, `norm_out`, `conv_out`. Segments: the levels from full resolution on, then the middle.
/// One thread at a time.
class Encoder : public nn::Block {
public:
    explicit Encoder(const VqganConfig& config);
    at::Tensor forward(const at::Tensor& pictures, const nn::ComputeMode& mode);

private:
    std::int64_t patch_;  ///< VqganConfig::patch
    bool halves_;         ///< VqganConfig::fine
    std::shared_ptr<nn::Conv2d> conv_in_, conv_out_;
    std::vector<std::shared_ptr<Level>> levels_;
    std::vector<std::shared_ptr<Downsample>> downs_;
    std::shared_ptr<Middle> middle_;
    std::shared_ptr<nn::GroupNorm> norm_out_;
    nn::Segments segments_;
};

}  // namespace headroom::vqgan
