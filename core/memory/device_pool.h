// DevicePool: what CUDA's caching allocator would hold, block by block, without holding anything. For forecasts. It follows the rules of
// c10::cuda::CUDACachingAllocator in LibTorch 2.11 (sizes and settings: c10/core/AllocatorConfig.h; how blocks are chosen, split,
// joined and given back: PyTorch's CUDA notes and the allocator's own description), without what Headroom does not use: private
// pools, garbage collection, power-of-two rounding. Torch-free; one thread.
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace headroom {

/// Settings of the allocator that decide what it holds.
struct PoolRules {
    bool expandable = true;       ///< segments that grow by whole pages
    Bytes max_split{0};           ///< blocks from this size on are never split; 0: all may be
    Bytes most_beyond{20 << 20};  ///< a block that may not be split serves a request that is at most this much smaller
    Bytes large_segment{20 << 20};  ///< of requests under 10 MiB; pages of growable segments of large blocks
    Bytes address_space{std::int64_t{1} << 50};  ///< of one growable segment: 9/8 of the device's memory
};

/// The address space of one growable segment on a device with so much memory.
inline Bytes growable_space(Bytes device) { return device + Bytes{device.count / 8}; }

class DevicePool {
public:
    static constexpr std::int64_t kUnit = 512;              ///< every size is a multiple of it
    static constexpr std::int64_t kSmallest = 1 << 20;      ///< up to here: the pool of small blocks
    static constexpr std::int64_t kSmallSegment = 2 << 20;  ///< and a growable segment's page of that pool
    static constexpr std::int64_t kMinLarge =
        10 << 20;  ///< from here on a fixed segment is as large as what it is made for
    static constexpr std::int64_t kLargeUnit = 2 << 20;  ///< rounded up to this

    using Block = std::uint32_t;

    /// `limit`: of bytes held; 0: none. As in the allocator it is asked with a segment's size, so that a growing segment's last page
    /// may reach beyond it.
    explicit DevicePool(PoolRules rules, Bytes limit = {});
    ~DevicePool();

    /// No value: refused, also after all that is free was given back.
    std::optional<Block> take(Bytes bytes, int stream = 0);
    void give(Block block);
    /// Gives free segments and free pages back.
    void empty_cache();
    /// Starts the peak anew.
    void begin_step() { most_held_ = held_; }

    /// Where it begins, in an address space of the pool's own.
    std::int64_t address(Block block) const;
    /// The end of all addresses that segments have had so far.
    std::int64_t addresses() const { return next_address_; }

    Bytes held() const { return {held_}; }
    Bytes most_held() const { return {most_held_}; }
    /// Bytes of live blocks, rounded up.
    Bytes live() const { return {live_}; }
    /// Requests that had to wait for the cache to be emptied.
    std::int64_t retries() const { return retries_; }
    void set_limit(Bytes limit) { limit_ = limit.count; }

    /// What is really taken for `bytes`.
    static std::int64_t rounded(std::int64_t bytes);

private:
    struct Part;
    struct Pool;

    std::int64_t segment_for(std::int64_t size) const;
    bool splits(const Part& part, std::int64_t size) const;
    Part* best_fit(Pool& pool, int stream, std::int64_t size);
    Part* new_segment(Pool& pool, int stream, std::int64_t size);
    Part* grow(Pool& pool, int stream, std::int64_t size);
    Part* growable(Pool& pool, int stream, std::int64_t size);
    void map(Part& part, std::int64_t size);
    void unmap(Part& part);
    void join(Part& part, Part* other);
    Part* make_part(Pool& pool, int stream, std::int64_t address, std::int64_t size);
    void drop(Part& part);
    bool give_back_oversized(Pool& pool, int stream, std::int64_t size);
    void give_back(Pool& pool);
    void hold(std::int64_t change);

    PoolRules rules_;
    std::int64_t limit_, held_ = 0, most_held_ = 0, live_ = 0, retries_ = 0, next_address_ = 0;
    std::unique_ptr<Pool> small_, large_;
    std::list<Part> parts_;
    std::vector<Part*> taken_;  ///< by Block
    std::vector<Block> unused_;
};

}  // namespace headroom
