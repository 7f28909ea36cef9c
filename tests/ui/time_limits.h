// How long things may take in a test: as processor time, which is the same however busy the machine is; unoptimised and sanitized code takes its multiple
// of what users get.
#pragma once

#include "tests/support/sanitized.h"
#include "ui/shell/slow_events.h"

#include <algorithm>
#include <chrono>

namespace headroom::ui {

using test::kSanitized;

#if !defined(NDEBUG)
constexpr int kTimesAsSlow = kSanitized ? 12 : 4;
#else
constexpr int kTimesAsSlow = kSanitized ? 12 : 1;
#endif

/// Of the processor, for one event of the window: 200 ms where a long run is asked for, on a machine that does nothing else; twice that on any, whose
/// cores may be halves that share one.
inline std::chrono::milliseconds longestEvent() {
    if (qEnvironmentVariableIsSet("HEADROOM_SLOW_EVENTS")) return WatchedApplication::limit_wanted();
    return std::chrono::milliseconds(qEnvironmentVariableIsSet("HEADROOM_MONKEY_EVENTS") ? 200 : 400) * kTimesAsSlow;
}

/// By the clock on the wall: only a window that waits for a lock, a disk or another thread takes so long on a machine where other tests run.
inline std::chrono::milliseconds longestWait() {
    return std::max(std::chrono::milliseconds(10000) * kTimesAsSlow, longestEvent());
}

}  // namespace headroom::ui
