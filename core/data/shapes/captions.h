// Captions of the built-in shapes: an English sentence that is true of the picture, said in varied ways.
#pragma once

#include "core/api/train_config.h"

#include <cstdint>
#include <string>

namespace headroom::shapes {

/// A caption of picture `index`; the same (index, variety, seed) gives the same words. Other seeds give other wordings, with
/// other parts left out: "a red cube", "the large red box on the left on a green floor".
std::string scene_caption(std::int64_t index, Variety variety, std::uint64_t seed = 0);

}  // namespace headroom::shapes
