// Which entry of a history goes when there is no room for all: what stays is spread over the run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace headroom::ui {

/// Of entries in order of their steps the one whose neighbours lie closest together; first and last stay, and that of step `stays`. There must
/// be four or more.
template <class Entries> std::size_t most_crowded(const Entries& entries, std::int64_t stays = -1) {
    std::size_t found = 1;
    auto least = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 1; i + 1 < entries.size(); ++i) {
        const std::int64_t gap = entries[i + 1].step - entries[i - 1].step;
        if (entries[i].step == stays || gap >= least) continue;
        least = gap;
        found = i;
    }
    return found;
}

}  // namespace headroom::ui
