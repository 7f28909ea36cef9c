// The attention of D's look at 32 px for networks that lack it: lightweight-gan 1.2.1 knows none without.
#pragma once

#include "core/api/train_config.h"
#include "core/families/family.h"

#include <vector>

namespace headroom {

/// Its tensors under the package's names, empty where a network of `config` has it. They begin as the package's do but for the last layer, which is 0:
/// the attention adds nothing to what it is given, until somebody trains it.
std::vector<AddedTensor> idle_attention(const TrainConfig& config);

}  // namespace headroom
