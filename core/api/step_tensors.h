// Questions to a recorded step: what was alive at a moment, and why its peak is as high as it is.
#pragma once

#include "core/api/memory_report.h"

#include <algorithm>
#include <string>
#include <string_view>
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

/// Why the peak is where it is, in one sentence: "202 MiB in d_fake: activations 96.1 MiB (d_real 40.0 MiB, d_fake 56.1 MiB),
/// optimiser 48.4 MiB, weights 24.2 MiB; largest: D main.2 conv 16.0 MiB". Empty without a recorded peak.
inline std::string explain_peak(const StepTimeline& timeline) {
    if (timeline.peak_tensors.count <= 0) return {};
    const RoleBytes at = bytes_at(timeline, timeline.peak_ms);
    std::vector<Role> roles;
    for (std::size_t i = 0; i < kRoleCount; ++i) {
        if (at.bytes[i].count > 0) roles.push_back(static_cast<Role>(i));
    }
    std::stable_sort(roles.begin(), roles.end(), [&](Role a, Role b) { return at[a] > at[b]; });
    if (roles.size() > 3) roles.resize(3);
    const auto word = [](std::string_view name) {
        std::string out(name);
        std::replace(out.begin(), out.end(), '_', ' ');
        return out;
    };
    std::string text = to_text(timeline.peak_tensors);
    if (timeline.peak_phase != Phase::None) text += " in " + word(name_of(timeline.peak_phase));
    const char* between = ": ";
    for (Role role : roles) {
        text += between + word(name_of(role)) + " " + to_text(at[role]);
        between = ", ";
        if (role != Role::Activations) continue;
        std::string phases;
        for (std::size_t i = 0; i < timeline.peak_activations.bytes.size(); ++i) {
            const Bytes bytes = timeline.peak_activations.bytes[i];
            if (bytes.count > 0)
                phases += (phases.empty() ? "" : ", ") + word(name_of(static_cast<Phase>(i))) + " " + to_text(bytes);
        }
        if (!phases.empty()) text += " (" + phases + ")";
    }
    if (!timeline.largest.empty() && !timeline.largest.front().label.empty()) {
        text += "; largest: " + timeline.largest.front().label + " " + to_text(timeline.largest.front().bytes);
    }
    return text;
}

}  // namespace headroom
