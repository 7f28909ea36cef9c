// Events as JSON, one object per line, for scripts. Keys are stable: add, never rename.
#pragma once

#include "core/api/event.h"

#include <string>
#include <string_view>

namespace headroom::cli {

/// The line for `event` (with its newline), or "" for kinds that are for the window only.
std::string event_line(const Event& event);

/// "out_of_memory", "disk", ...: the stable name of a code.
std::string_view code_name(ErrorCode code);

}  // namespace headroom::cli
