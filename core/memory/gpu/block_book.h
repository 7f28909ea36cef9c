// BlockBook: who holds what on one GPU. Hears of every allocation of the device's caching allocator and keeps, by role, what
// is alive, the step's peak and the step's events. Thread-safe; takes no lock but its own, so it may be told anything while the
// allocator's lock is held.
#pragma once

#include "core/memory/device_memory.h"
#include "core/memory/role_scope.h"

#include <atomic>
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
    void refused(Bytes wanted, Bytes limit);

    /// Live bytes and peaks as asked for; `at_peak` without cache.
    AllocatorCounts counts() const;
    RefusedAllocation last_refused() const;
    void begin_step(bool record);
    StepLog end_step();
    StepLog present() const;
    void describe(const void* block, ShapeNote note);
    /// Whether any GPU records a step now.
    static bool any_recording() { return recordings_.load(std::memory_order_relaxed) > 0; }

    void phase_noted(Phase which, int micro_batch, bool begins) override;

private:
    struct Block {
        std::uint64_t serial = 0;
        Bytes bytes;
        Role role = Role::Other;
        Phase phase = Phase::None;
        LabelId label = 0;
        std::uint32_t scope = 0;
    };
    void record(const void* address, const Block& block, Bytes delta);
    /// Adds `bytes` to the block's role, and with `peak` to the picture of the peak if the block was alive there.
    void count(const Block& block, Bytes bytes, bool peak);
    void change_role(const void* address, Block& block, Role to);
    void take_peak();
    std::vector<LiveBlock> list() const;

    mutable std::mutex mutex_;
    std::unordered_map<const void*, Block> blocks_;
    RoleBytes live_, at_peak_;
    PhaseBytes activations_, activations_at_peak_;
    std::uint64_t peak_serial_ = 0;  ///< the latest block when at_peak_ was taken
    Bytes total_, peak_;
    Phase peak_phase_ = Phase::None;
    std::uint64_t serial_ = 0;
    std::int64_t refusals_ = 0;
    RefusedAllocation last_refused_;
    static inline std::atomic<int> recordings_{0};
    void set_recording(bool on);
    std::atomic<bool> recording_{false};  ///< written with the lock held
    std::size_t usual_records_ = 4096;
    StepLog log_;
};

}  // namespace headroom
