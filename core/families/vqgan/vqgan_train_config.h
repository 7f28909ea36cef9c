// VqganTrainConfig: the settings of training a VQGAN (stage 1) beyond those that every run has. Meanings, ranges, defaults and
// help live in its rows (vqgan_rows.cpp), one per field.
#pragma once

#include "core/api/model_kind.h"

#include <cstdint>
#include <string>

namespace headroom {

inline constexpr ModelKind kVqgan{"vqgan"};

/// Names in a taming yaml in brackets. The network's defaults are imagenet f16-1024.
struct VqganTrainConfig {
    // net.*
    std::int64_t base = 128;                ///< channels at full resolution per multiplier (ch)
    std::string multipliers = "1 1 2 2 4";  ///< per level, full resolution first (ch_mult)
    std::int64_t blocks = 2;                ///< residual blocks per level of the encoder (num_res_blocks)
    std::string attention = "16";   ///< sides at which levels attend (attn_resolutions); empty: in the middle alone
    std::int64_t resolution = 256;  ///< side that `attention` counts from (resolution)
    std::int64_t z_channels = 256;  ///< of the encoder's output (z_channels)
    std::int64_t codes = 1024;      ///< (n_embed)
    std::int64_t code_width = 256;  ///< (embed_dim)
    bool gumbel = false;            ///< GumbelVQ instead of VQModel
    std::int64_t patch = 1;         ///< VqganConfig::patch
    std::int64_t d_layers = 3;      ///< of the PatchGAN, between the first and the last (disc_num_layers)

    // loss.*
    double l1 = 1.0;
    double ssim = 0.25;           ///< of 1 - SSIM, while there is no perceptual loss
    double perceptual = 1.0;      ///< (perceptual_weight)
    std::string perceptual_file;  ///< VGG16 with LPIPS weights; several separated by |; empty: no perceptual loss
    double codebook = 1.0;        ///< (codebook_weight)
    double commitment = 0.25;     ///< (beta)
    bool legacy = false;          ///< the original's slip: commitment weighs the codes' part
    double gan = 0.8;             ///< (disc_weight)
    std::int64_t gan_start = 0;   ///< images (disc_start, which taming counts in steps)
    double gan_most = 1e4;        ///< largest ratio of gradients that the adaptive weight may take
    double temperature = 1.0;     ///< of Gumbel draws
    double divergence = 5e-4;     ///< weight of a Gumbel quantiser's divergence from equal use (kl_weight)

    // codebook.*
    double decay = 0.0;        ///< of the codes' moving averages, per step; 0: codes learn by gradient
    std::int64_t restart = 0;  ///< images without use after which a code begins anew; 0: never

    bool operator==(const VqganTrainConfig&) const = default;
};

}  // namespace headroom
