// The pictures of a folder that text to image paints on one after the other, and what their results are called.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// The order of names in which numbers count as numbers ("frame2" before "frame10") and capitals as small letters of ASCII.
bool natural_less(std::string_view a, std::string_view b);

/// Names of the files in `folder` whose names say that they are pictures which can be read, in natural order; hidden files and folders
/// within are left out. Looks at names alone. Errors, beginning with "start.folder": NotFound (no such folder, none of these files),
/// Disk (it cannot be read).
Result<std::vector<std::string>> list_frames(const std::string& folder);

/// What the results are called, one for one and each name once: "a.jpg" becomes "a.png". Where "a.webp" is there too, the second is "a.webp.png".
std::vector<std::string> frame_results(const std::vector<std::string>& names);

}  // namespace headroom
