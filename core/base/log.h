// Log: one logger, "headroom", with three kinds of sinks: stderr, files that come and go with runs, and listeners.
// All functions are thread-safe. A listener must not log and must not add or remove sinks: it is called under a lock.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace headroom {

/// The first four are in the order of LogLevel in core/api/event.h.
enum class LogSeverity { Debug, Info, Warn, Error, Off };

void log_message(LogSeverity severity, std::string_view text);

/// What is shown on stderr: this severity and above. Warn to begin with.
void set_stderr_log_level(LogSeverity severity);

/// Names a sink that was added; 0 is never used.
using LogSinkId = std::uint64_t;

/// Appends everything from Debug on to `path`, written out line by line. Error: Disk.
Result<LogSinkId> add_log_file(const std::string& path);

/// Receives every line from `lowest` on, in the thread that logged it.
using LogListener = std::function<void(LogSeverity severity, std::int64_t unix_ms, const std::string& text)>;
LogSinkId add_log_listener(LogListener listener, LogSeverity lowest = LogSeverity::Info);

/// Takes a file or listener away; when this returns it is not called any more. Unknown ids are ignored.
void remove_log_sink(LogSinkId id);

}  // namespace headroom
