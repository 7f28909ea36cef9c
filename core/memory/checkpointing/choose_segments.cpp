// Pareto fronts from the first segment to the last.
#include "core/memory/checkpointing/choose_segments.h"

#include <algorithm>
#include <vector>

namespace headroom {
namespace {

/// A choice for the segments so far.
struct Partial {
    Bytes held;  ///< alive after their forward passes
    SegmentChoice choice;
};

/// Whether `a` is at least as good as `b` for whatever follows.
bool covers(const Partial& a, const Partial& b) {
    return a.held <= b.held && a.choice.extra_seconds <= b.choice.extra_seconds && a.choice.peak <= b.choice.peak;
}

/// Adds segment `i`; while it is computed, and again in its backward pass, what came before it is alive.
Partial with(const Partial& before, const SegmentCost& s, std::size_t i, bool again) {
    Partial out = before;
    out.choice.peak = std::max(out.choice.peak, before.held + std::max(s.work, s.kept));
    out.held += again ? s.boundary : s.kept;
    if (again) {
        out.choice.again |= std::uint64_t{1} << i;
        out.choice.extra_seconds += s.seconds;
    }
    return out;
}

/// Deep networks of very unequal segments have more choices than are worth comparing: then some are left out, evenly along
/// the front, its ends excepted. What remains is valid, and near the best.
constexpr std::size_t kMostPartials = 1024;

std::vector<Partial> thinned(std::vector<Partial> front) {
    if (front.size() <= kMostPartials) return front;
    std::vector<Partial> out;
    for (std::size_t i = 0; i < kMostPartials; ++i) out.push_back(front[i * (front.size() - 1) / (kMostPartials - 1)]);
    return out;
}

/// Only those that no other covers.
std::vector<Partial> front_of(std::vector<Partial> all) {
    std::sort(all.begin(), all.end(), [](const Partial& a, const Partial& b) {
        if (a.choice.extra_seconds != b.choice.extra_seconds) return a.choice.extra_seconds < b.choice.extra_seconds;
        return a.held != b.held ? a.held < b.held : a.choice.peak < b.choice.peak;
    });
    std::vector<Partial> out;
    for (const Partial& p : all) {
        if (std::none_of(out.begin(), out.end(), [&](const Partial& o) { return covers(o, p); })) out.push_back(p);
    }
    return thinned(std::move(out));
}

}  // namespace

Bytes chain_peak(std::span<const SegmentCost> segments, std::uint64_t again) {
    Partial chain;
    for (std::size_t i = 0; i < segments.size(); ++i) chain = with(chain, segments[i], i, (again >> i & 1) != 0);
    return chain.choice.peak;
}

std::optional<SegmentChoice> choose_segments(std::span<const SegmentCost> segments, Bytes budget) {
    std::vector<Partial> front{Partial{}};
    for (std::size_t i = 0; i < segments.size(); ++i) {
        std::vector<Partial> next;
        for (const Partial& p : front) {
            for (const bool again : {false, true}) {
                const Partial grown = with(p, segments[i], i, again);
                if (grown.choice.peak <= budget) next.push_back(grown);
            }
        }
        front = front_of(std::move(next));
    }
    if (front.empty()) return std::nullopt;
    // Sorted by time; of equal times the lowest peak.
    const auto best = std::min_element(front.begin(), front.end(), [](const Partial& a, const Partial& b) {
        return a.choice.extra_seconds != b.choice.extra_seconds ? a.choice.extra_seconds < b.choice.extra_seconds
                                                                : a.choice.peak < b.choice.peak;
    });
    return best->choice;
}

}  // namespace headroom
