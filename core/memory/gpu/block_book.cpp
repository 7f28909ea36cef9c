// Counting blocks by role.
#include "core/memory/gpu/block_book.h"

#include "core/base/clock.h"

#include <algorithm>
#include <utility>

namespace headroom {

void BlockBook::record(const void* address, const Block& block, Bytes delta) {
    if (!recording_) return;
    log_.records.push_back({now_ns(), delta.count, block.serial, block.role, phase.load(), 0, false, block.label,
                            reinterpret_cast<std::uint64_t>(address), 0});
}

void BlockBook::count(const Block& block, Bytes bytes, bool peak) {
    (peak ? at_peak_ : live_)[block.role] += bytes;
    if (block.role == Role::Activations) (peak ? activations_at_peak_ : activations_)[block.phase] += bytes;
}

void BlockBook::take_peak() {
    peak_ = total_;
    at_peak_ = live_;
    activations_at_peak_ = activations_;
    peak_serial_ = serial_;
}

void BlockBook::allocated(const void* block, Bytes bytes) {
    const std::lock_guard lock(mutex_);
    Block& b = blocks_[block];
    if (b.serial != 0) {  // its release was missed
        count(b, -b.bytes, false);
        total_ -= b.bytes;
        record(block, b, -b.bytes);
    }
    // A thread of autograd has a role of its own where it computes activations again.
    b = {++serial_, bytes, has_own_role() ? current_role() : role.load(), phase.load(), label.load(), scope.load()};
    count(b, bytes, false);
    total_ += bytes;
    record(block, b, bytes);
    if (total_ <= peak_) return;
    take_peak();
    peak_phase_ = b.phase;
}

void BlockBook::change_role(const void* address, Block& b, Role to) {
    const bool was_at_peak = b.serial <= peak_serial_;
    count(b, -b.bytes, false);
    if (was_at_peak) count(b, -b.bytes, true);
    record(address, b, -b.bytes);
    b.role = to;
    count(b, b.bytes, false);
    if (was_at_peak) count(b, b.bytes, true);
    record(address, b, b.bytes);
}

void BlockBook::released(const void* block) {
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(block);
    if (found == blocks_.end()) return;
    // What does not outlive the operation that made it was never kept for the backward pass.
    Block& b = found->second;
    if (b.role == Role::Activations && b.scope != 0 && b.scope == scope.load()) change_role(block, b, Role::Workspace);
    count(b, -b.bytes, false);
    total_ -= b.bytes;
    record(block, b, -b.bytes);
    blocks_.erase(found);
}

void BlockBook::retag(const void* block, Role to) {
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(block);
    if (found != blocks_.end() && found->second.role != to) change_role(block, found->second, to);
}

void BlockBook::describe(const void* block, ShapeNote note) {
    if (!recording_) return;
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(block);
    if (found == blocks_.end() || !recording_) return;
    note.serial = found->second.serial;
    log_.shapes.push_back(note);
}

std::vector<LiveBlock> BlockBook::list() const {
    std::vector<LiveBlock> out;
    out.reserve(blocks_.size());
    for (const auto& [address, b] : blocks_) {
        out.push_back({b.serial, b.bytes, b.role, b.phase, b.label, reinterpret_cast<std::uint64_t>(address)});
    }
    return out;
}

void BlockBook::refused(Bytes wanted, Bytes limit) {
    const std::lock_guard lock(mutex_);
    ++refusals_;
    last_refused_ = {wanted, total_, limit, phase.load(), role.load()};
    last_refused_.roles = live_;
}

AllocatorCounts BlockBook::counts() const {
    const std::lock_guard lock(mutex_);
    AllocatorCounts c;
    c.live = live_;
    c.live_total = total_;
    c.step_peak = peak_;
    c.at_peak = at_peak_;
    c.activations = activations_;
    c.activations_at_peak = activations_at_peak_;
    c.live_tensors = static_cast<std::int64_t>(blocks_.size());
    c.peak_phase = peak_phase_;
    c.out_of_memory = refusals_;
    return c;
}

RefusedAllocation BlockBook::last_refused() const {
    const std::lock_guard lock(mutex_);
    return last_refused_;
}

void BlockBook::set_recording(bool on) {
    if (recording_.exchange(on) != on) recordings_ += on ? 1 : -1;
}

void BlockBook::begin_step(bool record) {
    const std::lock_guard lock(mutex_);
    take_peak();
    peak_phase_ = phase.load();
    set_recording(record);
    log_ = {};
    if (!record) return;
    log_.records.reserve(usual_records_);
    log_.shapes.reserve(usual_records_ / 4);
    log_.initial_bytes = live_;
    log_.initial = list();
    log_.begin_ns = now_ns();
}

StepLog BlockBook::end_step() {
    const std::lock_guard lock(mutex_);
    if (!recording_) return {};
    set_recording(false);
    log_.end_ns = now_ns();
    log_.final_blocks = list();
    usual_records_ = std::max<std::size_t>(1024, log_.records.size() + log_.records.size() / 2);
    return std::exchange(log_, {});
}

StepLog BlockBook::present() const {
    const std::lock_guard lock(mutex_);
    StepLog log;
    log.initial_bytes = live_;
    log.initial = log.final_blocks = list();
    log.begin_ns = log.end_ns = now_ns();
    return log;
}

void BlockBook::phase_noted(Phase which, int micro_batch, bool begins) {
    const std::lock_guard lock(mutex_);
    if (recording_)
        log_.records.push_back({now_ns(), 0, 0, Role::Other, which, static_cast<std::int16_t>(micro_batch), begins, 0, 0, 0});
}

}  // namespace headroom
