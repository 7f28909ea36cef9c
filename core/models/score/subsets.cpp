// NumPy's shuffle: from the last place down, each with a place below it.
#include "core/models/score/subsets.h"

#include <bit>
#include <cstddef>
#include <numeric>
#include <utility>

namespace headroom {

std::uint32_t Subsets::up_to(std::uint32_t most) {
    // Of numbers as long as the largest, the first that is no larger.
    const std::uint32_t mask = std::bit_ceil(most + 1) - 1;
    std::uint32_t value = 0;
    do { value = static_cast<std::uint32_t>(random_()) & mask; } while (value > most);
    return value;
}

std::vector<std::int64_t> Subsets::choose(std::int64_t n, std::int64_t count) {
    std::vector<std::int64_t> all(static_cast<std::size_t>(n));
    std::iota(all.begin(), all.end(), 0);
    for (std::size_t i = all.size(); i-- > 1;) std::swap(all[i], all[up_to(static_cast<std::uint32_t>(i))]);
    all.resize(static_cast<std::size_t>(count));
    return all;
}

}  // namespace headroom
