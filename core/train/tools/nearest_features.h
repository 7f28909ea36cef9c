// Near pictures by look: which of a data set have features in CLIP near those of a picture. Torch-free header.
#pragma once

#include "core/api/services.h"

#include <string>

namespace headroom {

/// As Services::nearest_in_features. Features lie in `cache_dir`/features, one file for a data set and a CLIP. `cache_dir` empty: the user's
/// cache folder.
Result<NearestFound> nearest_in_features(const NearestQuery& query, const ProgressFn& progress, std::stop_token stop,
                                         const std::string& cache_dir = {});

}  // namespace headroom
