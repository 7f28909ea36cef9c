// How a step's pieces are shared out among the processes of a run: in blocks, the first process with as many as any.
#pragma once

#include <cstdint>
#include <utility>

namespace headroom {

/// Of `count` pieces those from first to before second are process `rank`'s of `processes`.
inline std::pair<std::int64_t, std::int64_t> share_of(std::int64_t count, int processes, int rank) {
    const auto begin = [&](std::int64_t of) { return (of * count + processes - 1) / processes; };
    return {begin(rank), begin(rank + 1)};
}

}  // namespace headroom
