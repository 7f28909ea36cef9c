// What other processes of this machine hold of its RAM, read from /proc on a thread of its own.
#pragma once

#include "core/api/memory_report.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace headroom {

/// Processes by resident memory that they do not share, largest first, this one left out. A few milliseconds. `proc`: the
/// folder that is read.
std::vector<OtherProgram> read_host_programs(const std::string& proc = "/proc");

/// Reads every two seconds while it lives.
class HostPrograms {
public:
    explicit HostPrograms(std::function<std::vector<OtherProgram>()> read = [] { return read_host_programs(); });
    ~HostPrograms();

    /// The latest list; empty until the first is read. Any thread.
    std::vector<OtherProgram> latest() const;

private:
    mutable std::mutex mutex_;
    std::condition_variable_any ended_;
    std::vector<OtherProgram> latest_;
    std::jthread thread_;  // last: starts when everything else is there
};

}  // namespace headroom
