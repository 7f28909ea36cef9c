// BlockBook: who holds what on one GPU. Hears of every allocation of the device's caching allocator and keeps, by role, what
// is alive, the step's peak and the step's events. Thread-safe; takes no lock but its own, so it may be told anything while the
// allocator's lock is held.
#pragma once

#include "core/memory/device_memory.h"
#include "core/memory/role_scope.h"

#include <mutex>
#include <unordered_map>

namespace headroom {

class BlockBook final : public ScopeFollower {
public:
    void allocated(const void* block, Bytes bytes);
    /// Blocks that are not known are ignored.
    void released(const void* block);
    void retag(const void* block, Role role);
    void refused(Bytes wanted, Bytes limit);

    /// Live bytes and peaks as asked for; `at_peak` without cache.
    AllocatorCounts counts() const;
    RefusedAllocation last_refused() const;
    void begin_step(bool record);
    StepLog end_step();

    void phase_noted(Phase which, int micro_batch, bool begins) override;

private:
    struct Block {
        std::uint64_t serial = 0;
        Bytes bytes;
        Role role = Role::Other;
        Phase phase = Phase::None;
    };
    void record(const Block& block, Bytes delta);

    mutable std::mutex mutex_;
    std::unordered_map<const void*, Block> blocks_;
    RoleBytes live_, at_peak_;
    Bytes total_, peak_;
    Phase peak_phase_ = Phase::None;
    std::uint64_t serial_ = 0;
    std::int64_t refusals_ = 0;
    RefusedAllocation last_refused_;
    bool recording_ = false;
    StepLog log_;
};

}  // namespace headroom
