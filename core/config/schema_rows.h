// Builds the schema's rows; internal to core/config. Everyone else uses core/api/param_schema.h.
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"

#include <vector>

namespace headroom {

std::vector<ParamRow> build_schema_rows();
/// Those of text to image (schema_rows_imagine.cpp).
void imagine_rows(std::vector<ParamRow>& rows);
/// Those of training a VQGAN alone (schema_rows_vqgan.cpp).
void vqgan_rows(std::vector<ParamRow>& rows);

}  // namespace headroom
