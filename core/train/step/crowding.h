// Crowding: how much of the time the process's threads stood ready without a core, because something else ran there.
#pragma once

#include "core/base/clock.h"

#include <cstdint>
#include <optional>

namespace headroom {

/// Used by one thread. Source: the kernel's /proc/PID/task/TID/schedstat, whose second number is nanoseconds of waiting on a run queue
/// (Documentation/scheduler/sched-stats).
class Crowding {
public:
    /// Cores' worth of waiting since the last answer: 0 where every ready thread ran, 1 where one stood ready all the time. None where the
    /// system does not tell, at first, and within 50 ms of an answer, so that quick steps do not pay for it.
    std::optional<double> since_last();

private:
    std::optional<std::int64_t> waited_;  ///< nanoseconds, of all threads
    Clock::time_point at_;
};

}  // namespace headroom
