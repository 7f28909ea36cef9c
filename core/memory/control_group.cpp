// Walking from the process's own group up to the mount's root.
#include "core/memory/control_group.h"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace headroom {
namespace {

namespace fs = std::filesystem;

/// Version 1 writes "no limit" as the largest multiple of a page.
constexpr std::int64_t kNoLimit = std::int64_t{1} << 60;

/// Names of one version's files.
struct Names {
    const char* limit;
    const char* used;
    const char* idle_pages;  ///< in memory.stat: file pages not touched for a while, the groups below included
};
constexpr Names kVersion2{"memory.max", "memory.current", "inactive_file"},
    kVersion1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};

std::optional<std::int64_t> number_in(const fs::path& file) {
    std::ifstream in(file);
    std::int64_t n = 0;
    return in >> n ? std::optional(n) : std::nullopt;  // "max" is no number
}

std::int64_t field_in(const fs::path& file, const std::string& name) {
    std::ifstream in(file);
    std::string key;
    for (std::int64_t value; in >> key >> value;) {
        if (key == name) return value;
    }
    return 0;
}

std::optional<GroupLimit> limit_of(const fs::path& group, const Names& names) {
    const auto limit = number_in(group / names.limit), used = number_in(group / names.used);
    if (!limit || *limit <= 0 || *limit >= kNoLimit) return std::nullopt;
    const std::int64_t idle = field_in(group / "memory.stat", names.idle_pages);
    return GroupLimit{Bytes{*limit}, Bytes{std::max<std::int64_t>(0, used.value_or(0) - idle)}};
}

void consider(std::optional<GroupLimit>& tightest, const std::optional<GroupLimit>& other) {
    if (other && (!tightest || other->left() < tightest->left())) tightest = other;
}

/// From `path` up to `root`. Inside a container the path may be that of the host, which is not there: then the root alone.
void walk(std::optional<GroupLimit>& tightest, const fs::path& root, const std::string& path, const Names& names) {
    std::error_code ec;
    fs::path group = root / fs::path(path).relative_path().lexically_normal();
    if (!fs::is_directory(group, ec)) group = root;
    for (;; group = group.parent_path()) {
        consider(tightest, limit_of(group, names));
        if (group == root || group.native().size() <= root.native().size()) return;
    }
}

}  // namespace

std::optional<GroupLimit> tightest_group(const std::string& membership, const std::string& mount) {
    std::optional<GroupLimit> tightest;
    std::ifstream in(membership);
    // "0::/user.slice/a.scope" (version 2), "7:memory:/docker/abc" (version 1): hierarchy, controllers, path.
    for (std::string line; std::getline(in, line);) {
        std::istringstream parts(line);
        std::string hierarchy, controllers, path;
        if (!std::getline(parts, hierarchy, ':') || !std::getline(parts, controllers, ':') ||
            !std::getline(parts, path))
            continue;
        if (hierarchy == "0" && controllers.empty())
            walk(tightest, mount, path, kVersion2);
        else if (("," + controllers + ",").find(",memory,") != std::string::npos)
            walk(tightest, fs::path(mount) / "memory", path, kVersion1);
    }
    return tightest;
}

}  // namespace headroom
