// KeptBlocks: what a device's allocator would hold, block by block, without holding anything. On the CPU: its sizes, its cache, its
// rule of how much to keep (block_cache.h); on a GPU: CUDA's caching allocator (device_pool.h). For forecasts. Torch-free; one thread.
#pragma once

#include "core/base/units.h"
#include "core/memory/device_pool.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace headroom {

/// What is alive throughout a step.
struct Resident {
    Resident(Bytes all = {}, std::optional<std::vector<Bytes>> large = {}) : bytes(all), blocks(std::move(large)) {}
    Bytes bytes;
    std::optional<std::vector<Bytes>>
        blocks;  ///< of more than 1 MiB, the rest are smaller ones; no value: all of it is one block
};

class KeptBlocks {
public:
    /// `limit`: on the CPU of live bytes, on a GPU of bytes held; 0: none. `rules`: of a GPU's allocator; none: the CPU's.
    explicit KeptBlocks(const Resident& resident, Bytes limit = {},
                        const std::optional<PoolRules>& rules = std::nullopt);

    /// Starts the peak anew; the cache stays.
    void begin_step();
    /// A GPU's cache is emptied, and what is taken from now on lies in segments of its own (a CUDA graph's).
    void begin_recording();
    /// The block's number, for give(). Where even an empty cache leaves no room it is taken beyond the limit.
    DevicePool::Block take(std::int64_t bytes);
    void give(std::int64_t bytes, DevicePool::Block block = 0);
    /// Most bytes alive or kept for reuse since begin_step().
    Bytes most_held() const { return pool_ ? pool_->most_held() : Bytes{most_held_}; }

private:
    void take(const Resident& resident);
    using CountBySize = std::map<std::size_t, std::int64_t>;
    void give_up(CountBySize::iterator of);
    void shrink_to(std::int64_t target);
    void note();

    CountBySize count_by_size_;
    std::int64_t live_, high_water_, limit_, kept_ = 0, most_held_ = 0;
    std::optional<DevicePool> pool_;  ///< of a GPU: then nothing above is used
    int stream_ = 0;                  ///< there: blocks of one are never placed in segments of another
};

}  // namespace headroom
