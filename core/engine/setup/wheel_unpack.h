// Takes out of a wheel what a program needs at run time: shared libraries and licences; no Python, no headers.
#pragma once

#include "core/base/result.h"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace headroom {

/// Whether the file at `path` within a wheel is unpacked. `gpu`: also what only machines with an NVIDIA GPU load.
bool is_wanted_of_wheel(std::string_view path, bool gpu);

/// Unpacks `wheel`, whose hash was checked, below `folder`. `progress`: the share that is done. Errors: BadFile, Disk, Cancelled.
Result<void> unpack_wheel(const std::string& wheel, const std::string& folder, bool gpu,
                          const std::function<void(double)>& progress, const std::stop_token& stop);

}  // namespace headroom
