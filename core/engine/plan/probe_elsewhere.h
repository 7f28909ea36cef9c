// Probes of a forecast in a process of their own, whose end gives all that a GPU took back: its context too.
#pragma once

#include "core/api/train_config.h"
#include "core/base/result.h"

#include <stop_token>
#include <string>

namespace headroom {

/// Has headroom-cli forecast `config` on `device`, which leaves the probes in the user's folder of caches. `program`: headroom-cli; empty:
/// the one beside this program or in PATH. Blocks; `stop` ends the process. Errors: Environment, Cancelled, Disk; InvalidArgument: what
/// the process said.
Result<void> probe_elsewhere(const TrainConfig& config, const std::string& device, const std::string& program,
                             const std::stop_token& stop);

}  // namespace headroom
