// Resolves the user's data and cache folders from the environment, and from what the system knows of the user.
#include "core/base/user_folders.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <pwd.h>
#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;

/// Services and cron jobs may have no HOME; the system's list of users has their folder too. Empty: neither names one that the user may write.
fs::path home_folder() {
    if (const char* home = std::getenv("HOME"); home && fs::path(home).is_absolute()) return home;
    passwd entry{};
    passwd* found = nullptr;
    std::array<char, 16384> words{};
    if (::getpwuid_r(::getuid(), &entry, words.data(), words.size(), &found) != 0 || !found || !found->pw_dir)
        return {};
    const fs::path home = found->pw_dir;
    return home.is_absolute() && ::access(home.c_str(), W_OK | X_OK) == 0 ? home : fs::path();
}

/// A folder of the user alone; empty: none is known.
fs::path own_folder(const char* variable, const char* below_home) {
    if (const char* set = std::getenv(variable); set && fs::path(set).is_absolute()) return set;
    const fs::path home = home_folder();
    return home.empty() ? fs::path() : home / below_home;
}

/// For code, which is not taken from a folder of all users.
std::string code_folder(const char* variable, const char* below_home, const char* leaf) {
    const fs::path folder = own_folder(variable, below_home);
    return folder.empty() ? std::string() : (folder / leaf).string();
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

std::string default_libtorch_folder() { return code_folder("XDG_DATA_HOME", ".local/share", "headroom/libtorch"); }

std::string default_cache_folder() { return user_folder("XDG_CACHE_HOME", ".cache", "headroom"); }

std::string default_kernel_folder() { return code_folder("XDG_CACHE_HOME", ".cache", "headroom/kernels"); }

}  // namespace headroom
