// The checks that stand between a packed data set and a run.
#pragma once

#include "core/base/result.h"
#include "core/data/dataset.h"

namespace headroom {

/// BadFile when there is no picture, or when more than `max_bad` per cent of what was meant to be pictures was rejected; the
/// message names some of them.
Result<void> check_rejected(const PackedDataset& data, double max_bad);

}  // namespace headroom
