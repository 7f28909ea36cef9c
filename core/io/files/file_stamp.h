// What shows that the file of a name was replaced.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace headroom {

/// "path size time": another file under the name has another one. Of one that cannot be seen, its path alone.
inline std::string file_stamp(const std::string& path) {
    std::error_code failed, undated;
    const auto size = std::filesystem::file_size(path, failed);
    const auto time = std::filesystem::last_write_time(path, undated);
    if (failed || undated) return path;
    return path + " " + std::to_string(size) + " " + std::to_string(time.time_since_epoch().count());
}

}  // namespace headroom
