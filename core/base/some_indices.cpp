// The first so many of a shuffle.
#include "core/base/some_indices.h"

#include "core/base/random.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace headroom {

std::vector<std::int64_t> some_indices(std::int64_t of, std::int64_t count, std::uint64_t seed) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(of));
    std::iota(order.begin(), order.end(), 0);
    if (count <= 0 || count >= of) return order;
    RandomStream random(seed, RandomPurpose::Score, 1);
    const auto chosen = static_cast<std::size_t>(count);
    for (std::size_t i = 0; i < chosen; ++i)
        std::swap(order[i], order[i + static_cast<std::size_t>(random.below(order.size() - i))]);
    order.resize(chosen);
    std::sort(order.begin(), order.end());
    return order;
}

}  // namespace headroom
