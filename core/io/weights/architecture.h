// What the shape of a VQGAN or CLIP network is: the figures that decide every tensor's name and shape. No tensor library.
// Sources: CompVis/taming-transformers configs/*.yaml, openai/CLIP clip/model.py, mlfoundations/open_clip model_configs/*.json.
#pragma once

#include "core/base/enum_names.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace headroom {

/// QuickGelu: x sigmoid(1.702 x). No tensor tells them apart: Unknown until a configuration or the user says it.
enum class ClipActivation { Unknown, QuickGelu, Gelu };
template <> struct EnumNames<ClipActivation> {
    static constexpr std::array<std::string_view, 3> names{"unknown", "quick_gelu", "gelu"};
};

struct VqganArchitecture {
    bool gumbel = false;         ///< quantize.proj and quantize.embed instead of quantize.embedding
    bool double_z = false;       ///< the encoder gives twice z_channels
    bool has_encoder = true;     ///< false: a file that can only decode
    std::int64_t codes = 0;      ///< n_embed
    std::int64_t embed_dim = 0;  ///< length of a code
    std::int64_t z_channels = 0;
    std::int64_t in_channels = 3, out_channels = 3;
    std::int64_t width = 0;                      ///< ch
    std::int64_t blocks = 0;                     ///< num_res_blocks: per level in the encoder; the decoder has one more
    std::vector<std::int64_t> multipliers;       ///< ch_mult, full resolution first; one per level
    std::vector<std::int64_t> attention_levels;  ///< levels with attention, ascending
    std::int64_t resolution = 0;  ///< as configured; 0: no configuration said it. Any size works all the same

    /// Pixels per code and side.
    std::int64_t factor() const { return multipliers.empty() ? 0 : std::int64_t{1} << (multipliers.size() - 1); }
    /// Channels of level `level`.
    std::int64_t channels(std::size_t level) const { return width * multipliers[level]; }
    /// attn_resolutions as a yaml has them, descending; empty while `resolution` is unknown.
    std::vector<std::int64_t> attention_resolutions() const {
        std::vector<std::int64_t> out;
        for (const std::int64_t level : attention_levels) {
            if (resolution > 0) out.push_back(resolution >> level);
        }
        return out;
    }
};

struct ClipVision {
    bool resnet = false;
    std::int64_t image_size = 0;
    std::int64_t patch = 0;                ///< ViT
    std::int64_t width = 0;                ///< of a ViT's tokens; of a ResNet's stem (64 in RN50)
    std::int64_t layers = 0;               ///< ViT
    std::array<std::int64_t, 4> blocks{};  ///< ResNet
    std::int64_t heads = 0;                ///< of the ViT, or of the ResNet's attention pool; 0: unknown
    std::int64_t mlp = 0;                  ///< ViT: width of the hidden layer
};

struct ClipText {
    std::int64_t context = 0, vocabulary = 0, width = 0, layers = 0;
    std::int64_t heads = 0;  ///< 0: unknown
    std::int64_t mlp = 0;
};

struct ClipArchitecture {
    std::int64_t embed_dim = 0;
    ClipVision vision;
    ClipText text;
    ClipActivation activation = ClipActivation::Unknown;
    /// Of pixels in 0..1, before the network.
    std::array<double, 3> mean{0.48145466, 0.4578275, 0.40821073}, deviation{0.26862954, 0.26130258, 0.27577711};
};

}  // namespace headroom
