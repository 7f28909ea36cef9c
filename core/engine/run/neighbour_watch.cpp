// Growth over a sliding minute.
#include "core/engine/run/neighbour_watch.h"

#include <algorithm>

namespace headroom {

void NeighbourWatch::note(double seconds, Bytes others, const std::vector<OtherProgram>& programs, Bytes left) {
    samples_.push_back({seconds, others, programs});
    while (samples_.size() > 2 && samples_.front().seconds < seconds - kSeconds) samples_.pop_front();
    left_ = left;
    // What went away again may grow again.
    if (reported_.count >= 0) reported_ = std::min(reported_, others);
}

NeighbourGrowth NeighbourWatch::growth() const {
    NeighbourGrowth g;
    if (samples_.empty()) return g;
    const Sample& now = samples_.back();
    const auto lowest = std::min_element(samples_.begin(), samples_.end(),
                                         [](const Sample& a, const Sample& b) { return a.others < b.others; });
    const Bytes grown = now.others - lowest->others;
    if (grown < kSmallest) return g;
    g.grown = grown;
    g.seconds = now.seconds - lowest->seconds;
    g.left = left_;
    Bytes most;
    for (const OtherProgram& p : now.programs) {
        Bytes before;
        for (const OtherProgram& old : lowest->programs) {
            if (old.pid == p.pid) before = old.bytes;
        }
        if (p.bytes - before <= most) continue;
        most = p.bytes - before;
        g.program = p.name;
        g.pid = p.pid;
    }
    // A program that grew by far less is not the reason.
    if (most.count * 2 < grown.count) {
        g.program.clear();
        g.pid = 0;
    }
    return g;
}

NeighbourGrowth NeighbourWatch::to_tell(Bytes worth) {
    const NeighbourGrowth g = growth();
    if (g.grown < worth || samples_.empty()) return {};
    const Bytes now = samples_.back().others;
    if (reported_.count >= 0 && now - reported_ < worth) return {};
    reported_ = now;
    return g;
}

}  // namespace headroom
