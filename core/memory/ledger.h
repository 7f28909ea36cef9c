// Ledger: turns counters and system figures into a MemoryReport whose columns add up to the device exactly.
#pragma once

#include "core/api/memory_report.h"
#include "core/memory/device_memory.h"

#include <optional>
#include <string>

namespace headroom {

/// What the ledger is made from.
struct LedgerInput {
    AllocatorCounts counts;
    DeviceFigures device;
    Bytes budget;  ///< of the process
    Bytes run_peak;
    std::optional<Bytes>
        peak_context;  ///< context when the latest step ended; none: no step yet, the present one is used
    Bytes reserve;
    std::int64_t oom_survived = 0;
    std::string device_name;
    bool is_cpu = true;
};

/// The report of a CPU or a GPU. The context row is what the process holds less what its allocator holds: libraries, kernels,
/// slack; never below zero, because counted pages of the CPU that were never touched are not resident (the difference is
/// `closure_error`).
MemoryReport make_report(const LedgerInput& input);

/// The part of a budget that training leaves for preview, save and scores: what a preview needs, but at
/// most a twentieth of the budget; what does not fit in works in smaller pieces.
Bytes reserve_of(Bytes budget, Bytes preview);

/// Which budget "automatic" means: what is available now plus what this process holds, less a tenth for the system.
Bytes automatic_budget(const DeviceFigures& device);

}  // namespace headroom
