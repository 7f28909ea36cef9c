// Loops on LibTorch's own threads.
#pragma once

#include <cstdint>
#include <functional>

namespace headroom::nn {

/// Calls work(i) once for every i below `count`, on as many threads as LibTorch computes with; returns when all are done.
void in_parallel(std::int64_t count, const std::function<void(std::int64_t)>& work);

/// How many shares in_shares() makes of so many: one for each thread that LibTorch computes with, none of them empty.
std::int64_t shares_of(std::int64_t count);

/// Calls work(i, share) once for every i below `count`; a share are neighbours, in order on one thread. Returns when all are done.
template <class Work> void in_shares(std::int64_t count, const Work& work) {
    const std::int64_t shares = shares_of(count);
    in_parallel(shares, [&](std::int64_t share) {
        for (std::int64_t i = count * share / shares; i < count * (share + 1) / shares; ++i) work(i, share);
    });
}

/// So many floats up to a whole number of cache lines: that is how far apart the rooms of threads lie.
constexpr std::int64_t aligned(std::int64_t floats) {
    constexpr std::int64_t line = 16;
    return (floats + line - 1) / line * line;
}

}  // namespace headroom::nn
