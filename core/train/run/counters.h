// What a checkpoint says of its run beside the weights: how far it was, on which pictures, with which loss scales.
#pragma once

#include "core/io/runs/run_folder.h"

#include <nlohmann/json_fwd.hpp>

namespace headroom {

/// The counters of a checkpoint, an object. Those that are there are of the kinds that are written: archives of runs come from anywhere. One that is
/// no number ("null") is left out. Error: BadFile.
Result<nlohmann::json> counters_of(const CheckpointContent& content);

}  // namespace headroom
