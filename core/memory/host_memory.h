// Host memory as the system reports it: total (or the control group's limit), available, and this process's resident set.
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <string>

namespace headroom {

struct HostMemory {
    Bytes total;      ///< RAM, or the control group's limit if that is lower
    Bytes available;  ///< what could be taken now without swapping
    Bytes resident;   ///< this process
    bool limited_by_group = false;
    bool known = true;  ///< false: /proc could not be read
};

/// Reads /proc and the control group; about 50 microseconds.
HostMemory read_host_memory();

/// The processor's name and core count, "AMD EPYC 9B14, 2 cores".
std::string cpu_name();

/// Largest resident set of this process so far.
Bytes resident_high_water();

}  // namespace headroom
