// From events to curves and lives.
#include "core/memory/timeline_builder.h"

#include "core/memory/tensor_notes.h"

#include <algorithm>
#include <unordered_map>

namespace headroom {
namespace {

constexpr std::size_t kLargest = 64;

double ms_since(const StepLog& log, std::int64_t time) { return static_cast<double>(time - log.begin_ns) / 1e6; }

/// Whether records `i` and `i + 1` are one block's change of role: nothing was allocated or released.
bool is_role_change(const StepLog& log, std::size_t i) {
    if (i + 1 >= log.records.size()) return false;
    const StepRecord &a = log.records[i], &b = log.records[i + 1];
    return a.serial != 0 && a.serial == b.serial && a.delta < 0 && a.delta == -b.delta;
}

/// Index of the record after which the sum of all roles is largest.
std::size_t find_peak(const StepLog& log, Bytes& peak) {
    Bytes sum = log.initial_bytes.total();
    peak = sum;
    std::size_t at = 0;
    for (std::size_t i = 0; i < log.records.size(); ++i) {
        sum.count += log.records[i].delta;
        if (sum > peak) {
            peak = sum;
            at = i;
        }
    }
    return at;
}

void add_phases(const StepLog& log, StepTimeline& out) {
    for (const StepRecord& r : log.records) {
        if (r.serial != 0 || r.segment != 0) continue;
        if (r.phase_begins)
            out.phases.push_back({r.phase, r.micro_batch, ms_since(log, r.time_ns), out.duration_ms});
        else if (!out.phases.empty() && out.phases.back().phase == r.phase)
            out.phases.back().end_ms = ms_since(log, r.time_ns);
    }
}

bool larger(const PeakTensor& a, const PeakTensor& b) { return a.bytes > b.bytes; }

void add_tensors(const StepLog& log, const std::vector<BlockLife>& lives, std::size_t peak, StepTimeline& out) {
    for (const BlockLife& b : lives) {
        StepTensor t;
        t.role = b.role;
        t.phase = b.phase;
        t.bytes = b.bytes;
        t.label = b.owner;
        t.shape = b.shape;
        t.born_ms = b.born == BlockLife::kBefore ? 0 : ms_since(log, log.records[b.born].time_ns);
        t.died_ms = b.died == BlockLife::kBefore ? out.duration_ms : ms_since(log, log.records[b.died].time_ns);
        const bool at_peak =
            (b.born == BlockLife::kBefore || b.born <= peak) && (b.died == BlockLife::kBefore || b.died > peak);
        if (at_peak) {
            out.largest.push_back(t);
            if (b.role == Role::Activations) out.peak_activations[b.phase] += b.bytes;
        }
        out.tensors.push_back(std::move(t));
    }
    std::stable_sort(out.largest.begin(), out.largest.end(), larger);
    if (out.largest.size() > kLargest) out.largest.resize(kLargest);
    std::stable_sort(out.tensors.begin(), out.tensors.end(), larger);
    if (out.tensors.size() > StepTimeline::kMostTensors) out.tensors.resize(StepTimeline::kMostTensors);
}

void add_points(const StepLog& log, const std::vector<BlockLife>& lives, std::size_t peak, std::size_t max_points,
                StepTimeline& out) {
    std::unordered_map<std::uint64_t, Role> roles;
    RoleBytes bytes;
    for (const BlockLife& b : lives) {
        roles.emplace(b.serial, b.role);
        if (b.born == BlockLife::kBefore) bytes[b.role] += b.bytes;
    }
    const std::size_t stride = std::max<std::size_t>(1, log.records.size() / std::max<std::size_t>(1, max_points));
    out.points.push_back({0, bytes});
    for (std::size_t i = 0; i < log.records.size(); ++i) {
        const StepRecord& r = log.records[i];
        if (is_role_change(log, i)) {
            ++i;
            continue;
        }
        if (r.serial != 0) bytes[roles.at(r.serial)].count += r.delta;
        if (i % stride == 0 || i == peak) out.points.push_back({ms_since(log, r.time_ns), bytes});
    }
    out.points.push_back({out.duration_ms, bytes});
}

/// Names that hold for what is alive now: the addresses of named blocks may have been others' during the step.
void name_survivors(std::vector<BlockLife>& lives, const std::vector<NamedBlock>& named) {
    std::unordered_map<std::uint64_t, const NamedBlock*> by_address;
    for (const NamedBlock& n : named) by_address.emplace(n.address, &n);
    for (BlockLife& b : lives) {
        if (b.died != BlockLife::kBefore) continue;
        const auto found = by_address.find(b.address);
        if (found == by_address.end() || found->second->bytes != b.bytes) continue;
        b.owner = found->second->owner;
        b.shape = found->second->shape;
    }
}

}  // namespace

std::vector<BlockLife> block_lives(const StepLog& log, const std::vector<NamedBlock>& named) {
    std::vector<BlockLife> lives;
    std::unordered_map<std::uint64_t, std::size_t> index;
    std::unordered_map<LabelId, std::string> texts;  // asking for a text takes a lock
    const auto text = [&texts](LabelId id) -> const std::string& {
        const auto found = texts.find(id);
        return found != texts.end() ? found->second : texts.emplace(id, label_text(id)).first->second;
    };
    const auto begin = [&](std::uint64_t serial, std::uint64_t address, Bytes bytes, Role role, Phase phase,
                           LabelId label, std::size_t born) {
        index[serial] = lives.size();
        lives.push_back({serial, address, bytes, role, phase, text(label), {}, born, BlockLife::kBefore});
    };
    for (const LiveBlock& b : log.initial)
        begin(b.serial, b.address, b.bytes, b.role, b.phase, b.label, BlockLife::kBefore);
    for (std::size_t i = 0; i < log.records.size(); ++i) {
        const StepRecord& r = log.records[i];
        if (r.serial == 0) continue;
        if (is_role_change(log, i)) {
            lives[index.at(r.serial)].role = log.records[++i].role;
        } else if (r.delta > 0) {
            begin(r.serial, r.address, Bytes{r.delta}, r.role, r.phase, r.label, i);
        } else {
            lives[index.at(r.serial)].died = i;
        }
    }
    for (const ShapeNote& n : log.shapes) {
        const auto found = index.find(n.serial);
        if (found == index.end()) continue;
        if (n.label != 0) lives[found->second].owner = text(n.label);
        lives[found->second].shape = shape_text(n);
    }
    name_survivors(lives, named);
    return lives;
}

StepTimeline build_timeline(const StepLog& log, std::int64_t step, Bytes overhead, const std::vector<NamedBlock>& named,
                            std::size_t max_points) {
    StepTimeline out;
    out.step = step;
    out.duration_ms = ms_since(log, log.end_ns);
    out.peak_overhead = overhead;
    add_phases(log, out);
    const std::size_t peak = find_peak(log, out.peak_tensors);
    const std::vector<BlockLife> lives = block_lives(log, named);
    add_points(log, lives, peak, max_points, out);
    if (!log.records.empty()) {
        out.peak_ms = ms_since(log, log.records[peak].time_ns);
        out.peak_phase = log.records[peak].phase;
    }
    add_tensors(log, lives, peak, out);
    return out;
}

void add_blocks(std::vector<NamedBlock>& blocks, const std::string& owner,
                const std::vector<std::pair<std::string, at::Tensor>>& tensors) {
    for (const auto& [name, t] : tensors) {
        if (!t.defined()) continue;
        const Bytes bytes{static_cast<std::int64_t>(t.storage().nbytes())};
        blocks.push_back({reinterpret_cast<std::uint64_t>(t.storage().data()), bytes, owner + name, shape_text(t)});
    }
}

}  // namespace headroom
