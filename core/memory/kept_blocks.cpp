// Playing an allocator's cache.
#include "core/memory/kept_blocks.h"

#include "core/memory/block_cache.h"

#include <algorithm>

namespace headroom {

KeptBlocks::KeptBlocks(const Resident& resident, Bytes limit, const std::optional<PoolRules>& rules)
    : live_(resident.bytes.count), high_water_(resident.bytes.count), limit_(limit.count) {
    if (rules) {
        pool_.emplace(*rules, limit);
        take(resident);
    }
    begin_step();
}

void KeptBlocks::take(const Resident& resident) {
    std::int64_t rest = resident.bytes.count;
    if (resident.blocks) {
        for (const Bytes block : *resident.blocks) {
            take(block.count);
            rest -= block.count;
        }
    }
    // Small blocks lie close together, apart from the large ones.
    const std::int64_t piece = resident.blocks ? DevicePool::kSmallest / 16 : rest;
    for (; rest > 0; rest -= piece) take(std::min(rest, piece));
}

void KeptBlocks::begin_step() {
    if (pool_) return pool_->begin_step();
    most_held_ = live_ + kept_;
}

void KeptBlocks::begin_recording() {
    if (!pool_) return;
    pool_->empty_cache();
    stream_ = 1;
}

void KeptBlocks::note() { most_held_ = std::max(most_held_, live_ + kept_); }

void KeptBlocks::give_up(CountBySize::iterator of) {
    kept_ -= static_cast<std::int64_t>(of->first);
    if (--of->second == 0) count_by_size_.erase(of);
}

void KeptBlocks::shrink_to(std::int64_t target) {
    while (kept_ > target) give_up(BlockCache::first_to_go(count_by_size_, static_cast<std::size_t>(kept_ - target)));
}

DevicePool::Block KeptBlocks::take(std::int64_t bytes) {
    if (bytes <= 0) return 0;
    if (pool_) {
        if (const auto block = pool_->take({bytes}, stream_)) return *block;
        pool_->set_limit({});
        const DevicePool::Block beyond = pool_->take({bytes}, stream_).value();
        pool_->set_limit({limit_});
        return beyond;
    }
    const std::size_t size = BlockCache::allocated_for(static_cast<std::size_t>(bytes));
    if (const auto found = count_by_size_.find(size); found != count_by_size_.end())
        give_up(found);
    else
        shrink_to(BlockCache::may_keep(high_water_, live_, limit_, static_cast<std::int64_t>(size)));
    live_ += bytes;
    high_water_ = std::max(high_water_, live_);
    note();
    return 0;
}

void KeptBlocks::give(std::int64_t bytes, DevicePool::Block block) {
    if (bytes <= 0) return;
    if (pool_) return pool_->give(block);
    const std::size_t size = BlockCache::allocated_for(static_cast<std::size_t>(bytes));
    live_ -= bytes;
    if (size >= BlockCache::kSmallest) {
        ++count_by_size_[size];
        kept_ += static_cast<std::int64_t>(size);
    }
    note();
}

}  // namespace headroom
