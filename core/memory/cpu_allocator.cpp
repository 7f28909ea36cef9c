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
thread_local Account* t_account = nullptr;  ///< in force; null: the process's
thread_local Account* t_before_probe = nullptr;

bool over_limit(const Account& a, std::size_t bytes) {
    return a.limit > 0 && t_suspended == 0 && a.live_total + static_cast<std::int64_t>(bytes) > a.limit;
}

[[noreturn]] void refuse(Account& a, std::size_t bytes, bool injected, std::unique_lock<std::mutex>& lock) {
    ++a.refused;
    a.last_refused = {Bytes{static_cast<std::int64_t>(bytes)}, Bytes{a.live_total}, Bytes{a.limit}, current_phase(),
                      current_role()};
    a.last_refused.label = current_label();
    a.last_refused.roles = a.live;
    const std::string text = "out of memory: " + to_text(Bytes{static_cast<std::int64_t>(bytes)}) + " wanted for " +
                             std::string(name_of(current_role())) + ", " + to_text(Bytes{a.live_total}) + " in use, " +
                             (a.limit > 0 ? to_text(Bytes{a.limit}) + " allowed"
                                          : std::string(injected ? "refused on purpose" : "none left"));
    lock.unlock();
    TORCH_CHECK_WITH(OutOfMemoryError, false, text);
    std::abort();
}

/// Fault injection: see refuse_nth.
void fail_on_purpose(Account& a, std::size_t bytes, std::unique_lock<std::mutex>& lock) {
    State& s = state();
    if (a.probe || s.refuse_in <= 0 || (s.refusal == Refusal::AtLimit && t_suspended > 0) || --s.refuse_in > 0) return;
    if (s.refusal != Refusal::OtherError) refuse(a, bytes, true, lock);
    lock.unlock();
    TORCH_CHECK(false, "a library failed on purpose");
}

void* allocate(std::size_t bytes) {
    if (bytes == 0) return nullptr;
    Account& a = mine();
    std::unique_lock lock(state().mutex);
    fail_on_purpose(a, bytes, lock);
    if (over_limit(a, bytes)) {
        a.cache.shrink_to(0);
        refuse(a, bytes, false, lock);
    }
    const std::size_t size = BlockCache::allocated_for(bytes);
    void* block = size >= BlockCache::kSmallest ? a.cache.take(size) : nullptr;
    if (!block) {
        block = a.cache.make_room(static_cast<std::size_t>(BlockCache::may_keep(a.high_water, a.live_total, a.limit,
                                                                                static_cast<std::int64_t>(size))),
                                  size);
        if (!block) block = system_allocate(size);
        if (!block) {
            for (Account* any : state().accounts) any->cache.shrink_to(0);
            block = system_allocate(size);
        }
        if (!block) refuse(a, bytes, false, lock);
        note_segment(a, block, static_cast<std::int64_t>(size));
    }
    note_live(stamp(a, block, bytes, size));
    return static_cast<char*>(block) + kHeader;
}

Header* header_of(void* data) { return reinterpret_cast<Header*>(static_cast<char*>(data) - kHeader); }

void release(void* data) {
    if (!data) return;
    std::lock_guard lock(state().mutex);
    Header* h = header_of(data);
    TORCH_INTERNAL_ASSERT(h->magic == kMagic, "a tensor was freed that the counting allocator did not make");
    // What does not outlive the operation that made it was never kept for the backward pass.
    if (h->role() == Role::Activations && h->scope != 0 && h->scope == current_scope()) change_role(h, Role::Workspace);
    Account& a = *h->account;
    (h->previous ? h->previous->next : a.first) = h->next;
    if (h->next) h->next->previous = h->previous;
    a.remove(block_of(h), current_phase());
    const std::size_t size = h->allocated;
    h->magic = 0;
    if (a.open && size >= BlockCache::kSmallest)
        a.cache.put(h, size);
    else {
        note_segment(a, h, -static_cast<std::int64_t>(size));
        system_free(h, size);
    }
    note_held(a);
    drop_if_done(&a);
}

/// Its owner has come to its end.
void close(Account* a) {
    const std::lock_guard lock(state().mutex);
    a->open = a->recording = false;
    a->cache.shrink_to(0);
    drop_if_done(a);
}

