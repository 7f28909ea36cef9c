// The checks that stand between a packed data set and a run.
#pragma once

#include "core/api/services.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

/// BadFile when none of a data set's files is a picture, or when more than `max_bad` per cent of what was meant to be pictures was
/// rejected; the message names some of them.
Result<void> check_rejected(const std::string& name, std::int64_t pictures, const std::vector<RejectedFile>& rejected,
                            double max_bad);

}  // namespace headroom
