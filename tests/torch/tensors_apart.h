// How far two lists of tensors are apart.
#pragma once

#include "core/memory/libtorch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace headroom {

/// The length of all differences together, as a share of the length of all numbers of `a`.
inline double relative(const std::vector<at::Tensor>& a, const std::vector<at::Tensor>& b) {
    double apart = 0, size = 0;
    EXPECT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        apart += (a[i] - b[i]).to(at::kDouble).square().sum().item<double>();
        size += a[i].to(at::kDouble).square().sum().item<double>();
    }
    return std::sqrt(apart / size);
}

}  // namespace headroom
