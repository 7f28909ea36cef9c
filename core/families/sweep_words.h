// How the name of a run tells what it differs in from others of a sweep.
#pragma once

#include "core/api/param.h"
#include "core/api/param_schema.h"

#include <string>

namespace headroom {

/// "batch 32", "lr.g 1e-4", of a path its last part: key and value as a run's name has them.
std::string sweep_words(const ParamRow& row, const ParamValue& value);

}  // namespace headroom
