// Rehearsal: trains for a number of steps under a budget, without a run folder, and says what it took.
#pragma once

#include "core/api/planner.h"
#include "core/engine/backend.h"

#include <stop_token>

namespace headroom {

/// Blocks. Errors: what the trainer says (data, device), OutOfMemory when it did not fit after every remedy, Cancelled.
Result<Rehearsal> rehearse_on(Backend& backend, const RehearsalRequest& request, const ProgressFn& progress,
                              std::stop_token stop);

}  // namespace headroom
