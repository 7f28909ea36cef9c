// Playing CUDA's caching allocator.
#include "core/memory/device_pool.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace headroom {
namespace {

std::int64_t up_to(std::int64_t n, std::int64_t unit) { return (n + unit - 1) / unit * unit; }

}  // namespace

/// A piece of a segment, live or free. The parts of one segment are linked in the order of their addresses.
struct DevicePool::Part {
    Pool* pool;
    int stream;
    std::int64_t address, size;
    Part *before = nullptr, *after = nullptr;
    bool live = false;
    bool mapped = true;     ///< false: address space without memory
    bool growable = false;  ///< of a segment that grows
    std::list<Part>::iterator self{};

    bool whole() const { return !before && !after; }
};

struct DevicePool::Pool {
    struct BySize {
        using is_transparent = void;
        using Key = std::tuple<int, std::int64_t, std::int64_t>;
        static Key key(const Part* p) { return {p->stream, p->size, p->address}; }
        static Key key(const Key& k) { return k; }
        bool operator()(const auto& a, const auto& b) const { return key(a) < key(b); }
    };
    struct ByAddress {
        using is_transparent = void;
        using Key = std::pair<int, std::int64_t>;
        static Key key(const Part* p) { return {p->stream, p->address}; }
        static Key key(const Key& k) { return k; }
        bool operator()(const auto& a, const auto& b) const { return key(a) < key(b); }
    };
    explicit Pool(bool small) : is_small(small) {}
    const bool is_small;
    std::set<Part*, BySize> free;
    std::set<Part*, ByAddress> unmapped;
};

DevicePool::DevicePool(PoolRules rules, Bytes limit)
    : rules_(rules), limit_(limit.count), small_(std::make_unique<Pool>(true)), large_(std::make_unique<Pool>(false)) {
    if (rules_.max_split.count <= 0) rules_.max_split.count = std::numeric_limits<std::int64_t>::max();
}

DevicePool::~DevicePool() = default;

std::int64_t DevicePool::rounded(std::int64_t bytes) { return std::max(kUnit, up_to(bytes, kUnit)); }

std::int64_t DevicePool::segment_for(std::int64_t size) const {
    if (size <= kSmallest) return kSmallSegment;
    return size < kMinLarge ? rules_.large_segment.count : up_to(size, kLargeUnit);
}

bool DevicePool::splits(const Part& part, std::int64_t size) const {
    const std::int64_t rest = part.size - size;
    if (part.pool->is_small || rules_.expandable) return rest >= kUnit;
    return size < rules_.max_split.count && rest > kSmallest;
}

void DevicePool::hold(std::int64_t change) {
    held_ += change;
    most_held_ = std::max(most_held_, held_);
}

DevicePool::Part* DevicePool::make_part(Pool& pool, int stream, std::int64_t address, std::int64_t size) {
    const auto self = parts_.insert(parts_.end(), Part{&pool, stream, address, size});
    self->self = self;
    return &*self;
}

void DevicePool::drop(Part& part) { parts_.erase(part.self); }

/// The smallest free block that is large enough. A block at the end of what a segment has mapped counts with all that it could
/// grow by: the beginning of a segment is preferred to its open end.
DevicePool::Part* DevicePool::best_fit(Pool& pool, int stream, std::int64_t size) {
    auto at = pool.free.lower_bound(std::tuple(stream, size, std::int64_t{0}));
    const auto of_stream = [&](auto it) { return it != pool.free.end() && (*it)->stream == stream; };
    if (!of_stream(at)) return nullptr;
    const auto room = [](const Part* p) { return p->size + (p->after && !p->after->mapped ? p->after->size : 0); };
    if ((*at)->growable) {
        for (auto next = std::next(at); of_stream(next) && room(*next) < room(*at); ++next) at = next;
    }
    Part* part = *at;
    const std::int64_t oversize = rules_.max_split.count;
    if (size < oversize && part->size >= oversize) return nullptr;
    if (size >= oversize && part->size >= size + rules_.most_beyond.count) return nullptr;
    pool.free.erase(at);
    return part;
}

/// A part whose address space, with free and unmapped parts behind it, has room for `size`; else a new segment without memory.
DevicePool::Part* DevicePool::growable(Pool& pool, int stream, std::int64_t size) {
    const auto usable = [](const Part* p) { return p && !p->live; };
    for (auto it = pool.unmapped.lower_bound(std::pair(stream, std::int64_t{0}));
         it != pool.unmapped.end() && (*it)->stream == stream; ++it) {
        Part* first = usable((*it)->before) ? (*it)->before : *it;
        std::int64_t space = 0;
        for (const Part* p = first; usable(p) && space < size; p = p->after) space += p->size;
        if (space >= size) return first;
    }
    const std::int64_t page = pool.is_small ? kSmallSegment : rules_.large_segment.count;
    const std::int64_t space = up_to(std::max(rules_.address_space.count, size), page);
    Part* part = make_part(pool, stream, next_address_, space);
    next_address_ += space;
    part->growable = true;
    part->mapped = false;
    pool.unmapped.insert(part);
    return part;
}

/// Gives the beginning of an unmapped part memory, in whole pages, and joins it with its free neighbours.
void DevicePool::map(Part& part, std::int64_t size) {
    Pool& pool = *part.pool;
    const std::int64_t mapped =
        std::min(part.size, up_to(size, pool.is_small ? kSmallSegment : rules_.large_segment.count));
    pool.unmapped.erase(&part);
    if (mapped < part.size) {
        Part* rest = make_part(pool, part.stream, part.address + mapped, part.size - mapped);
        rest->growable = true;
        rest->mapped = false;
        rest->before = &part;
        rest->after = part.after;
        if (rest->after) rest->after->before = rest;
        part.after = rest;
        part.size = mapped;
        pool.unmapped.insert(rest);
    }
    part.mapped = true;
    hold(mapped);
    join(part, part.before);
    join(part, part.after);
    pool.free.insert(&part);
}

