// Resolves the user's data and cache folders from the environment.
#include "core/base/user_folders.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace headroom {
namespace {

namespace fs = std::filesystem;

/// A folder of the user alone; empty: the environment names none.
fs::path own_folder(const char* variable, const char* below_home) {
    if (const char* set = std::getenv(variable); set && fs::path(set).is_absolute()) return set;
    const char* home = std::getenv("HOME");
    return home && *home ? fs::path(home) / below_home : fs::path();
}

std::string user_folder(const char* variable, const char* below_home, const char* leaf) {
    fs::path folder = own_folder(variable, below_home);
    if (folder.empty()) {
        std::error_code failed;
        const fs::path temporary = fs::temp_directory_path(failed);
        folder = (failed ? fs::path("/tmp") : temporary) / below_home;
    }
    return (folder / leaf).string();
}

}  // namespace

std::string default_runs_folder() {
    if (const char* set = std::getenv("HEADROOM_RUNS"); set && *set) {
        std::error_code ec;
        return std::filesystem::absolute(set, ec).lexically_normal().string();
    }
    return user_folder("XDG_DATA_HOME", ".local/share", "headroom/runs");
}

std::string default_models_folder() { return user_folder("XDG_DATA_HOME", ".local/share", "headroom/models"); }

std::string default_queue_folder() { return user_folder("XDG_DATA_HOME", ".local/share", "headroom/queue"); }

std::string default_elsewhere_folder() { return user_folder("XDG_DATA_HOME", ".local/share", "headroom/elsewhere"); }

std::string default_libtorch_folder() {
    const fs::path folder = own_folder("XDG_DATA_HOME", ".local/share");
    return folder.empty() ? std::string() : (folder / "headroom/libtorch").string();
}

std::string default_cache_folder() { return user_folder("XDG_CACHE_HOME", ".cache", "headroom"); }

}  // namespace headroom
