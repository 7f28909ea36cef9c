// Resolves the user's data and cache folders from the environment.
#include "core/base/user_folders.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace headroom {
namespace {

std::string user_folder(const char* variable, const char* below_home, const char* leaf) {
    namespace fs = std::filesystem;
    if (const char* set = std::getenv(variable); set && fs::path(set).is_absolute())
        return (fs::path(set) / leaf).string();
    const char* home = std::getenv("HOME");
    std::error_code failed;
    const fs::path base = home && *home ? fs::path(home) : fs::temp_directory_path(failed);
    return ((failed ? fs::path("/tmp") : base) / below_home / leaf).string();
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

std::string default_libtorch_folder() { return user_folder("XDG_DATA_HOME", ".local/share", "headroom/libtorch"); }

std::string default_cache_folder() { return user_folder("XDG_CACHE_HOME", ".cache", "headroom"); }

}  // namespace headroom
