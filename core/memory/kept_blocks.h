// KeptBlocks: what the CPU allocator would hold, block by block, without holding anything: its sizes, its cache, its rule of
// how much to keep (block_cache.h). For forecasts. Torch-free; one thread.
#pragma once

#include "core/base/units.h"

#include <cstddef>
#include <cstdint>
#include <map>

namespace headroom {

class KeptBlocks {
public:
    /// `resident`: bytes alive throughout. `limit`: of live bytes; 0: none.
    explicit KeptBlocks(Bytes resident, Bytes limit = {})
        : live_(resident.count), high_water_(resident.count), limit_(limit.count) {
        begin_step();
    }

    /// Starts the peak anew; the cache stays.
    void begin_step() { most_held_ = live_ + kept_; }
    void take(std::int64_t bytes);
    void give(std::int64_t bytes);
    /// Most bytes alive or kept for reuse since begin_step().
    Bytes most_held() const { return {most_held_}; }

private:
    void shrink_to(std::int64_t target);
    void note();

    std::map<std::size_t, std::int64_t> count_by_size_;
    std::int64_t live_, high_water_, limit_, kept_ = 0, most_held_ = 0;
};

}  // namespace headroom
