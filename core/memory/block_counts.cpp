// Sums by role, and the record.
#include "core/memory/block_counts.h"

#include "core/base/clock.h"

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

void add_bytes(RoleBytes& roles, PhaseBytes& activations, const LiveBlock& block, Bytes bytes) {
    roles[block.role] += bytes;
    if (block.role == Role::Activations) activations[block.phase] += bytes;
}

}  // namespace

void BlockCounts::count(const LiveBlock& block, Bytes bytes, Phase now) {
    add_bytes(live, activations, block, bytes);
    if (recording)
        log.records.push_back(
            {now_ns(), bytes.count, block.serial, block.role, now, 0, false, block.label, block.address, 0});
}

void BlockCounts::add(const LiveBlock& block, Phase now) {
    count(block, block.bytes, now);
    live_total += block.bytes.count;
    ++live_tensors;
}

void BlockCounts::remove(const LiveBlock& block, Phase now) {
    count(block, -block.bytes, now);
    live_total -= block.bytes.count;
    --live_tensors;
}

void BlockCounts::change_role(LiveBlock block, Role to, Phase now) {
    const bool was_at_peak = block.serial <= peak_serial;
    count(block, -block.bytes, now);
    if (was_at_peak) add_bytes(at_peak, activations_at_peak, block, -block.bytes);
    block.role = to;
    count(block, block.bytes, now);
    if (was_at_peak) add_bytes(at_peak, activations_at_peak, block, block.bytes);
}

void BlockCounts::take_peak(std::uint64_t latest) {
    peak = live_total;
    at_peak = live;
    activations_at_peak = activations;
    peak_serial = latest;
}

AllocatorCounts BlockCounts::counts() const {
    AllocatorCounts c;
    c.live = live;
    c.live_total = {live_total};
    c.step_peak = {peak};
    c.at_peak = at_peak;
    c.activations = activations;
    c.activations_at_peak = activations_at_peak;
    c.live_tensors = live_tensors;
    c.peak_phase = peak_phase;
    c.out_of_memory = refused;
    return c;
}

void BlockCounts::begin_log(std::vector<LiveBlock> alive) {
    log = {};
    log.records.reserve(usual_records);
    log.shapes.reserve(usual_records / 4);
    log.initial_bytes = live;
    log.initial = std::move(alive);
    log.begin_ns = now_ns();
}

StepLog BlockCounts::end_log(std::vector<LiveBlock> alive) {
    log.end_ns = now_ns();
    log.final_blocks = std::move(alive);
    usual_records = std::max<std::size_t>(1024, log.records.size() + log.records.size() / 2);
    return std::exchange(log, {});
}

StepLog BlockCounts::present(std::vector<LiveBlock> alive) const {
    StepLog out;
    out.initial_bytes = live;
    out.initial = out.final_blocks = std::move(alive);
    out.begin_ns = out.end_ns = now_ns();
    return out;
}

void BlockCounts::note_phase(Phase which, int micro_batch, bool begins) {
    if (recording)
        log.records.push_back(
            {now_ns(), 0, 0, Role::Other, which, static_cast<std::int16_t>(micro_batch), begins, 0, 0, 0});
}

}  // namespace headroom
