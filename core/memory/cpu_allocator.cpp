// The counting, limiting, recording CPU allocator.
#include "core/memory/cpu_allocator.h"

#include "core/base/clock.h"
#include "core/memory/cpu_blocks.h"

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <c10/util/Exception.h>

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <new>
#include <string>

namespace headroom {
namespace cpu_allocator {

using namespace cpu_blocks;

namespace {

thread_local int t_suspended = 0;
thread_local Meter* t_meter = nullptr;

void note_freed(void* block, std::size_t size) { record_segment(block, -static_cast<std::int64_t>(size)); }

bool over_limit(const State& s, std::size_t bytes) {
    return s.limit > 0 && t_suspended == 0 && s.live_total + static_cast<std::int64_t>(bytes) > s.limit;
}

[[noreturn]] void refuse(State& s, std::size_t bytes, bool injected, std::unique_lock<std::mutex>& lock) {
    ++s.refused;
    s.last_refused = {Bytes{static_cast<std::int64_t>(bytes)}, Bytes{s.live_total}, Bytes{s.limit}, current_phase(), current_role()};
    s.last_refused.roles = s.live;
    const std::string text = "out of memory: " + to_text(Bytes{static_cast<std::int64_t>(bytes)}) + " wanted for " +
                             std::string(name_of(current_role())) + ", " + to_text(Bytes{s.live_total}) + " in use, " +
                             (s.limit > 0 ? to_text(Bytes{s.limit}) + " allowed" : std::string(injected ? "refused on purpose" : "none left"));
    lock.unlock();
    TORCH_CHECK_WITH(OutOfMemoryError, false, text);
    std::abort();
}

/// Fault injection: see refuse_nth.
void fail_on_purpose(State& s, std::size_t bytes, std::unique_lock<std::mutex>& lock) {
    if (s.refuse_in <= 0 || (s.refusal == Refusal::AtLimit && t_suspended > 0) || --s.refuse_in > 0) return;
    if (s.refusal != Refusal::OtherError) refuse(s, bytes, true, lock);
    lock.unlock();
    TORCH_CHECK(false, "a library failed on purpose");
}

/// Lets a probe keep at most `target` bytes for reuse.
void shrink_kept(State& s, Meter& meter, std::int64_t target) {
    const auto before = static_cast<std::int64_t>(meter.cache.kept());
    meter.cache.shrink_to(static_cast<std::size_t>(target));
    s.metered -= before - static_cast<std::int64_t>(meter.cache.kept());
}

/// A probe's block: no limit, a cache of its own, no figures of the run.
void* allocate_metered(State& s, std::size_t bytes, std::unique_lock<std::mutex>& lock) {
    Meter& meter = *t_meter;
    const std::size_t size = BlockCache::allocated_for(bytes);
    void* block = size >= BlockCache::kSmallest ? meter.cache.take(size) : nullptr;
    if (!block) {
        shrink_kept(s, meter, BlockCache::may_keep(meter.high_water, meter.live, 0, static_cast<std::int64_t>(size)));
        block = system_allocate(size);
        if (!block) refuse(s, bytes, false, lock);
        s.metered += static_cast<std::int64_t>(size);
    }
    Header* h = stamp(s, block, bytes, size);
    h->meter = &meter;
    ++meter.blocks;
    meter.live += h->size();
    meter.high_water = std::max(meter.high_water, meter.live);
    record(s, *h, h->size());
    return static_cast<char*>(block) + kHeader;
}

void release_metered(State& s, Header* h) {
    Meter* meter = h->meter;
    record(s, *h, -h->size());
    meter->live -= h->size();
    const std::size_t size = h->allocated;
    h->magic = 0;
    if (meter->open && size >= BlockCache::kSmallest) {
        meter->cache.put(h, size);
    } else {
        s.metered -= static_cast<std::int64_t>(size);
        system_free(h, size);
    }
    if (--meter->blocks == 0 && !meter->open) delete meter;
}

void* allocate(std::size_t bytes) {
    if (bytes == 0) return nullptr;
    State& s = state();
    std::unique_lock lock(s.mutex);
    if (t_meter) return allocate_metered(s, bytes, lock);
    fail_on_purpose(s, bytes, lock);
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
        record_segment(block, static_cast<std::int64_t>(size));
    }
    Header* h = stamp(s, block, bytes, size);
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
    // What does not outlive the operation that made it was never kept for the backward pass.
    if (h->role() == Role::Activations && h->scope != 0 && h->scope == current_scope()) change_role(s, h, Role::Workspace);
    if (h->meter) return release_metered(s, h);
    (h->previous ? h->previous->next : s.first) = h->next;
    if (h->next) h->next->previous = h->previous;
    --s.live_tensors;
    count(s, h, -h->size());
    s.live_total -= h->size();
    record(s, *h, -h->size());
    const std::size_t size = h->allocated;
    h->magic = 0;
    if (size >= BlockCache::kSmallest) s.cache.put(h, size);
    else {
        note_freed(h, size);
        system_free(h, size);
    }
    note_held(s);
}

class CountingAllocator final : public c10::Allocator {
public:
    c10::DataPtr allocate(std::size_t n) override {
        void* data = cpu_allocator::allocate(n);
        return {data, data, &release, c10::Device(c10::DeviceType::CPU)};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &release; }
    void copy_data(void* to, const void* from, std::size_t n) const override { std::memcpy(to, from, n); }
};

}  // namespace

void suspend_limit(bool on) { t_suspended += on ? 1 : -1; }

void install() {
    static CountingAllocator* allocator = new CountingAllocator;
    state().cache.on_free = &note_freed;
    c10::SetCPUAllocator(allocator, 1);
    // glibc raises the size from which blocks are mapped to the largest one ever freed, up to 32 MiB; what is freed below
    // that stays with the process. A fixed size keeps what the process holds near what is counted; smaller ones would be
    // mapped so often that it shows.
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
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

void refuse_nth(std::int64_t n, Refusal refusal) {
    State& s = state();
    std::lock_guard lock(s.mutex);
    s.refuse_in = n;
    s.refusal = refusal;
}

std::int64_t pending_refusal() {
    State& s = state();
    std::lock_guard lock(s.mutex);
    return s.refuse_in;
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
    c.activations = s.activations;
    c.activations_at_peak = s.activations_at_peak;
    c.live_tensors = s.live_tensors;
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
    take_peak(s);
    s.held_peak = s.live_total + static_cast<std::int64_t>(s.cache.kept());
    s.recording = record;
    if (!record) return;
    s.log = {};
    s.log.records.reserve(s.usual_records);
    s.log.shapes.reserve(s.usual_records / 4);
    list_live(s, s.log.initial);
    s.log.initial_bytes = s.live;
    s.log.begin_ns = now_ns();
}

StepLog end_step() {
    State& s = state();
    std::lock_guard lock(s.mutex);
    if (!s.recording.exchange(false)) return {};
    s.log.end_ns = now_ns();
    s.usual_records = std::max<std::size_t>(1024, s.log.records.size() + s.log.records.size() / 2);
    close_log(s, s.log);
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
    shrink_kept(s, *meter, 0);
    meter->log.end_ns = now_ns();
    StepLog log = std::move(meter->log);
    if (meter->blocks == 0) delete meter;
    return log;
}

StepLog present() {
    State& s = state();
    std::lock_guard lock(s.mutex);
    StepLog log;
    list_live(s, log.initial);
    log.initial_bytes = s.live;
    log.begin_ns = log.end_ns = now_ns();
    close_log(s, log);
    return log;
}

bool recording() { return state().recording.load(std::memory_order_relaxed); }

void describe(const void* data, ShapeNote note) {
    State& s = state();
    if (!data || !s.recording) return;
    std::lock_guard lock(s.mutex);
    const Header* h = header_of(const_cast<void*>(data));
    if (!s.recording || h->magic != kMagic || h->meter) return;
    note.serial = h->serial;
    s.log.shapes.push_back(note);
}

void retag(const void* data, Role role) {
    if (!data) return;
    State& s = state();
    std::lock_guard lock(s.mutex);
    Header* h = header_of(const_cast<void*>(data));
    if (h->magic == kMagic && h->role() != role) change_role(s, h, role);
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
    log->records.push_back({now_ns(), 0, 0, Role::Other, phase, static_cast<std::int16_t>(micro_batch), begins, 0, 0, 0});
}

}  // namespace cpu_allocator

LimitSuspension::LimitSuspension() { ++cpu_allocator::t_suspended; }
LimitSuspension::~LimitSuspension() { --cpu_allocator::t_suspended; }

}  // namespace headroom
