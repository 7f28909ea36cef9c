// VqganConfig: the shape of a VQGAN as taming-transformers builds it (Esser, Rombach, Ommer, "Taming Transformers", 2021).
// Free of tensors, so that readers of weight files and the networks share it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom {

/// Names in a taming yaml in brackets. The defaults are imagenet f16-1024.
struct VqganConfig {
    std::int64_t base = 128;                               ///< channels at full resolution per multiplier (ch)
    std::vector<std::int64_t> multipliers{1, 1, 2, 2, 4};  ///< per level, full resolution first (ch_mult)
    std::int64_t blocks = 2;                         ///< residual blocks per level of the encoder (num_res_blocks)
    std::vector<std::int64_t> attention{16};         ///< sides at which levels attend (attn_resolutions)
    std::int64_t resolution = 256;                   ///< side that `attention` counts from; pictures may have any
    std::int64_t in_channels = 3, out_channels = 3;  ///< (in_channels, out_ch)
    std::int64_t z_channels = 256;                   ///< of the encoder's output (z_channels)
    std::int64_t codes = 1024, code_width = 256;     ///< the codebook (n_embed, embed_dim)
    bool gumbel = false;                             ///< GumbelVQ instead of VQModel (target)
    /// Headroom's own addition (patch): squares of this side are laid into channels before the encoder's first convolution and
    /// back after the decoder's last, so that none runs at full resolution. 1: as taming.
    std::int64_t patch = 1;
    /// Likewise (fine): channels of a part that makes pictures of twice the side from the decoder's last features; the encoder sees
    /// pictures halved. 0: none.
    std::int64_t fine = 0;

    std::size_t levels() const { return multipliers.size(); }
    /// Pixels per latent cell and side: 16 for f16. Sides of pictures are multiples of it.
    std::int64_t factor() const { return cell() << (multipliers.empty() ? 0 : multipliers.size() - 1); }
    /// Pixels per cell and side of level 0, which is full resolution but for `patch` and `fine`.
    std::int64_t cell() const { return fine > 0 ? 2 * patch : patch; }
    /// Channels of a level.
    std::int64_t width(std::size_t level) const { return base * multipliers[level]; }
    /// Whether the blocks of a level are followed by attention.
    bool attends(std::size_t level) const {
        const std::int64_t side = (resolution / cell()) >> level;
        return std::find(attention.begin(), attention.end(), side) != attention.end();
    }
    bool operator==(const VqganConfig&) const = default;
};

}  // namespace headroom
