// Settings of process 0, as the other processes of a run take them on.
#pragma once

#include "core/api/train_config.h"
#include "core/base/result.h"

#include <string>

namespace headroom {

/// What write_config wrote on process 0, but for what is each process's own: its device, its budget and where its pictures lie are those of `own`.
/// Error: it is of another version.
Result<TrainConfig> settings_of_first(const std::string& text, const TrainConfig& own);

}  // namespace headroom
