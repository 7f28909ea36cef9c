// Pace: how long computations of scores tell how far they are, and are stopped.
#pragma once

#include <exception>
#include <functional>

namespace headroom {

/// Thrown by a Pace whose user has asked for an end; scores are all or nothing.
struct ScoreStopped : std::exception {
    const char* what() const noexcept override { return "stopped"; }
};

/// Called between pieces of work with how much of it is done, 0 to 1. Throws ScoreStopped when it shall end.
using Pace = std::function<void(double)>;

}  // namespace headroom
