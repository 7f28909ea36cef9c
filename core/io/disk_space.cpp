// Asks the file system for room before a write begins.
#include "core/io/disk_space.h"

#include "core/base/units.h"

#include <algorithm>

#include <sys/statvfs.h>

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
    const std::uint64_t free = static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize;
    if (free >= space_needed(size)) return {};
    return make_error(ErrorCode::Disk,
                      "cannot write " + path + ": the disk is full (" + to_text(Bytes{static_cast<std::int64_t>(space_needed(size))}) + " needed, " +
                          to_text(Bytes{static_cast<std::int64_t>(free)}) + " free)",
                      "Free some space or choose another folder; the earlier file is unchanged.");
}

}  // namespace headroom
