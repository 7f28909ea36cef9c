// Builds the one-step timeline from a step's recorded allocator events.
#pragma once

#include "core/api/memory_report.h"
#include "core/memory/device_memory.h"

#include <cstdint>

namespace headroom {

/// At most `max_points` sample points, the peak among them; the tensors alive at the peak, largest first.
StepTimeline build_timeline(const StepLog& log, std::int64_t step, Bytes overhead, std::size_t max_points = 400);

}  // namespace headroom
