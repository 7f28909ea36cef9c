// The memory limits of the control groups that this process is in: containers and services have one, often nested, versions 1
// and 2. Source: Linux's Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst. Torch-free; any thread.
#pragma once

#include "core/base/units.h"

#include <algorithm>
#include <optional>
#include <string>

namespace headroom {

struct GroupLimit {
    Bytes limit;  ///< of the group that leaves the least
    Bytes used;   ///< in that group, without file pages that the kernel gives up when memory runs short
    Bytes left() const { return std::max(limit - used, Bytes{}); }
};

/// The group that leaves the least of all that hold this process; no value: none has a limit. The arguments are for tests.
std::optional<GroupLimit> tightest_group(const std::string& membership = "/proc/self/cgroup",
                                         const std::string& mount = "/sys/fs/cgroup");

}  // namespace headroom
