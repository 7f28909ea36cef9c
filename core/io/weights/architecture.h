// What a weight file and its configuration say about a network: its shape, and which figures nobody said. No tensor library.
// Sources: CompVis/taming-transformers configs/*.yaml, openai/CLIP clip/model.py, mlfoundations/open_clip model_configs/*.json.
#pragma once

#include "core/api/clip_config.h"
#include "core/api/vqgan_config.h"

#include <array>
#include <cstdint>
#include <vector>

namespace headroom {

struct VqganArchitecture {
    VqganConfig shape;
    bool double_z = false;    ///< the encoder gives twice z_channels
    bool has_encoder = true;  ///< false: a file that can only decode
    bool knows_resolution =
        false;  ///< false: shape.resolution is assumed. It names the levels with attention and means nothing else

    /// Levels with attention, ascending; 0 is full resolution.
    std::vector<std::int64_t> attention_levels() const {
        std::vector<std::int64_t> out;
        for (std::size_t level = 0; level < shape.levels(); ++level) {
            if (shape.attends(level)) out.push_back(static_cast<std::int64_t>(level));
        }
        return out;
    }
};

struct ClipArchitecture {
    ClipConfig shape;  ///< heads that are unknown are 0
    bool knows_activation =
        false;  ///< no tensor shows it: a configuration or the user must. shape.activation counts only if true
    /// Of pixels in 0..1, before the network.
    std::array<double, 3> mean{0.48145466, 0.4578275, 0.40821073}, deviation{0.26862954, 0.26130258, 0.27577711};
};

}  // namespace headroom
