// A run's steps in pieces, so that a long run's are never all in memory.
#pragma once

#include "core/api/event.h"
#include "core/base/result.h"

#include <functional>
#include <span>

namespace headroom {

/// Takes a piece, which follows the one before. An error ends the reading.
using TakeSteps = std::function<Result<void>(std::span<const StepDone>)>;
/// Gives all steps in order; may be called again. Errors: as the reader's and the taker's.
using StepPieces = std::function<Result<void>(const TakeSteps&)>;

}  // namespace headroom
