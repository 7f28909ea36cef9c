// Median: the middle of a few measured values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace headroom {

/// Of an even number of values the larger of the middle two; of none 0.
inline double median(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace headroom
