// What counsel tells, in words for a terminal.
#pragma once

#include "core/api/counsel.h"
#include "core/api/model_kind.h"

#include <string>

namespace headroom::cli {

/// Lines with their ends; of a run of `model`.
std::string counsel_text(const CounselTold& told, ModelKind model);

}  // namespace headroom::cli
