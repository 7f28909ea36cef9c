// Clock: one monotonic time base for steps, timelines and rates.
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>

namespace headroom {

using Clock = std::chrono::steady_clock;

/// Nanoseconds of the monotonic clock.
inline std::int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
}

/// Seconds since `start`.
inline double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Milliseconds since 1970, as the machine's clock has it.
inline std::int64_t unix_ms_now() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// Seconds of processor time the calling thread has used.
inline double thread_cpu_seconds() {
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

}  // namespace headroom
