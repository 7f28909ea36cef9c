// Counting blocks by role.
#include "core/memory/gpu/block_book.h"

#include <algorithm>

namespace headroom {

void BlockBook::remove(const Block& block) {
    counts_.remove(block, phase);
    by_owner_[block.owner][block.role] -= block.bytes;
}

void BlockBook::allocated(const void* block, Bytes bytes) {
    const std::lock_guard lock(mutex_);
    Block& b = blocks_[block];
    if (b.serial != 0) remove(b);  // its release was missed
    // A thread of autograd has a role of its own where it recomputes activations.
    b = {{++serial_, bytes, has_own_role() ? current_role() : role.load(), phase, label,
          reinterpret_cast<std::uint64_t>(block)},
         scope,
         current_library_call(),
         owner_};
    counts_.add(b, b.phase);
    by_owner_[owner_][b.role] += bytes;
    if (counts_.live_total <= counts_.peak) return;
    counts_.take_peak(serial_);
    counts_.peak_phase = b.phase;
}

void BlockBook::change_role(Block& b, Role to) {
    counts_.change_role(b, to, phase);
    by_owner_[b.owner][b.role] -= b.bytes;
    by_owner_[b.owner][to] += b.bytes;
    b.role = to;
}

void BlockBook::released(const void* block) {
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(block);
    if (found == blocks_.end()) return;
    // What does not outlive the operation that made it was never kept for the backward pass.
    Block& b = found->second;
    if (b.library_call != 0 && b.library_call == current_library_call()) {
        change_role(b, Role::Libraries);
    } else if (b.role == Role::Activations && b.scope != 0 && b.scope == scope.load()) {
        change_role(b, Role::Workspace);
    }
    remove(b);
    blocks_.erase(found);
}

void BlockBook::retag(const void* block, Role to) {
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(block);
    if (found != blocks_.end() && found->second.role != to) change_role(found->second, to);
}

void BlockBook::describe(const void* block, ShapeNote note) {
    if (!counts_.recording) return;
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(block);
    if (found == blocks_.end() || !counts_.recording) return;
    note.serial = found->second.serial;
    counts_.log.shapes.push_back(note);
}

std::vector<LiveBlock> BlockBook::list() const {
    std::vector<LiveBlock> out;
    out.reserve(blocks_.size());
    for (const auto& [address, b] : blocks_) out.push_back(b);
    return out;
}

void BlockBook::refused(Bytes requested) {
    const std::lock_guard lock(mutex_);
    ++counts_.refused;
    counts_.last_refused = {requested, by_owner_[owner_].total(), limit_, phase.load(), role.load(), label.load()};
    counts_.last_refused.roles = by_owner_[owner_];
}

void BlockBook::set_owner(std::uint64_t owner, Bytes limit) {
    const std::lock_guard lock(mutex_);
    std::erase_if(by_owner_, [](const auto& entry) { return entry.second.total().count == 0; });
    owner_ = owner;
    limit_ = limit;
}

RoleBytes BlockBook::others_than(std::uint64_t owner) const {
    RoleBytes others = counts_.live;
    const auto own = by_owner_.find(owner);
    for (std::size_t i = 0; i < kRoleCount && own != by_owner_.end(); ++i) others.bytes[i] -= own->second.bytes[i];
    return others;
}

Bytes BlockBook::of_others(std::uint64_t owner) const {
    const Bytes kept = graphs(owner).others;
    const std::lock_guard lock(mutex_);
    return others_than(owner).total() + kept;
}

void BlockBook::set_graphs(std::uint64_t owner, Bytes bytes) {
    const std::lock_guard lock(mutex_);
    graphs_[owner] = bytes;
    if (bytes.count == 0) graphs_.erase(owner);
}

BlockBook::GraphBytes BlockBook::graphs(std::uint64_t owner) const {
    const std::lock_guard lock(mutex_);
    GraphBytes out;
    for (const auto& [whose, bytes] : graphs_) (whose == owner ? out.own : out.others) += bytes;
    return out;
}

RoleBytes BlockBook::live() const {
    const std::lock_guard lock(mutex_);
    return counts_.live;
}

AllocatorCounts BlockBook::counts(std::uint64_t owner) const {
    const std::lock_guard lock(mutex_);
    const RoleBytes others = others_than(owner);
    // Nobody else makes blocks in an owner's turn: what others hold now is what they held at the peak.
    const auto own = [&](RoleBytes roles) {
        for (std::size_t i = 0; i < kRoleCount; ++i) roles.bytes[i] -= others.bytes[i];
        roles[Role::Other] += others.total();
        return roles;
    };
    AllocatorCounts c = counts_.counts();
    c.live = own(c.live);
    c.live_total -= others.total();
    c.step_peak = std::max(c.step_peak - others.total(), c.live_total);
    c.at_peak = own(c.at_peak);
    return c;
}

RefusedAllocation BlockBook::last_refused() const {
    const std::lock_guard lock(mutex_);
    return counts_.last_refused;
}

void BlockBook::set_recording(bool on) {
    if (counts_.recording.exchange(on) != on) recordings_ += on ? 1 : -1;
}

void BlockBook::begin_step(bool record) {
    const std::lock_guard lock(mutex_);
    counts_.take_peak(serial_);
    counts_.peak_phase = phase;
    set_recording(record);
    if (record) counts_.begin_log(list());
}

StepLog BlockBook::end_step() {
    const std::lock_guard lock(mutex_);
    if (!counts_.recording) return {};
    set_recording(false);
    return counts_.end_log(list());
}

StepLog BlockBook::present() const {
    const std::lock_guard lock(mutex_);
    return counts_.present(list());
}

void BlockBook::phase_noted(Phase which, int micro_batch, bool begins) {
    {
        const std::lock_guard lock(mutex_);
        counts_.note_phase(which, micro_batch, begins);
    }
    if (hear_phases) hear_phases(which, begins);
}

}  // namespace headroom
