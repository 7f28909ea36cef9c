// Ledger: turns counters and system figures into a MemoryReport whose columns add up to the device exactly.
#pragma once

#include "core/api/memory_report.h"
#include "core/memory/cpu_allocator.h"
#include "core/memory/host_memory.h"

namespace headroom {

/// What the ledger is made from.
struct LedgerInput {
    AllocatorCounts counts;
    HostMemory host;
    Bytes budget;          ///< of the process
    Bytes run_peak;
    Bytes reserve;
    std::int64_t oom_survived = 0;
    std::string device_name;
};

/// A CPU report. The context row is the resident set less counted tensors: libraries, kernels, slack; never below zero,
/// because counted pages that were never touched are not resident (the difference is `closure_error`).
MemoryReport make_cpu_report(const LedgerInput& input);

/// Which budget "automatic" means on the CPU: what is available now plus what we hold, less a tenth for the system.
Bytes automatic_budget(const HostMemory& host);

}  // namespace headroom
