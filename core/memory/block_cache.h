// BlockCache: freed large blocks by size, kept for reuse. Not thread-safe: guarded by the allocator's lock.
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <vector>

namespace headroom {

class BlockCache {
public:
    /// Blocks smaller than this are left to malloc, which keeps small ones itself.
    static constexpr std::size_t kSmallest = 64 * 1024;

    /// Size that is really allocated for `bytes`: coarse enough for neighbours to share, at most 1/16 more.
    static std::size_t rounded(std::size_t bytes);
    /// Bytes in front of every block, for the allocator's own notes; keeps the data aligned for vector code.
    static constexpr std::size_t kHeader = 64;
    /// What a block of `bytes` really takes.
    static std::size_t allocated_for(std::size_t bytes) { return rounded(bytes + kHeader); }
    /// How many bytes may stay kept when a block of `size` must come from the system: all that was ever alive at once and three
    /// eighths more (with less, some blocks are mapped anew in every step), and where there is a limit (0: none) nothing of its
    /// last tenth, so that what is kept for speed never makes a run look tight.
    static std::int64_t may_keep(std::int64_t high_water, std::int64_t live, std::int64_t limit, std::int64_t size);

    /// Of kept blocks (by size, none of them without a block) the one to give up for `excess` bytes: the smallest of at least as many, so
    /// that little more goes than must, and where none has as many the largest.
    template <class BySize> static auto first_to_go(BySize& by_size, std::size_t excess) {
        const auto enough = by_size.lower_bound(excess);
        return enough != by_size.end() ? enough : std::prev(by_size.end());
    }

    /// A kept block of exactly `size` (a rounded size), or nullptr.
    void* take(std::size_t size);
    void put(void* block, std::size_t size);
    /// Gives up blocks (first_to_go) until at most `target` bytes are kept.
    void shrink_to(std::size_t target) { make_room(target, 0); }
    /// The same, and of the pages of a block that goes a new one of `size` bytes: such pages need not be got from the system and cleared.
    /// nullptr where no block goes that has some for it.
    void* make_room(std::size_t target, std::size_t size);
    std::size_t kept() const { return kept_; }
    /// Calls `visit(block, size)` for every kept block.
    template <class Visit> void for_each(Visit visit) const {
        for (const auto& [size, blocks] : by_size_) {
            for (void* block : blocks) visit(block, size);
        }
    }
    /// Called before a kept block is given back to the system; may be null.
    std::function<void(void* block, std::size_t size)> on_free;

private:
    void* take_from(std::map<std::size_t, std::vector<void*>>::iterator of);
    std::map<std::size_t, std::vector<void*>> by_size_;  // in order: what is kept depends on nothing that was before
    std::size_t kept_ = 0;
};

/// Memory from the system, aligned for vector code and, when large, for huge pages. nullptr when there is none. From
/// BlockCache::kSmallest on it is mapped by itself, so that all of it goes back when it is freed: holes between blocks in
/// malloc's heap would stay with the process.
void* system_allocate(std::size_t bytes);
/// `bytes` as they were asked for.
void system_free(void* block, std::size_t bytes);
/// The block with another size, both from BlockCache::kSmallest on, and perhaps at another place. nullptr, and the block as it was: its pages
/// are of no use for that size.
void* system_resize(void* block, std::size_t from, std::size_t to);

}  // namespace headroom
