// Lists, counts and records of blocks.
#include "core/memory/cpu_blocks.h"

#include "core/base/clock.h"

#include <algorithm>
#include <new>

namespace headroom::cpu_blocks {

State& state() {
    static State* s = new State;  // lives for ever: tensors may die after static destructors
    return *s;
}

Account::Account(bool of_probe) : probe(of_probe) {
    cache.on_free = [this](void* block, std::size_t size) {
        note_segment(*this, block, -static_cast<std::int64_t>(size));
    };
    state().accounts.push_back(this);
}

void drop_if_done(Account* a) {
    if (a->open || a->live_tensors > 0) return;
    std::erase(state().accounts, a);
    delete a;
}

void note_segment(Account& a, void* block, std::int64_t size) {
    a.held += size;
    if (!a.probe) state().held += size;
    if (!a.recording || a.probe) return;
    a.log.records.push_back(
        {now_ns(), 0, 0, Role::Other, current_phase(), 0, false, 0, reinterpret_cast<std::uint64_t>(block), size});
}

LiveBlock block_of(const Header* h) {
    return {h->serial, Bytes{h->size()}, h->role(), h->phase(), h->label, data_of(h)};
}

std::vector<LiveBlock> list_live(const Account& a) {
    std::vector<LiveBlock> out;
    out.reserve(static_cast<std::size_t>(a.live_tensors));
    for (const Header* h = a.first; h; h = h->next) out.push_back(block_of(h));
    return out;
}

StepLog with_segments(const Account& a, StepLog log) {
    log.header = kHeader;
    for (const Header* h = a.first; h; h = h->next) {
        log.segments.push_back(
            {reinterpret_cast<std::uint64_t>(h), Bytes{static_cast<std::int64_t>(h->allocated)}, true});
    }
    a.cache.for_each([&](void* block, std::size_t size) {
        log.segments.push_back({reinterpret_cast<std::uint64_t>(block), Bytes{static_cast<std::int64_t>(size)}, false});
    });
    return log;
}

void note_held(Account& a) {
    a.held_peak = std::max(a.held_peak, a.live_total + static_cast<std::int64_t>(a.cache.kept()));
}

void change_role(Header* h, Role role) {
    h->account->change_role(block_of(h), role, current_phase());
    h->role_number = static_cast<std::uint8_t>(role);
}

void take_peak(Account& a) {
    a.take_peak(state().serial);
    a.others_at_peak = state().held - a.held;
}

void note_live(Header* h) {
    Account& a = *h->account;
    h->previous = nullptr;
    h->next = a.first;
    if (a.first) a.first->previous = h;
    a.first = h;
    a.add(block_of(h), current_phase());
    if (a.live_total > a.peak) {
        take_peak(a);
        a.peak_phase = current_phase();
        a.high_water = std::max(a.high_water, a.peak);
    }
    note_held(a);
}

Header* stamp(Account& a, void* block, std::size_t bytes, std::size_t allocated) {
    auto* h = new (block) Header;
    h->bytes = bytes;
    h->allocated = allocated;
    h->serial = ++state().serial;
    h->account = &a;
    h->role_number = static_cast<std::uint8_t>(current_role());
    h->phase_number = static_cast<std::uint8_t>(current_phase());
    h->label = current_label();
    h->scope = current_scope();
    return h;
}

}  // namespace headroom::cpu_blocks
