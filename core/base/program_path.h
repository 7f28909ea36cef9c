// Where the running program lies.
#pragma once

#include <filesystem>

namespace headroom {

/// The path of the running program, without links, so that what belongs to an installation is found beside it; empty without /proc.
inline std::filesystem::path program_path() {
    std::error_code failed;
    return std::filesystem::read_symlink("/proc/self/exe", failed);
}

}  // namespace headroom
