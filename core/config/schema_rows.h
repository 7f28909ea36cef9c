// Builds the schema's rows; internal to core/config. Everyone else uses core/api/param_schema.h.
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"

#include <vector>

namespace headroom {

std::vector<ParamRow> build_schema_rows();

}  // namespace headroom
