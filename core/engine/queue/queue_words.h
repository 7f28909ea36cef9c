// Sentences about the queue.
#pragma once

#include "core/api/queue.h"

#include <cstdint>
#include <string>

namespace headroom {

/// "22:00", on another day "2026-11-26 22:00"; local time.
std::string clock_text(std::int64_t unix_ms, std::int64_t now_unix_ms);

/// Reads "22:00" (the next one), "2026-11-26 22:00" or "now", which is 0; local time. Error: InvalidArgument, for what is past
/// too.
Result<std::int64_t> parse_clock(const std::string& text, std::int64_t now_unix_ms);

/// What happens next, in one sentence.
std::string next_words(const QueueSnapshot& queue, std::int64_t now_unix_ms);

/// "1 run waits", "3 runs wait".
std::string wait_words(std::size_t count);

}  // namespace headroom
