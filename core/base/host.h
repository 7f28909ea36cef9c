// Which machine this is.
#pragma once

#include <string>

namespace headroom {

/// This machine's name.
std::string host_name();
/// Equal for all processes of this machine, also after it was started anew.
std::string machine_id();
/// Equal for all processes that see the same machine, as it was started last, and its files.
std::string host_id();

}  // namespace headroom
