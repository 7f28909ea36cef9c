// The search behind "Make it fit": a grid of settings around what was asked, each forecast, sorted by how near it is to the
// asked training and by speed.
#pragma once

#include "core/api/planner.h"
#include "core/engine/plan/forecaster.h"

#include <stop_token>

namespace headroom {

/// What the search needs to know beside the request.
struct FitSituation {
    NetworkLayout layout;   ///< empty: fresh networks
    Bytes budget, reserve;  ///< of the process; what previews and saving may take of it
    bool on_cpu = true;
};

/// Probes what is not yet known, with progress. Error: the asked configuration cannot be forecast, or Cancelled.
Result<FitReport> search_fit(const FitRequest& request, const FitSituation& situation, Forecaster& forecaster,
                             const ProgressFn& progress, std::stop_token stop);

}  // namespace headroom
