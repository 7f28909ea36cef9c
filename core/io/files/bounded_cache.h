// Caches that stay bounded: what nobody has used for long goes, and of more than there may be what was used longest ago. Whoever writes into one
// keeps it so; nothing looks for it otherwise.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace headroom {

struct CacheBound {
    std::uint64_t bytes = 0;             ///< of all files
    std::chrono::hours unused{24 * 90};  ///< since a file was used last
};

/// Notes that `file` of a cache was used now, by its time of change. Where that cannot be noted it seems older than it is.
void note_cache_use(const std::string& file);

/// Removes what is too much of the files of `folder` that end in `ending`, and of what nobody has used for long the two that were used longest ago.
/// Those that were used within the hour stay however large they are: somebody has just written them and is about to open them. What seems to be used
/// in the future was used now.
void bound_cache(const std::string& folder, std::string_view ending, const CacheBound& bound);

}  // namespace headroom
