// Fixture runs: the seven runs of the design's run browser, with checkpoints, curves and marks.
#pragma once

#include "core/api/services.h"

#include <string>
#include <vector>

namespace headroom::fixture {

std::vector<RunInfo> runs();
/// Error: NotFound.
Result<RunHistory> history(const std::string& run_dir);

}  // namespace headroom::fixture
