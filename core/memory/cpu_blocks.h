// The blocks of the CPU's allocator: what stands before each, and by owner who lives, what roles hold now and held at the peak, and the
// record of a step. For cpu_allocator.cpp alone; everything but `recording` with the state's lock held.
#pragma once

#include "core/memory/block_cache.h"
#include "core/memory/block_counts.h"
#include "core/memory/cpu_allocator.h"
#include "core/memory/role_scope.h"

#include <cstdint>
#include <mutex>
#include <vector>

namespace headroom::cpu_blocks {

struct Account;
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
    Account* account = nullptr;
    std::uint32_t scope = 0;
    std::uint8_t role_number = 0, phase_number = 0;

    Role role() const { return static_cast<Role>(role_number); }
    Phase phase() const { return static_cast<Phase>(phase_number); }
    std::int64_t size() const { return static_cast<std::int64_t>(bytes); }
};
static_assert(sizeof(Header) <= kHeader);

/// One owner's blocks. Closed and without blocks it is deleted.
struct Account : BlockCounts {
    const bool probe;  ///< recorded from beginning to end, never limited
    bool open = true;  ///< its owner still makes blocks
    BlockCache cache;
    Header* first = nullptr;
    std::int64_t limit = 0, high_water = 0;
    std::int64_t held = 0;            ///< got from the system: what lives, with its padding, and what is kept
    std::int64_t held_peak = 0;       ///< largest sum of live and kept bytes since begin_step()
    std::int64_t others_at_peak = 0;  ///< held by other owners when the peak was taken, probes left out

    explicit Account(bool of_probe);
};

struct State {
    std::mutex mutex;
    std::vector<Account*> accounts;
    std::int64_t held = 0;  ///< by all of them but probes
    std::int64_t refuse_in = 0;
    cpu_allocator::Refusal refusal = cpu_allocator::Refusal::AtLimit;
    std::uint64_t serial = 0;
};

/// The one of this process.
State& state();

inline std::uint64_t data_of(const Header* h) { return reinterpret_cast<std::uint64_t>(h) + kHeader; }
LiveBlock block_of(const Header* h);
std::vector<LiveBlock> list_live(const Account& a);

/// Memory that was got from the system (+) or given back (-).
void note_segment(Account& a, void* block, std::int64_t size);
/// `log` with the memory that is held now.
StepLog with_segments(const Account& a, StepLog log);

/// What is known of a block at its birth.
Header* stamp(Account& a, void* block, std::size_t bytes, std::size_t allocated);
/// Links a new block among its owner's living and follows the peak.
void note_live(Header* h);
void note_held(Account& a);
/// Changes the role that a block was given at birth, in the peak too.
void change_role(Header* h, Role role);
/// The present becomes the peak.
void take_peak(Account& a);
/// Forgets an account that has come to its end.
void drop_if_done(Account* a);

}  // namespace headroom::cpu_blocks
