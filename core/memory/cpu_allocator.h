// CpuAllocator: the one allocator of CPU tensors. It counts every live byte by owner and role, enforces an owner's limit by throwing
// c10::OutOfMemoryError (the type CUDA throws too, so that one path survives both), records a step's events, and keeps
// freed large blocks for reuse, because a training step frees and takes the same sizes again and page faults cost time.
// Thread-safe. Install it before the first tensor is made.
#pragma once

#include "core/memory/device_memory.h"

#include <cstdint>
#include <memory>

namespace headroom {

namespace cpu_blocks {
struct Account;
}

namespace cpu_allocator {

/// An owner's blocks: counted, limited, recorded and kept for reuse apart from those of others.
using Account = cpu_blocks::Account;
/// For another owner, who comes to its end when the last holder lets go: what is kept goes back. Blocks may outlive it.
std::shared_ptr<Account> open_account();
/// Whose blocks the calling thread makes. Without an owner in force they are the process's.
Account& mine();
/// From now on the calling thread makes that owner's blocks; null: the process's. Returns what was in force.
Account* put_in_force(Account* account);

/// Makes this the allocator of all CPU tensors. Idempotent.
void install();

/// Largest allowed live_total; 0: no limit. Refused allocations first give the cache back.
void set_limit(Bytes limit, Account& account = mine());
Bytes limit(const Account& account = mine());

/// The smallest limit of any owner; 0: none has one.
Bytes smallest_limit();

/// While on, this thread's allocations ignore the limit. Nests.
void suspend_limit(bool on);

/// How an injected failure looks.
enum class Refusal {
    AtLimit,     ///< as by the limit: allocations that ignore the limit are not counted
    BelowLimit,  ///< as by a system that has no room: any allocation
    OtherError,  ///< any allocation throws an error of the tensor library that is not about memory
};
/// Makes the n-th allocation from now fail (fault injection in tests); 0: off.
void refuse_nth(std::int64_t n, Refusal refusal = Refusal::AtLimit);
/// Allocations until it does; 0: it has, or nothing was asked for.
std::int64_t pending_refusal();

AllocatorCounts counts(const Account& account = mine());
/// Live bytes of all owners but probes; nothing of what they keep.
RoleBytes live_of_all();
RefusedAllocation last_refused(const Account& account = mine());

/// Forgets the step's peak and starts at the present live bytes; with `record`, also keeps its events from here on.
void begin_step(bool record, Account& account = mine());
/// Ends recording. A log with begin_ns 0: nothing was recorded.
StepLog end_step(Account& account = mine());
/// What is alive now, as the log of a step in which nothing happened.
StepLog present(const Account& account = mine());
/// Whether a step of the owner in force is being recorded; costs nothing to ask.
bool recording();
/// Says what the block that starts at `data` (a storage's data pointer of a CPU tensor) is, while a step is recorded.
void describe(const void* data, ShapeNote note);

/// From here to end_metering() the calling thread's blocks are a probe's: an owner of its own, recorded and never limited. They may
/// outlive the metering.
void begin_metering();
StepLog end_metering();

/// Moves the block that starts at `data` (a storage's data pointer) to another role, in the picture of the step's peak too:
/// it was that all along. Unknown pointers are ignored.
void retag(const void* data, Role role);

/// The role of the block that starts at `data`, a storage's data pointer of a CPU tensor; Other for one that is not from here.
Role role_of(const void* data);

/// Gives the owner's kept blocks back to the system, and those of nobody in particular. Returns how many bytes the owner's were.
Bytes release_cache(Account& account = mine());

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
