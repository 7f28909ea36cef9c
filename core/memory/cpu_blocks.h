// The blocks of the CPU's allocator: what stands before each, who lives, what roles hold now and held at the peak, and the record of a
// step. For cpu_allocator.cpp alone; everything but `recording` with the state's lock held.
#pragma once

#include "core/memory/block_cache.h"
#include "core/memory/cpu_allocator.h"
#include "core/memory/role_scope.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace headroom::cpu_blocks {

/// The blocks of a probe: set apart from the run's, recorded for themselves.
struct Meter {
    StepLog log;
    BlockCache cache;
    std::int64_t live = 0, high_water = 0, blocks = 0;
    bool open = true;  ///< its thread still makes blocks; closed and without blocks it is deleted
};
constexpr std::uint32_t kMagic = 0x524F4F4D;
constexpr std::size_t kHeader = BlockCache::kHeader;

/// Stands in front of every block's data and links the live blocks.
struct Header {  // tight, so that it stays within its 64 bytes
    std::uint32_t magic = kMagic;
    LabelId label = 0;
    std::size_t bytes = 0;      // as asked for: what is counted
    std::size_t allocated = 0;  // rounded, header included
    std::uint64_t serial = 0;
    Header* previous = nullptr;
    Header* next = nullptr;
    Meter* meter = nullptr;     // whose block it is; null: the run's
    std::uint32_t scope = 0;
    std::uint8_t role_number = 0, phase_number = 0;

    Role role() const { return static_cast<Role>(role_number); }
    Phase phase() const { return static_cast<Phase>(phase_number); }
    std::int64_t size() const { return static_cast<std::int64_t>(bytes); }
};
static_assert(sizeof(Header) <= kHeader);

struct State {
    std::mutex mutex;
    BlockCache cache;
    Header* first = nullptr;
    RoleBytes live;
    std::int64_t live_total = 0, limit = 0, peak = 0, high_water = 0;
    std::int64_t held_peak = 0;  ///< largest sum of live and kept bytes since begin_step()
    RoleBytes at_peak;
    PhaseBytes activations, activations_at_peak;
    std::uint64_t peak_serial = 0;  ///< the latest block when at_peak was taken
    std::int64_t live_tensors = 0;
    Phase peak_phase = Phase::None;
    std::int64_t refused = 0, refuse_in = 0;
    cpu_allocator::Refusal refusal = cpu_allocator::Refusal::AtLimit;
    std::uint64_t serial = 0;
    RefusedAllocation last_refused;
    std::int64_t metered = 0;  ///< bytes that all meters hold
    std::atomic<bool> recording{false};  ///< written with the lock held
    std::size_t usual_records = 4096;    ///< room to reserve, so that recording allocates nothing
    StepLog log;
};

/// The one of this process.
State& state();

inline std::uint64_t data_of(const Header* h) { return reinterpret_cast<std::uint64_t>(h) + kHeader; }
LiveBlock block_of(const Header* h);
void list_live(const State& s, std::vector<LiveBlock>& out);

/// Notes `delta` bytes of `h` in the record of its probe or of the step, if one is kept.
void record(State& s, const Header& h, std::int64_t delta);
/// Memory that was got from the system (+) or given back (-).
void record_segment(void* block, std::int64_t size);
/// The end's state, for a log that is complete.
void close_log(State& s, StepLog& log);

/// What is known of a block at its birth.
Header* stamp(State& s, void* block, std::size_t bytes, std::size_t allocated);
/// Links a new block of the run among the living and follows the peak.
void note_live(State& s, Header* h);
void note_held(State& s);
/// Adds to what its role holds; a probe's block does not count.
void count(State& s, const Header* h, std::int64_t bytes);
/// A block is told to be something else than it was taken for at birth, the peak included.
void change_role(State& s, Header* h, Role role);
/// The present becomes the peak.
void take_peak(State& s);

}  // namespace headroom::cpu_blocks
