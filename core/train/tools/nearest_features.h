// Near pictures by look: which of a data set have features in CLIP near those of a picture. Torch-free header.
#pragma once

#include "core/api/services.h"

#include <stop_token>

namespace headroom {

/// As Services::nearest_in_features. The data set's features are kept where scores by CLIP look for them too (kept_features.h).
Result<NearestFound> nearest_in_features(const NearestQuery& query, const ProgressFn& progress, std::stop_token stop);

}  // namespace headroom
