// Counting blocks by role.
#include "core/memory/gpu/block_book.h"

#include "core/base/clock.h"

#include <utility>

namespace headroom {

void BlockBook::record(const Block& block, Bytes delta) {
    if (recording_) log_.records.push_back({now_ns(), delta.count, block.serial, block.role, phase.load(), 0, false});
}

void BlockBook::allocated(const void* block, Bytes bytes) {
    const std::lock_guard lock(mutex_);
    Block& b = blocks_[block];
    if (b.serial != 0) {  // its release was missed
        live_[b.role] -= b.bytes;
        total_ -= b.bytes;
        record(b, -b.bytes);
    }
    b = {++serial_, bytes, role.load(), phase.load()};
    live_[b.role] += bytes;
    total_ += bytes;
    record(b, bytes);
    if (total_ <= peak_) return;
    peak_ = total_;
    at_peak_ = live_;
    peak_phase_ = b.phase;
}

void BlockBook::released(const void* block) {
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(block);
    if (found == blocks_.end()) return;
    const Block b = found->second;
    blocks_.erase(found);
    live_[b.role] -= b.bytes;
    total_ -= b.bytes;
    record(b, -b.bytes);
}

void BlockBook::retag(const void* block, Role to) {
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(block);
    if (found == blocks_.end() || found->second.role == to) return;
    Block& b = found->second;
    live_[b.role] -= b.bytes;
    record(b, -b.bytes);
    b.role = to;
    live_[to] += b.bytes;
    record(b, b.bytes);
}

void BlockBook::refused(Bytes wanted, Bytes limit) {
    const std::lock_guard lock(mutex_);
    ++refusals_;
    last_refused_ = {wanted, total_, limit, phase.load(), role.load()};
}

AllocatorCounts BlockBook::counts() const {
    const std::lock_guard lock(mutex_);
    AllocatorCounts c;
    c.live = live_;
    c.live_total = total_;
    c.step_peak = peak_;
    c.at_peak = at_peak_;
    c.peak_phase = peak_phase_;
    c.out_of_memory = refusals_;
    return c;
}

RefusedAllocation BlockBook::last_refused() const {
    const std::lock_guard lock(mutex_);
    return last_refused_;
}

void BlockBook::begin_step(bool record) {
    const std::lock_guard lock(mutex_);
    peak_ = total_;
    at_peak_ = live_;
    peak_phase_ = phase.load();
    recording_ = record;
    log_ = {};
    if (!record) return;
    log_.records.reserve(4096);
    log_.begin_ns = now_ns();
    log_.initial_bytes = live_;
    for (const auto& [address, b] : blocks_) log_.initial.push_back({b.serial, b.bytes, b.role, b.phase});
}

StepLog BlockBook::end_step() {
    const std::lock_guard lock(mutex_);
    recording_ = false;
    log_.end_ns = now_ns();
    return std::exchange(log_, {});
}

void BlockBook::phase_noted(Phase which, int micro_batch, bool begins) {
    const std::lock_guard lock(mutex_);
    if (recording_)
        log_.records.push_back({now_ns(), 0, 0, Role::Other, which, static_cast<std::int16_t>(micro_batch), begins});
}

}  // namespace headroom
