// Spans of time as people write them: "2h", "1h30m", "90s", "30d".
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string_view>

namespace headroom::cli {

/// Seconds, above zero. Error: InvalidArgument.
Result<std::int64_t> parse_duration(std::string_view text);

}  // namespace headroom::cli
