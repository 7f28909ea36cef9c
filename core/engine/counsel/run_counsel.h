// What counsel would have said of a stored run, step by step.
#pragma once

#include "core/api/services.h"
#include "core/engine/counsel/counsel_watch.h"

#include <vector>

namespace headroom {

/// What of a data set's inspection counsel knows.
DataFacts facts_of(const DatasetReport& report);

/// What was told of `run`, oldest first, read from its history, its samples and its changes of settings. Samples that cannot be read
/// are left out.
std::vector<CounselTold> counsel_of(const RunHistory& run, const DataFacts& data);

}  // namespace headroom
