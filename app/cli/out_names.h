// Out names: what the name after --out says of what is to be written there.
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace headroom::cli {

/// Whether `out` is a folder or is called one: "frames/". So is a name without an ending where files have one.
bool names_a_folder(const std::string& out);

/// ".gif, .webp or .mp4".
std::string endings_in_words(const std::vector<std::string>& endings);

/// Error (InvalidArgument): "-", which would become a file of that name.
Result<void> check_no_stdout(const std::string& out);

/// Error (InvalidArgument): the name promises something else than the PNG that is written there, or is "-".
Result<void> check_png_name(const std::string& out);

}  // namespace headroom::cli
