// Events as JSON, one object per line, for scripts. Keys are those of the protocol (core/engine/remote/fields), stable: add, never rename.
#pragma once

#include "core/api/event.h"

#include <string>
#include <type_traits>

namespace headroom::cli {

/// Told to scripts. The others are for the window: latest figures, pictures, and lines that stand in the run's log.
template <class T>
inline constexpr bool is_told =
    !(std::is_same_v<T, Progress> || std::is_same_v<T, MemorySampled> || std::is_same_v<T, TimelineReady> ||
      std::is_same_v<T, SampleReady> || std::is_same_v<T, ForecastReady> || std::is_same_v<T, LogLine>);

/// The line for `event` (with its newline), or "" for kinds that are for the window only.
std::string event_line(const Event& event);

}  // namespace headroom::cli
