// Lists, counts and records of blocks.
#include "core/memory/cpu_blocks.h"

#include "core/base/clock.h"

#include <algorithm>
#include <new>

namespace headroom::cpu_blocks {
namespace {

/// The same in the picture of the peak, if the block, which is alive, was alive there.
void count_at_peak(State& s, const Header* h, std::int64_t bytes) {
    if (h->meter || h->serial > s.peak_serial) return;
    s.at_peak[h->role()].count += bytes;
    if (h->role() == Role::Activations) s.activations_at_peak[h->phase()].count += bytes;
}

}  // namespace

State& state() {
    static State* s = new State;  // lives for ever: tensors may die after static destructors
    return *s;
}

void record(State& s, const Header& h, std::int64_t delta) {
    StepLog* log = h.meter ? &h.meter->log : s.recording ? &s.log : nullptr;
    if (!log || (h.meter && !h.meter->open)) return;
    log->records.push_back({now_ns(), delta, h.serial, h.role(), current_phase(), 0, false, h.label, data_of(&h), 0});
}

void record_segment(void* block, std::int64_t size) {
    State& s = state();
    if (!s.recording) return;
    s.log.records.push_back({now_ns(), 0, 0, Role::Other, current_phase(), 0, false, 0, reinterpret_cast<std::uint64_t>(block), size});
}

LiveBlock block_of(const Header* h) { return {h->serial, Bytes{h->size()}, h->role(), h->phase(), h->label, data_of(h)}; }

void list_live(const State& s, std::vector<LiveBlock>& out) {
    out.reserve(static_cast<std::size_t>(s.live_tensors));
    for (const Header* h = s.first; h; h = h->next) out.push_back(block_of(h));
}

void close_log(State& s, StepLog& log) {
    list_live(s, log.final_blocks);
    log.header = kHeader;
    for (const Header* h = s.first; h; h = h->next) {
        log.segments.push_back({reinterpret_cast<std::uint64_t>(h), Bytes{static_cast<std::int64_t>(h->allocated)}, true});
    }
    s.cache.for_each([&](void* block, std::size_t size) {
        log.segments.push_back({reinterpret_cast<std::uint64_t>(block), Bytes{static_cast<std::int64_t>(size)}, false});
    });
}

void note_held(State& s) { s.held_peak = std::max(s.held_peak, s.live_total + static_cast<std::int64_t>(s.cache.kept())); }

void count(State& s, const Header* h, std::int64_t bytes) {
    if (h->meter) return;
    s.live[h->role()].count += bytes;
    if (h->role() == Role::Activations) s.activations[h->phase()].count += bytes;
}

void change_role(State& s, Header* h, Role role) {
    count(s, h, -h->size());
    count_at_peak(s, h, -h->size());
    record(s, *h, -h->size());
    h->role_number = static_cast<std::uint8_t>(role);
    count(s, h, h->size());
    count_at_peak(s, h, h->size());
    record(s, *h, h->size());
}

void take_peak(State& s) {
    s.peak = s.live_total;
    s.at_peak = s.live;
    s.activations_at_peak = s.activations;
    s.peak_serial = s.serial;
}

void note_live(State& s, Header* h) {
    h->previous = nullptr;
    h->next = s.first;
    if (s.first) s.first->previous = h;
    s.first = h;
    ++s.live_tensors;
    count(s, h, h->size());
    s.live_total += h->size();
    if (s.live_total > s.peak) {
        take_peak(s);
        s.peak_phase = current_phase();
        s.high_water = std::max(s.high_water, s.peak);
    }
    note_held(s);
    record(s, *h, h->size());
}

Header* stamp(State& s, void* block, std::size_t bytes, std::size_t allocated) {
    auto* h = new (block) Header;
    h->bytes = bytes;
    h->allocated = allocated;
    h->serial = ++s.serial;
    h->role_number = static_cast<std::uint8_t>(current_role());
    h->phase_number = static_cast<std::uint8_t>(current_phase());
    h->label = current_label();
    h->scope = current_scope();
    return h;
}

}  // namespace headroom::cpu_blocks