Account& of_process() {
    static auto* account = [] {
        const std::lock_guard lock(state().mutex);
        return new Account(false);
    }();
    return *account;
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

std::shared_ptr<Account> open_account() {
    const std::lock_guard lock(state().mutex);
    return {new Account(false), &close};
}

Account& mine() { return t_account ? *t_account : of_process(); }

Account* put_in_force(Account* account) { return std::exchange(t_account, account); }

void install() {
    static CountingAllocator* allocator = new CountingAllocator;
    c10::SetCPUAllocator(allocator, 1);
    // glibc raises the size from which blocks are mapped to the largest one ever freed, up to 32 MiB; what is freed below
    // that stays with the process. A fixed size keeps what the process holds near what is counted; smaller ones would be
    // mapped so often that it shows.
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
}

void set_limit(Bytes limit, Account& a) {
    std::lock_guard lock(state().mutex);
    a.limit = limit.count;
}

Bytes limit(const Account& a) {
    std::lock_guard lock(state().mutex);
    return {a.limit};
}

Bytes smallest_limit() {
    std::lock_guard lock(state().mutex);
    Bytes smallest;
    for (const Account* a : state().accounts) {
        if (a->limit > 0 && (smallest.count == 0 || a->limit < smallest.count)) smallest = {a->limit};
    }
    return smallest;
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

AllocatorCounts counts(const Account& a) {
    State& s = state();
    std::lock_guard lock(s.mutex);
    AllocatorCounts c = a.counts();
    for (const Account* other : s.accounts) c.live[Role::Other] += Bytes{other == &a ? 0 : other->held};
    c.live[Role::Cache] += Bytes{static_cast<std::int64_t>(a.cache.kept())};
    c.at_peak[Role::Other] += Bytes{a.others_at_peak};
    // The process holds most when blocks are kept besides; the tensors' peak and that may be moments apart.
    c.at_peak[Role::Cache] += Bytes{std::max<std::int64_t>(0, a.held_peak - a.peak)};
    return c;
}

RoleBytes live_of_all() {
    State& s = state();
    std::lock_guard lock(s.mutex);
    RoleBytes sum;
    for (const Account* a : s.accounts) {
        for (std::size_t i = 0; i < kRoleCount && !a->probe; ++i) sum.bytes[i] += a->live.bytes[i];
    }
    return sum;
}

RefusedAllocation last_refused(const Account& a) {
    std::lock_guard lock(state().mutex);
    return a.last_refused;
}

void begin_step(bool record, Account& a) {
    std::lock_guard lock(state().mutex);
    take_peak(a);
    a.held_peak = a.live_total + static_cast<std::int64_t>(a.cache.kept());
    a.recording = record;
    if (!record) return;
    a.begin_log(list_live(a));
}

StepLog end_step(Account& a) {
    std::lock_guard lock(state().mutex);
    if (!a.recording.exchange(false)) return {};
    return with_segments(a, a.end_log(list_live(a)));
}

void begin_metering() {
    TORCH_CHECK(!mine().probe, "a probe is already under way on this thread");
    const std::lock_guard lock(state().mutex);
    auto* probe = new Account(true);
    probe->log.begin_ns = now_ns();
    probe->log.records.reserve(8192);
    probe->recording = true;
    t_before_probe = put_in_force(probe);
}

StepLog end_metering() {
    TORCH_CHECK(mine().probe, "no probe is under way on this thread");
    Account* probe = put_in_force(t_before_probe);
    StepLog log = [probe] {
        const std::lock_guard lock(state().mutex);
        probe->log.end_ns = now_ns();
        return std::move(probe->log);
    }();
    close(probe);
    return log;
}

StepLog present(const Account& a) {
    std::lock_guard lock(state().mutex);
    return with_segments(a, a.present(list_live(a)));
}

bool recording() { return mine().recording.load(std::memory_order_relaxed); }

void describe(const void* data, ShapeNote note) {
    if (!data) return;
    std::lock_guard lock(state().mutex);
    const Header* h = header_of(const_cast<void*>(data));
    if (h->magic != kMagic || !h->account->recording || h->account->probe) return;
    note.serial = h->serial;
    h->account->log.shapes.push_back(note);
}

void retag(const void* data, Role role) {
    if (!data) return;
    std::lock_guard lock(state().mutex);
    Header* h = header_of(const_cast<void*>(data));
    if (h->magic == kMagic && h->role() != role) change_role(h, role);
}

Role role_of(const void* data) {
    if (!data) return Role::Other;
    std::lock_guard lock(state().mutex);
    const Header* h = header_of(const_cast<void*>(data));
    return h->magic == kMagic ? h->role() : Role::Other;
}

Bytes release_cache(Account& a) {
    Account& process = of_process();
    std::lock_guard lock(state().mutex);
    const auto kept = static_cast<std::int64_t>(a.cache.kept());
    a.cache.shrink_to(0);
    process.cache.shrink_to(0);
    a.high_water = a.live_total;
    return {kept};
}

void note_phase(Phase phase, int micro_batch, bool begins) {
    Account& a = mine();
    if (!a.recording) return;
    std::lock_guard lock(state().mutex);
    a.note_phase(phase, micro_batch, begins);
}

}  // namespace cpu_allocator

LimitSuspension::LimitSuspension() { ++cpu_allocator::t_suspended; }
LimitSuspension::~LimitSuspension() { --cpu_allocator::t_suspended; }

}  // namespace headroom