/// Takes a free neighbour into `part`, which is in no set.
void DevicePool::join(Part& part, Part* other) {
    if (!other || other->live || other->mapped != part.mapped) return;
    if (other->mapped)
        other->pool->free.erase(other);
    else
        other->pool->unmapped.erase(other);
    if (other == part.before) {
        part.address = other->address;
        part.before = other->before;
        if (part.before) part.before->after = &part;
    } else {
        part.after = other->after;
        if (part.after) part.after->before = &part;
    }
    part.size += other->size;
    drop(*other);
}

DevicePool::Part* DevicePool::grow(Pool& pool, int stream, std::int64_t size) {
    Part* part = growable(pool, stream, size);
    if (!part->mapped) map(*part, std::min(part->size, size));
    while (part->size < size) {
        Part* next = part->after;
        map(*next, std::min(size - part->size, next->size));
        part = next;  // has taken in what was before it
    }
    pool.free.erase(part);
    return part;
}

DevicePool::Part* DevicePool::new_segment(Pool& pool, int stream, std::int64_t size) {
    const std::int64_t segment = segment_for(size);
    if (limit_ > 0 && held_ + segment > limit_) return nullptr;
    if (rules_.expandable) return grow(pool, stream, size);
    Part* part = make_part(pool, stream, next_address_, segment);
    next_address_ += segment;
    hold(segment);
    return part;
}

std::optional<DevicePool::Block> DevicePool::take(Bytes bytes, int stream) {
    const std::int64_t size = rounded(bytes.count);
    Pool& pool = size <= kSmallest ? *small_ : *large_;
    Part* part = best_fit(pool, stream, size);
    if (!part) part = new_segment(pool, stream, size);
    if (!part && give_back_oversized(pool, stream, size)) part = new_segment(pool, stream, size);
    if (!part) {
        empty_cache();
        ++retries_;
        part = new_segment(pool, stream, size);
    }
    if (!part) return std::nullopt;
    if (splits(*part, size)) {
        Part* rest = make_part(pool, stream, part->address + size, part->size - size);
        rest->growable = part->growable;
        rest->before = part;
        rest->after = part->after;
        if (rest->after) rest->after->before = rest;
        part->after = rest;
        part->size = size;
        pool.free.insert(rest);
    }
    part->live = true;
    live_ += part->size;
    if (unused_.empty()) {
        taken_.push_back(part);
        return static_cast<Block>(taken_.size() - 1);
    }
    const Block block = unused_.back();
    unused_.pop_back();
    taken_[block] = part;
    return block;
}

void DevicePool::give(Block block) {
    Part& part = *taken_[block];
    unused_.push_back(block);
    part.live = false;
    live_ -= part.size;
    join(part, part.before);
    join(part, part.after);
    part.pool->free.insert(&part);
}

std::int64_t DevicePool::address(Block block) const { return taken_[block]->address; }

/// Where blocks are too large to be split: as many of them as hold what is wanted, one if one does, else the largest first.
bool DevicePool::give_back_oversized(Pool& pool, int stream, std::int64_t size) {
    if (rules_.max_split.count == std::numeric_limits<std::int64_t>::max()) return false;
    const std::int64_t wanted = std::max(size, rules_.max_split.count);
    const auto release = [&](Part* part) {
        pool.free.erase(part);
        hold(-part->size);
        drop(*part);
    };
    auto at = pool.free.lower_bound(std::tuple(stream, wanted, std::int64_t{0}));
    if (at != pool.free.end() && (*at)->stream == stream) {
        if (!(*at)->growable) release(*at);
        return true;
    }
    std::int64_t released = 0;
    while (released < wanted && at != pool.free.begin()) {
        Part* part = *--at;
        if (part->size < rules_.max_split.count || part->stream != stream) break;
        if (part->growable) continue;
        released += part->size;
        at = std::next(at);
        release(part);
    }
    return released >= wanted;
}

void DevicePool::give_back(Pool& pool) {
    const std::vector<Part*> all(pool.free.begin(), pool.free.end());
    for (Part* part : all) {
        if (part->growable) {
            unmap(*part);
        } else if (part->whole()) {
            pool.free.erase(part);
            hold(-part->size);
            drop(*part);
        }
    }
}

/// Gives back the whole pages within a free part of a growing segment, and the segment when nothing of it has memory.
void DevicePool::unmap(Part& part) {
    Pool& pool = *part.pool;
    const std::int64_t page = pool.is_small ? kSmallSegment : rules_.large_segment.count;
    const Part* first = &part;
    while (first->before) first = first->before;
    const std::int64_t origin = first->address, end = part.address + part.size;
    const std::int64_t from = origin + up_to(part.address - origin, page), to = origin + (end - origin) / page * page;
    if (from >= to) return;
    pool.free.erase(&part);
    const auto keep = [&](std::int64_t address, std::int64_t size, Part* before, Part* after) {
        if (size == 0) return;
        Part* rest = make_part(pool, part.stream, address, size);
        rest->growable = true;
        rest->before = before;
        rest->after = after;
        if (before) before->after = rest;
        if (after) after->before = rest;
        pool.free.insert(rest);
    };
    keep(part.address, from - part.address, part.before, &part);
    keep(to, end - to, &part, part.after);
    part.address = from;
    part.size = to - from;
    part.mapped = false;
    hold(from - to);
    join(part, part.before);
    join(part, part.after);
    if (part.whole())
        drop(part);
    else
        pool.unmapped.insert(&part);
}

void DevicePool::empty_cache() {
    give_back(*large_);
    give_back(*small_);
}

}  // namespace headroom
