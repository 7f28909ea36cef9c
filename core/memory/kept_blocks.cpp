// Playing the CPU allocator's cache.
#include "core/memory/kept_blocks.h"

#include "core/memory/block_cache.h"

#include <algorithm>

namespace headroom {

void KeptBlocks::note() { most_held_ = std::max(most_held_, live_ + kept_); }

void KeptBlocks::shrink_to(std::int64_t target) {
    for (auto& [size, count] : count_by_size_) {
        const auto bytes = static_cast<std::int64_t>(size);
        while (kept_ > target && count > 0) {
            kept_ -= bytes;
            --count;
        }
        if (kept_ <= target) return;
    }
}

void KeptBlocks::take(std::int64_t bytes) {
    if (bytes <= 0) return;
    const std::size_t size = BlockCache::allocated_for(static_cast<std::size_t>(bytes));
    const auto found = size >= BlockCache::kSmallest ? count_by_size_.find(size) : count_by_size_.end();
    if (found != count_by_size_.end() && found->second > 0) {
        --found->second;
        kept_ -= static_cast<std::int64_t>(size);
    } else {
        shrink_to(BlockCache::may_keep(high_water_, live_, limit_, static_cast<std::int64_t>(size)));
    }
    live_ += bytes;
    high_water_ = std::max(high_water_, live_);
    note();
}

void KeptBlocks::give(std::int64_t bytes) {
    if (bytes <= 0) return;
    const std::size_t size = BlockCache::allocated_for(static_cast<std::size_t>(bytes));
    live_ -= bytes;
    if (size >= BlockCache::kSmallest) {
        ++count_by_size_[size];
        kept_ += static_cast<std::int64_t>(size);
    }
    note();
}

}  // namespace headroom
