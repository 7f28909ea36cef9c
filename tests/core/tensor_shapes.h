// Shapes of tensors in tests of weight files.
#pragma once

#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

namespace headroom::test {

using Numbers = std::vector<std::int64_t>;

inline std::size_t number_of(const Numbers& shape) {
    return static_cast<std::size_t>(std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>()));
}

}  // namespace headroom::test
