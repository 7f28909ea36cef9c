// The GPU that driver_on_paper.cpp pretends to be.
#pragma once

#include <cstddef>

namespace headroom::test {

inline constexpr std::size_t kPaperBytes = std::size_t{80} << 30;

}  // namespace headroom::test
