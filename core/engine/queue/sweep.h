// Sweeps: one addition to the queue as the runs that it stands for.
#pragma once

#include "core/api/queue.h"
#include "core/base/result.h"

#include <string>
#include <vector>

namespace headroom {

inline constexpr std::size_t kMostOfASweep = 1000;

/// A run to be put into the queue.
struct PlannedRun {
    std::string name;
    RunRequest request;
};

/// The runs of `addition`: one, or the grid of its sweep, the schema's first key varying slowest. Each is named after what differs,
/// "animals, batch 32, lr.g 1e-4", and all are checked before any is returned. Errors (InvalidArgument): settings, naming the key;
/// too many runs; a sweep of a run that goes on or has a folder of its own.
Result<std::vector<PlannedRun>> planned_runs(const QueueAddition& addition);

}  // namespace headroom
