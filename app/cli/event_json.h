// Events as JSON, one object per line, for scripts. Keys are those of the protocol (core/engine/remote/fields), stable: add, never rename.
#pragma once

#include "core/api/event.h"

#include <string>

namespace headroom::cli {

/// The line for `event` (with its newline), or "" for kinds that are for the window only.
std::string event_line(const Event& event);

}  // namespace headroom::cli
