// From events to curves.
#include "core/memory/timeline_builder.h"

#include <algorithm>
#include <unordered_map>

namespace headroom {
namespace {

double ms_since(const StepLog& log, std::int64_t time) { return static_cast<double>(time - log.begin_ns) / 1e6; }

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
        if (r.serial != 0) continue;
        if (r.phase_begins) out.phases.push_back({r.phase, r.micro_batch, ms_since(log, r.time_ns), out.duration_ms});
        else if (!out.phases.empty() && out.phases.back().phase == r.phase) out.phases.back().end_ms = ms_since(log, r.time_ns);
    }
}

void add_tensors_at_peak(const StepLog& log, std::size_t peak, StepTimeline& out) {
    std::unordered_map<std::uint64_t, LiveBlock> alive;
    for (const LiveBlock& b : log.initial) alive.emplace(b.serial, b);
    for (std::size_t i = 0; i <= peak && i < log.records.size(); ++i) {
        const StepRecord& r = log.records[i];
        if (r.serial == 0) continue;
        if (r.delta > 0) alive[r.serial] = {r.serial, Bytes{r.delta}, r.role, r.phase};
        else alive.erase(r.serial);
    }
    for (const auto& [serial, b] : alive) out.largest.push_back({b.role, b.phase, b.bytes, {}});
    std::sort(out.largest.begin(), out.largest.end(), [](const PeakTensor& a, const PeakTensor& b) { return a.bytes > b.bytes; });
    if (out.largest.size() > 64) out.largest.resize(64);
}

}  // namespace

StepTimeline build_timeline(const StepLog& log, std::int64_t step, Bytes overhead, std::size_t max_points) {
    StepTimeline out;
    out.step = step;
    out.duration_ms = ms_since(log, log.end_ns);
    out.peak_overhead = overhead;
    add_phases(log, out);
    const std::size_t peak = find_peak(log, out.peak_tensors);
    const std::size_t stride = std::max<std::size_t>(1, log.records.size() / std::max<std::size_t>(1, max_points));
    RoleBytes bytes = log.initial_bytes;
    out.points.push_back({0, bytes});
    for (std::size_t i = 0; i < log.records.size(); ++i) {
        bytes[log.records[i].role].count += log.records[i].delta;
        if (i % stride == 0 || i == peak) out.points.push_back({ms_since(log, log.records[i].time_ns), bytes});
    }
    out.points.push_back({out.duration_ms, bytes});
    if (!log.records.empty()) {
        out.peak_ms = ms_since(log, log.records[peak].time_ns);
        out.peak_phase = log.records[peak].phase;
    }
    add_tensors_at_peak(log, peak, out);
    return out;
}

}  // namespace headroom
