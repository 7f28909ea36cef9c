// --dry-run of the verbs that begin runs: what the run would take and write, and nothing of it done.
#pragma once

#include "app/cli/verbs.h"

#include <nlohmann/json_fwd.hpp>

namespace headroom::cli {

/// Checks what would be checked before the run, forecasts it, and prints both. Exit status 3: it would not fit.
Result<int> dry_run(const Context& c, int processes);

/// JSON Schema of the lines of a verb that begins runs: events, or what dry_run() prints.
nlohmann::ordered_json train_answer();

}  // namespace headroom::cli
