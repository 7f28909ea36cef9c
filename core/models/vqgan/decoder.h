// The decoder of a VQGAN.
#pragma once

#include "core/api/vqgan_config.h"
#include "core/models/vqgan/blocks.h"

#include <vector>

namespace headroom::vqgan {

/// (N, z_channels, h, w) -> pictures (N, out_channels, f h, f w), not clamped. `conv_in`, `mid`, `up.i` (0 is full resolution)
/// with `upsample` but in the first, `norm_out`, `conv_out`; `fine` adds to the enlarged picture where the configuration says so.
/// Segments: 0 the middle, then the levels down to full resolution.
/// One thread at a time.
class Decoder : public nn::Block {
public:
    explicit Decoder(const VqganConfig& config);
    at::Tensor forward(const at::Tensor& latents, const nn::ComputeMode& mode);
    /// The weight of the last layer, which no segment holds: the adaptive weight is a ratio of gradients there.
    const at::Tensor& last_weight() const { return conv_out_->weight; }

private:
    std::int64_t patch_;  ///< VqganConfig::patch
    std::shared_ptr<nn::Conv2d> conv_in_, conv_out_;
    std::shared_ptr<Middle> middle_;
    std::vector<std::shared_ptr<Level>> levels_;  ///< by level
    std::vector<std::shared_ptr<Upsample>> ups_;  ///< of levels 1 and up; [0] is null
    std::shared_ptr<nn::GroupNorm> norm_out_;
    std::shared_ptr<Fine> fine_;  ///< may be null
    nn::Segments segments_;
};

}  // namespace headroom::vqgan
