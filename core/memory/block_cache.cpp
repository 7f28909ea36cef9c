// Reuse of freed blocks and allocation from the system.
#include "core/memory/block_cache.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>

namespace headroom {
namespace {
constexpr std::size_t kCacheLine = 64, kPage = 4096, kHugePage = 2u << 20;
}

std::size_t BlockCache::rounded(std::size_t bytes) {
    if (bytes < kSmallest) return bytes;
    const std::size_t grain = std::max<std::size_t>(4096, std::bit_floor(bytes) / 16);
    return (bytes + grain - 1) / grain * grain;
}

std::int64_t BlockCache::may_keep(std::int64_t high_water, std::int64_t live, std::int64_t limit, std::int64_t size) {
    const std::int64_t room = std::max(high_water + 3 * high_water / 8, live) - live;
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
            system_free(blocks.back(), size);
            blocks.pop_back();
            kept_ -= size;
        }
        if (kept_ <= target) return;
    }
}

namespace {

std::size_t in_pages(std::size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

/// Whole pages, the first at a multiple of `alignment`.
void* map_pages(std::size_t size, std::size_t alignment) {
    const std::size_t slop = alignment > kPage ? alignment : 0;
    void* mapped = mmap(nullptr, size + slop, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) return nullptr;
    if (slop == 0) return mapped;
    const auto begin = reinterpret_cast<std::uintptr_t>(mapped);
    const std::uintptr_t aligned = (begin + alignment - 1) / alignment * alignment;
    if (aligned > begin) munmap(mapped, aligned - begin);
    if (const std::uintptr_t behind = begin + slop - aligned; behind > 0)
        munmap(reinterpret_cast<void*>(aligned + size), behind);
    return reinterpret_cast<void*>(aligned);
}

}  // namespace

void* system_allocate(std::size_t bytes) {
    if (bytes < BlockCache::kSmallest)
        return std::aligned_alloc(kCacheLine, (bytes + kCacheLine - 1) / kCacheLine * kCacheLine);
    const bool huge = bytes >= 2 * kHugePage;
    void* block = map_pages(in_pages(bytes), huge ? kHugePage : kPage);
    if (block && huge) madvise(block, in_pages(bytes), MADV_HUGEPAGE);  // only advice: failure changes nothing
    return block;
}

void system_free(void* block, std::size_t bytes) {
    if (bytes < BlockCache::kSmallest)
        std::free(block);
    else
        munmap(block, in_pages(bytes));
}

}  // namespace headroom
