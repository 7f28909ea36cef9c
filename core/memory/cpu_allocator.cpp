// The counting, limiting, recording CPU allocator.
#include "core/memory/cpu_allocator.h"

#include "core/base/clock.h"
#include "core/memory/block_cache.h"
#include "core/memory/role_scope.h"

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <new>
#include <string>

namespace headroom {
namespace {

thread_local int t_suspended = 0;

/// The blocks of a probe: set apart from the run's, recorded for themselves.
struct Meter {
    StepLog log;
    std::int64_t live = 0, blocks = 0;
    bool open = true;  ///< its thread still makes blocks; closed and without blocks it is deleted
};
thread_local Meter* t_meter = nullptr;

constexpr std::uint64_t kMagic = 0x48454144524F4F4Dull;
constexpr std::size_t kHeader = BlockCache::kHeader;

/// Stands in front of every block's data and links the live blocks.
struct Header {
    std::uint64_t magic = kMagic;
    std::size_t bytes = 0;      // as asked for: what is counted
    std::size_t allocated = 0;  // rounded, header included
    std::uint64_t serial = 0;
    Header* previous = nullptr;
    Header* next = nullptr;
    Role role = Role::Other;
    Phase phase = Phase::None;
    Meter* meter = nullptr;  // whose block it is; null: the run's
};
static_assert(sizeof(Header) <= kHeader);

struct State {
    std::mutex mutex;
    BlockCache cache;
    Header* first = nullptr;
    RoleBytes live;
    std::int64_t live_total = 0, limit = 0, peak = 0, high_water = 0;
    std::int64_t held_peak = 0;  ///< largest sum of live and kept bytes since begin_step()
    RoleBytes at_peak;
    Phase peak_phase = Phase::None;
    std::int64_t refused = 0, refuse_in = 0;
    std::uint64_t serial = 0;
    RefusedAllocation last_refused;
    std::int64_t metered = 0;  ///< live bytes of all meters
    bool recording = false;
    StepLog log;
};

State& state() {
    static State* s = new State;  // lives for ever: tensors may die after static destructors
    return *s;
}

void record(State& s, const Header& h, std::int64_t delta) {
    StepLog* log = h.meter ? &h.meter->log : s.recording ? &s.log : nullptr;
    if (!log || (h.meter && !h.meter->open)) return;
    log->records.push_back({now_ns(), delta, h.serial, h.role, current_phase(), 0, false});
}

void note_held(State& s) { s.held_peak = std::max(s.held_peak, s.live_total + static_cast<std::int64_t>(s.cache.kept())); }

void note_live(State& s, Header* h) {
    h->previous = nullptr;
    h->next = s.first;
    if (s.first) s.first->previous = h;
    s.first = h;
    s.live[h->role].count += static_cast<std::int64_t>(h->bytes);
    s.live_total += static_cast<std::int64_t>(h->bytes);
    if (s.live_total > s.peak) {
        s.peak = s.live_total;
        s.at_peak = s.live;
        s.peak_phase = current_phase();
        s.high_water = std::max(s.high_water, s.peak);
    }
    note_held(s);
    record(s, *h, static_cast<std::int64_t>(h->bytes));
}

bool over_limit(const State& s, std::size_t bytes) {
    return s.limit > 0 && t_suspended == 0 && s.live_total + static_cast<std::int64_t>(bytes) > s.limit;
}

[[noreturn]] void refuse(State& s, std::size_t bytes, bool injected, std::unique_lock<std::mutex>& lock) {
    ++s.refused;
    s.last_refused = {Bytes{static_cast<std::int64_t>(bytes)}, Bytes{s.live_total}, Bytes{s.limit}, current_phase(), current_role()};
    const std::string text = "out of memory: " + to_text(Bytes{static_cast<std::int64_t>(bytes)}) + " wanted for " +
                             std::string(name_of(current_role())) + ", " + to_text(Bytes{s.live_total}) + " in use, " +
                             (s.limit > 0 ? to_text(Bytes{s.limit}) + " allowed" : std::string(injected ? "refused on purpose" : "none left"));
    lock.unlock();
    TORCH_CHECK_WITH(OutOfMemoryError, false, text);
    std::abort();
}

/// A probe's block: no limit, no cache, no figures of the run.
void* allocate_metered(State& s, std::size_t bytes, std::unique_lock<std::mutex>& lock) {
    void* block = system_allocate(bytes + kHeader);
    if (!block) refuse(s, bytes, false, lock);
    auto* h = new (block) Header;
    h->bytes = bytes;
    h->allocated = bytes + kHeader;
    h->serial = ++s.serial;
    h->role = current_role();
    h->phase = current_phase();
    h->meter = t_meter;
    ++t_meter->blocks;
    t_meter->live += static_cast<std::int64_t>(bytes);
    s.metered += static_cast<std::int64_t>(bytes);
    record(s, *h, static_cast<std::int64_t>(bytes));
    return static_cast<char*>(block) + kHeader;
}

void release_metered(State& s, Header* h) {
    Meter* meter = h->meter;
    record(s, *h, -static_cast<std::int64_t>(h->bytes));
    meter->live -= static_cast<std::int64_t>(h->bytes);
    s.metered -= static_cast<std::int64_t>(h->bytes);
    h->magic = 0;
    system_free(h);
    if (--meter->blocks == 0 && !meter->open) delete meter;
}

void* allocate(std::size_t bytes) {
    if (bytes == 0) return nullptr;
    State& s = state();
    std::unique_lock lock(s.mutex);
    if (t_meter) return allocate_metered(s, bytes, lock);
    if (s.refuse_in > 0 && t_suspended == 0 && --s.refuse_in == 0) refuse(s, bytes, true, lock);
    if (over_limit(s, bytes)) {
        s.cache.shrink_to(0);
        refuse(s, bytes, false, lock);
    }
    const std::size_t size = BlockCache::allocated_for(bytes);
    void* block = size >= BlockCache::kSmallest ? s.cache.take(size) : nullptr;
    if (!block) {
        s.cache.shrink_to(static_cast<std::size_t>(BlockCache::may_keep(s.high_water, s.live_total, s.limit, static_cast<std::int64_t>(size))));
        block = system_allocate(size);
        if (!block) {
            s.cache.shrink_to(0);
            block = system_allocate(size);
        }
        if (!block) refuse(s, bytes, false, lock);
    }
    auto* h = new (block) Header;
    h->bytes = bytes;
    h->allocated = size;
    h->serial = ++s.serial;
    h->role = current_role();
    h->phase = current_phase();
    note_live(s, h);
    return static_cast<char*>(block) + kHeader;
}

Header* header_of(void* data) { return reinterpret_cast<Header*>(static_cast<char*>(data) - kHeader); }

void release(void* data) {
    if (!data) return;
    State& s = state();
    std::lock_guard lock(s.mutex);
    Header* h = header_of(data);
    TORCH_INTERNAL_ASSERT(h->magic == kMagic, "a tensor was freed that the counting allocator did not make");
    if (h->meter) return release_metered(s, h);
    (h->previous ? h->previous->next : s.first) = h->next;
    if (h->next) h->next->previous = h->previous;
    s.live[h->role].count -= static_cast<std::int64_t>(h->bytes);
    s.live_total -= static_cast<std::int64_t>(h->bytes);
    record(s, *h, -static_cast<std::int64_t>(h->bytes));
    const std::size_t size = h->allocated;
    h->magic = 0;
    if (size >= BlockCache::kSmallest) s.cache.put(h, size);
    else system_free(h);
    note_held(s);
}

class CountingAllocator final : public c10::Allocator {
public:
    c10::DataPtr allocate(std::size_t n) override {
        void* data = headroom::allocate(n);
        return {data, data, &release, c10::Device(c10::DeviceType::CPU)};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &release; }
    void copy_data(void* to, const void* from, std::size_t n) const override { std::memcpy(to, from, n); }
};

}  // namespace

LimitSuspension::LimitSuspension() { ++t_suspended; }
LimitSuspension::~LimitSuspension() { --t_suspended; }

void cpu_allocator::suspend_limit(bool on) { t_suspended += on ? 1 : -1; }

namespace cpu_allocator {

void install() {
    static CountingAllocator* allocator = new CountingAllocator;
    c10::SetCPUAllocator(allocator, 1);
}

void set_limit(Bytes limit) {
    State& s = state();
    std::lock_guard lock(s.mutex);
    s.limit = limit.count;
}

Bytes limit() {
    State& s = state();
    std::lock_guard lock(s.mutex);
    return {s.limit};
}

void refuse_nth(std::int64_t n) {
    State& s = state();
    std::lock_guard lock(s.mutex);
    s.refuse_in = n;
}

AllocatorCounts counts() {
    State& s = state();
    std::lock_guard lock(s.mutex);
    AllocatorCounts c;
    c.live = s.live;
    c.live[Role::Other] += Bytes{s.metered};
    c.live[Role::Cache] += Bytes{static_cast<std::int64_t>(s.cache.kept())};
    c.live_total = {s.live_total};
    c.step_peak = {s.peak};
    c.at_peak = s.at_peak;
    // The process holds most when blocks are kept besides; the tensors' peak and that may be moments apart.
    c.at_peak[Role::Cache] += Bytes{std::max<std::int64_t>(0, s.held_peak - s.peak)};
    c.peak_phase = s.peak_phase;
    c.out_of_memory = s.refused;
    return c;
}

RefusedAllocation last_refused() {
    State& s = state();
    std::lock_guard lock(s.mutex);
    return s.last_refused;
}

void begin_step(bool record) {
    State& s = state();
    std::lock_guard lock(s.mutex);
    s.peak = s.live_total;
    s.at_peak = s.live;
    s.held_peak = s.live_total + static_cast<std::int64_t>(s.cache.kept());
    s.recording = record;
    if (!record) return;
    s.log = {};
    s.log.records.reserve(4096);
    s.log.begin_ns = now_ns();
    s.log.initial_bytes = s.live;
    for (const Header* h = s.first; h; h = h->next) {
        s.log.initial.push_back({h->serial, Bytes{static_cast<std::int64_t>(h->bytes)}, h->role, h->phase});
    }
}

StepLog end_step() {
    State& s = state();
    std::lock_guard lock(s.mutex);
    s.recording = false;
    s.log.end_ns = now_ns();
    return std::exchange(s.log, {});
}

void begin_metering() {
    TORCH_CHECK(!t_meter, "a probe is already under way on this thread");
    t_meter = new Meter;
    t_meter->log.begin_ns = now_ns();
    t_meter->log.records.reserve(8192);
}

StepLog end_metering() {
    TORCH_CHECK(t_meter, "no probe is under way on this thread");
    State& s = state();
    const std::lock_guard lock(s.mutex);
    Meter* meter = std::exchange(t_meter, nullptr);
    meter->open = false;
    meter->log.end_ns = now_ns();
    StepLog log = std::move(meter->log);
    if (meter->blocks == 0) delete meter;
    return log;
}

void retag(const void* data, Role role) {
    if (!data) return;
    State& s = state();
    std::lock_guard lock(s.mutex);
    Header* h = header_of(const_cast<void*>(data));
    if (h->magic != kMagic || h->role == role) return;
    const auto bytes = static_cast<std::int64_t>(h->bytes);
    if (!h->meter) s.live[h->role].count -= bytes;
    record(s, *h, -bytes);
    h->role = role;
    if (!h->meter) s.live[role].count += bytes;
    record(s, *h, bytes);
}

Bytes release_cache() {
    State& s = state();
    std::lock_guard lock(s.mutex);
    const auto kept = static_cast<std::int64_t>(s.cache.kept());
    s.cache.shrink_to(0);
    s.high_water = s.live_total;
    return {kept};
}

void note_phase(Phase phase, int micro_batch, bool begins) {
    State& s = state();
    std::lock_guard lock(s.mutex);
    StepLog* log = t_meter ? &t_meter->log : s.recording ? &s.log : nullptr;
    if (!log) return;
    log->records.push_back({now_ns(), 0, 0, Role::Other, phase, static_cast<std::int16_t>(micro_batch), begins});
}

}  // namespace cpu_allocator
}  // namespace headroom
