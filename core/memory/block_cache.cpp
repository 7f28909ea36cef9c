// Reuse of freed blocks and allocation from the system.
#include "core/memory/block_cache.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace headroom {
namespace {
constexpr std::size_t kHugePage = 2u << 20;
}

std::size_t BlockCache::rounded(std::size_t bytes) {
    if (bytes < kSmallest) return bytes;
    const std::size_t grain = std::max<std::size_t>(4096, std::bit_floor(bytes) / 16);
    return (bytes + grain - 1) / grain * grain;
}

std::int64_t BlockCache::may_keep(std::int64_t high_water, std::int64_t live, std::int64_t limit, std::int64_t size) {
    const std::int64_t room = std::max(high_water + high_water / 4, live) - live;
    const std::int64_t allowed = limit > 0 ? std::min(room, limit - limit / 10 - live) : room;
    return std::max<std::int64_t>(0, allowed - size);
}

void* BlockCache::take(std::size_t size) {
    const auto found = by_size_.find(size);
    if (found == by_size_.end() || found->second.empty()) return nullptr;
    void* block = found->second.back();
    found->second.pop_back();
    kept_ -= size;
    return block;
}

void BlockCache::put(void* block, std::size_t size) {
    by_size_[size].push_back(block);
    kept_ += size;
}

void BlockCache::shrink_to(std::size_t target) {
    for (auto& [size, blocks] : by_size_) {
        while (kept_ > target && !blocks.empty()) {
            if (on_free) on_free(blocks.back(), size);
            system_free(blocks.back());
            blocks.pop_back();
            kept_ -= size;
        }
        if (kept_ <= target) return;
    }
}

void* system_allocate(std::size_t bytes) {
    void* block = nullptr;
    const std::size_t alignment = bytes >= 2 * kHugePage ? kHugePage : 64;
    if (posix_memalign(&block, alignment, bytes) != 0) return nullptr;
    if (alignment == kHugePage) madvise(block, bytes, MADV_HUGEPAGE);  // only advice: failure changes nothing
    return block;
}

void system_free(void* block) { std::free(block); }

}  // namespace headroom
