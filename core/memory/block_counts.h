// BlockCounts: what living blocks hold by role, now and at a step's peak, and the record of a step. The CPU's allocator counts each
// owner's blocks with one, BlockBook a GPU's. Without a lock of its own: who has one holds a lock.
#pragma once

#include "core/memory/device_memory.h"

#include <atomic>

namespace headroom {

struct BlockCounts {
    RoleBytes live, at_peak;
    PhaseBytes activations, activations_at_peak;
    std::int64_t live_total = 0, peak = 0, live_tensors = 0;
    std::uint64_t peak_serial = 0;  ///< the latest block when at_peak was taken
    Phase peak_phase = Phase::None;
    std::int64_t refused = 0;
    RefusedAllocation last_refused;
    std::atomic<bool> recording{false};  ///< written with the lock held
    std::size_t usual_records = 4096;    ///< room to reserve, so that recording allocates nothing
    StepLog log;

    /// A block is born or dies in the phase `now`.
    void add(const LiveBlock& block, Phase now);
    void remove(const LiveBlock& block, Phase now);
    /// `block`, which lives, turned out to be something else and was that all along, at the peak too.
    void change_role(LiveBlock block, Role to, Phase now);
    /// The present becomes the peak; `latest`: the number of the newest block.
    void take_peak(std::uint64_t latest);
    AllocatorCounts counts() const;

    /// The record of a step: begun and ended with the blocks that are `alive` then.
    void begin_log(std::vector<LiveBlock> alive);
    StepLog end_log(std::vector<LiveBlock> alive);
    /// A step in which nothing happened.
    StepLog present(std::vector<LiveBlock> alive) const;
    void note_phase(Phase which, int micro_batch, bool begins);

private:
    void count(const LiveBlock& block, Bytes bytes, Phase now);
};

}  // namespace headroom
