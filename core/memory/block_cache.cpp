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

void* BlockCache::take_from(std::map<std::size_t, std::vector<void*>>::iterator of) {
    void* block = of->second.back();
    of->second.pop_back();
    kept_ -= of->first;
    if (of->second.empty()) by_size_.erase(of);
    return block;
}

void* BlockCache::take(std::size_t size) {
    const auto found = by_size_.find(size);
    return found != by_size_.end() ? take_from(found) : nullptr;
}

void BlockCache::put(void* block, std::size_t size) {
    by_size_[size].push_back(block);
    kept_ += size;
}

void* BlockCache::make_room(std::size_t target, std::size_t size) {
    void* made = nullptr;
    while (kept_ > target) {
        const auto going = first_to_go(by_size_, kept_ - target);
        const std::size_t bytes = going->first;
        void* block = take_from(going);
        if (on_free) on_free(block, bytes);
        void* resized = !made && size >= kSmallest ? system_resize(block, bytes, size) : nullptr;
        if (resized)
            made = resized;
        else
            system_free(block, bytes);
    }
    return made;
}

namespace {

std::size_t rounded_up(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }
std::size_t in_pages(std::size_t bytes) { return rounded_up(bytes, kPage); }
bool is_huge(std::size_t bytes) { return bytes >= 2 * kHugePage; }

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
    const bool huge = is_huge(bytes);
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

void* system_resize(void* block, std::size_t from, std::size_t to) {
    const std::size_t before = in_pages(from), after = in_pages(to);
    const bool huge = is_huge(to);
    // Many small pages would be slow in a large block, and a part of a huge page does not go back to the system.
    if (huge != is_huge(from)) return nullptr;
    if (after <= before) {
        if (huge && after % kHugePage != 0 && rounded_up(after, kHugePage) <= before) return nullptr;
        if (after < before) munmap(static_cast<char*>(block) + after, before - after);
        return block;
    }
    void* place = huge ? map_pages(after, kHugePage) : nullptr;
    if (huge && !place) return nullptr;
    void* moved = huge ? mremap(block, before, after, MREMAP_MAYMOVE | MREMAP_FIXED, place)
                       : mremap(block, before, after, MREMAP_MAYMOVE);
    // The system may have taken `place` away before it failed, and another thread may have it by now: it is not given back.
    return moved != MAP_FAILED ? moved : nullptr;
}

}  // namespace headroom
