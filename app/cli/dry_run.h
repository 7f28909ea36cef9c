// --dry-run of the verbs that begin runs: what the run would take and write, and nothing of it done.
#pragma once

#include "app/cli/verbs.h"

#include <nlohmann/json_fwd.hpp>

namespace headroom::cli {

/// Forecasts the run of `request`, checks where it would write, and prints both. Exit status 3: it would not fit.
Result<int> dry_run(const Context& c, Services& services, RunRequest request, int processes);

/// JSON Schema of what dry_run() prints with --json.
nlohmann::ordered_json dry_run_shape();

}  // namespace headroom::cli
