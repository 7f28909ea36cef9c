// Runs independent items on a few threads; the calling thread takes part and reports how far it is.
#pragma once

#include "core/api/services.h"
#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace headroom {

/// What a long loop says while it runs: `done_before` of `total` items were finished by earlier loops.
struct LoopProgress {
    const ProgressFn* report = nullptr;  ///< called on the calling thread, at most about 20 times a second
    std::string what;
    std::int64_t done_before = 0, total = 0;
};

/// `asked` threads, for 0 as many as the machine runs at once.
std::int64_t loader_threads(std::int64_t asked);

/// Calls `item(i)` for every i in [0, count), on loader_threads(workers). `item` must be safe to call at once for different i.
/// Errors: Cancelled when `stop` is requested, OutOfMemory when an item runs out of memory.
Result<void> for_each_parallel(std::int64_t count, std::int64_t workers, const std::function<void(std::int64_t)>& item,
                               const LoopProgress& progress, std::stop_token stop);

}  // namespace headroom
