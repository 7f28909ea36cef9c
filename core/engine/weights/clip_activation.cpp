// By the width of the picture side, which is all that tells the families of CLIPs apart.
#include "core/engine/weights/clip_activation.h"

namespace headroom {

std::string assume_activation(WeightFile& file) {
    const WeightMap& map = file.map();
    if (map.kind != NetworkKind::Clip || map.clip.knows_activation) return {};
    // OpenAI's are 1024 wide at most; LAION's H/14 (1280), g/14 (1408) and bigG/14 (1664) have the exact one.
    const bool wide = map.clip.shape.vision.width >= 1280;
    file.set_activation(wide ? ClipActivation::Gelu : ClipActivation::QuickGelu);
    return file.stream().path() + ": no configuration says which activation it was trained with, so " +
           (wide ? "gelu, that of open_clip's models of this width," : "quick_gelu, that of OpenAI's models,") +
           " is assumed. If that is wrong, put its open_clip_config.json or config.json beside it.";
}

}  // namespace headroom
