// BlockBook: who holds what on one GPU. Hears of every allocation of the device's caching allocator and keeps, by owner and role,
// what is alive, the step's peak and the step's events. Thread-safe; takes no lock but its own, so it may be told anything while the
// allocator's lock is held.
#pragma once

#include "core/memory/block_counts.h"
#include "core/memory/role_scope.h"

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace headroom {

class BlockBook final : public ScopeFollower {
public:
    void allocated(const void* block, Bytes bytes);
    /// Blocks that are not known are ignored.
    void released(const void* block);
    void retag(const void* block, Role role);
    void refused(Bytes requested);

    /// From now on blocks are made by `owner`, whose limit that is.
    void set_owner(std::uint64_t owner, Bytes limit);
    /// What others than `owner` hold, their graphs' memory too.
    Bytes of_others(std::uint64_t owner) const;
    /// What `owner` keeps for work that it has recorded, while none of its blocks lies there.
    void set_graphs(std::uint64_t owner, Bytes bytes);
    struct GraphBytes {
        Bytes own, others;
    };
    GraphBytes graphs(std::uint64_t owner) const;
    /// Live bytes of all owners.
    RoleBytes live() const;
    /// Live bytes and peaks as asked for, those of others as Role::Other and not in the totals; `at_peak` without cache.
    AllocatorCounts counts(std::uint64_t owner) const;
    RefusedAllocation last_refused() const;
    void begin_step(bool record);
    StepLog end_step();
    StepLog present() const;
    void describe(const void* block, ShapeNote note);
    /// Whether any GPU records a step now.
    static bool any_recording() { return recordings_.load(std::memory_order_relaxed) > 0; }

    void phase_noted(Phase which, int micro_batch, bool begins) override;
    /// Called by the followed thread for each phase that it enters or leaves; on that thread.
    std::function<void(Phase which, bool begins)> hear_phases;

private:
    struct Block : LiveBlock {
        std::uint32_t scope = 0, library_call = 0;  ///< 0: within none
        std::uint64_t owner = 0;
    };
    /// Live bytes by role of others than `owner`.
    RoleBytes others_than(std::uint64_t owner) const;
    void remove(const Block& block);
    void change_role(Block& block, Role to);
    std::vector<LiveBlock> list() const;

    mutable std::mutex mutex_;
    std::unordered_map<const void*, Block> blocks_;
    std::uint64_t owner_ = 0;
    Bytes limit_;
    std::map<std::uint64_t, RoleBytes> by_owner_;
    std::map<std::uint64_t, Bytes> graphs_;
    std::uint64_t serial_ = 0;
    BlockCounts counts_;
    static inline std::atomic<int> recordings_{0};
    void set_recording(bool on);
};

}  // namespace headroom
