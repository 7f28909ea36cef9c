// Free space: is there room for a write, with a reserve left for others?
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>

namespace headroom {

/// Error Disk naming `path` when `folder` has no room for `size` bytes and the reserve.
Result<void> check_free_space(const std::string& folder, const std::string& path, std::uint64_t size);

}  // namespace headroom
