// Questions to a recorded step: what was alive at a moment, and how much of which role.
#pragma once

#include "core/api/memory_report.h"

#include <algorithm>
#include <vector>

namespace headroom {

/// What the step's tensors were at `ms` after its begin, largest first. Any thread.
inline std::vector<PeakTensor> alive_at(const StepTimeline& timeline, double ms) {
    std::vector<PeakTensor> out;
    for (const StepTensor& t : timeline.tensors) {
        // What outlived the step is alive at its very end too.
        const bool lives_on = t.died_ms >= timeline.duration_ms && ms >= timeline.duration_ms;
        if (t.born_ms <= ms && (ms < t.died_ms || lives_on)) out.push_back(t);
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const PeakTensor& a, const PeakTensor& b) { return a.bytes > b.bytes; });
    return out;
}

/// Bytes by role at `ms`: the latest point that is not later. Zero without points.
inline RoleBytes bytes_at(const StepTimeline& timeline, double ms) {
    RoleBytes bytes;
    for (const StepTimeline::Point& p : timeline.points) {
        if (p.ms > ms) break;
        bytes = p.bytes;
    }
    return bytes;
}

}  // namespace headroom
