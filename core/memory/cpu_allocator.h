// CpuAllocator: the one allocator of CPU tensors. It counts every live byte by role, enforces a limit by throwing
// c10::OutOfMemoryError (the type CUDA throws too, so that one path survives both), records a step's events, and keeps
// freed large blocks for reuse, because a training step frees and takes the same sizes again and page faults cost time.
// Thread-safe. Install it before the first tensor is made.
#pragma once

#include "core/api/memory_report.h"
#include "core/base/units.h"

#include <cstdint>
#include <vector>

namespace headroom {

/// Bytes counted by the allocator at one moment.
struct AllocatorCounts {
    RoleBytes live;          ///< by role; Role::Cache holds the blocks kept for reuse
    Bytes live_total;        ///< live tensor bytes, cache not included
    Bytes step_peak;         ///< largest live_total since begin_step()
    RoleBytes at_peak;       ///< live by role at that moment
    Phase peak_phase = Phase::None;
    std::int64_t out_of_memory = 0;  ///< how often an allocation was refused
};

/// One recorded event of a step. Phase marks have serial 0 and delta 0.
struct StepRecord {
    std::int64_t time_ns = 0;
    std::int64_t delta = 0;
    std::uint64_t serial = 0;   ///< block number; a change of role has the same serial twice
    Role role = Role::Other;
    Phase phase = Phase::None;
    std::int16_t micro_batch = 0;
    bool phase_begins = false;  ///< a PhaseScope was entered here
};

/// A block that was alive when recording began.
struct LiveBlock {
    std::uint64_t serial = 0;
    Bytes bytes;
    Role role = Role::Other;
    Phase phase = Phase::None;
};

/// What was refused last: for the out-of-memory report.
struct RefusedAllocation {
    Bytes requested, live, limit;
    Phase phase = Phase::None;
    Role role = Role::Other;
};

namespace cpu_allocator {

/// Makes this the allocator of all CPU tensors. Idempotent.
void install();

/// Largest allowed live_total; 0: no limit. Refused allocations first give the cache back.
void set_limit(Bytes limit);
Bytes limit();

/// Refuses the n-th allocation from now (fault injection in tests); 0: off.
void refuse_nth(std::int64_t n);

AllocatorCounts counts();
RefusedAllocation last_refused();

/// Forgets the step's peak and starts at the present live bytes; with `record`, also keeps its events from here on.
void begin_step(bool record);
/// Ends recording.
struct StepLog { std::int64_t begin_ns = 0, end_ns = 0; std::vector<LiveBlock> initial; std::vector<StepRecord> records; RoleBytes initial_bytes; };
StepLog end_step();

/// Moves the block that starts at `data` (a storage's data pointer) to another role. Unknown pointers are ignored.
void retag(const void* data, Role role);

/// Gives all kept blocks back to the system. Returns how many bytes that were.
Bytes release_cache();

/// Notes a phase in the step record (called by PhaseScope).
void note_phase(Phase phase, int micro_batch, bool begins);

}  // namespace cpu_allocator

/// While alive, this thread's allocations ignore the limit (unwinding after an out-of-memory error).
class LimitSuspension {
public:
    LimitSuspension();
    ~LimitSuspension();
    LimitSuspension(const LimitSuspension&) = delete;
    LimitSuspension& operator=(const LimitSuspension&) = delete;
};

}  // namespace headroom
