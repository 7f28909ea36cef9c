// Asks the file system for room, and whether a file can be made at all, before a write begins.
#include "core/io/files/disk_space.h"

#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/io/files/partial_name.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace headroom {
namespace {

/// Room for the file, a tenth more, and a reserve so that a large save never takes the last of the disk from others.
std::uint64_t space_needed(std::uint64_t size) {
    constexpr std::uint64_t reserve = 256u << 20;
    return size + size / 10 + std::min(reserve, size * 4);
}

}  // namespace

Result<void> check_free_space(const std::string& folder, const std::string& path, std::uint64_t size) {
    struct statvfs info {};
    if (size == 0 || statvfs(folder.c_str(), &info) != 0) return {};  // the write itself will tell
    // A folder of the kernel's (/proc) has no blocks, and one that may not be written has them for others: neither is full.
    if (info.f_blocks == 0 || (info.f_flag & ST_RDONLY) != 0 || access(folder.c_str(), W_OK) != 0) return {};
    const std::uint64_t free = static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize;
    if (free >= space_needed(size)) return {};
    return make_error(ErrorCode::Disk,
                      "cannot write " + path + ": the disk is full (" +
                          to_text(Bytes{static_cast<std::int64_t>(space_needed(size))}) + " needed, " +
                          to_text(Bytes{static_cast<std::int64_t>(free)}) + " free)",
                      "Free some space or choose another folder; the earlier file is unchanged.", errno_detail(ENOSPC));
}

PathOnDisk path_on_disk(const std::filesystem::path& path) {
    std::error_code failed;
    PathOnDisk out{std::filesystem::absolute(path, failed).lexically_normal(), {}};
    while (out.there.has_relative_path() && !std::filesystem::exists(out.there, failed)) {
        if (out.there.has_filename()) out.missing.push_back(out.there);  // "a/" is the folder a, which comes next
        out.there = out.there.parent_path();
    }
    std::reverse(out.missing.begin(), out.missing.end());
    return out;
}

std::string nearest_folder(const std::string& folder) {
    std::error_code failed;
    const std::filesystem::path there = path_on_disk(folder).there;
    return (std::filesystem::is_directory(there, failed) ? there : there.parent_path()).string();
}

Result<void> check_new_folder(const std::string& folder) {
    std::error_code failed;
    const std::filesystem::path there = path_on_disk(folder).there;
    if (!std::filesystem::is_directory(there, failed)) return write_error(folder, ENOTDIR);
    return check_new_file((there / "run.json").string());
}

std::optional<Bytes> free_space(const std::string& folder) {
    std::error_code failed;
    const auto space = std::filesystem::space(folder, failed);
    if (failed) return std::nullopt;
    return Bytes{static_cast<std::int64_t>(std::min<std::uintmax_t>(space.available, INT64_MAX))};
}

Result<void> check_new_file(const std::string& path) {
    const std::string probe = folder_of(path) + "/" + make_partial_name(name_of_path(path));
    const FileHandle file(::open(probe.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file.valid()) return write_error(path, errno);
    ::unlink(probe.c_str());
    return {};
}

}  // namespace headroom
