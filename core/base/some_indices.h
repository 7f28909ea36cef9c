// Some of many, chosen by a seed.
#pragma once

#include <cstdint>
#include <vector>

namespace headroom {

/// `count` of 0 .. of - 1 chosen by `seed`, ascending; all where there are no more or `count` is 0.
std::vector<std::int64_t> some_indices(std::int64_t of, std::int64_t count, std::uint64_t seed);

}  // namespace headroom
