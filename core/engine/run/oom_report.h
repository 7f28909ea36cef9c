// OomReport: an out-of-memory error as JSON, for the run folder (oom-<step>.json) and the command line's events.
#pragma once

#include "core/api/oom.h"

#include <cstdint>
#include <string>

namespace headroom {

/// One JSON object; bytes as numbers, figures that are not known left out. `indent` -1: on one line.
std::string oom_report(const OomRecovered& oom, int indent = -1);

/// The report's file name in a run folder.
std::string oom_report_name(std::int64_t step);

}  // namespace headroom
