// Before a write: is there room, with a reserve left for others, and can a file be made there at all?
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// Error Disk naming `path` when `folder` has no room for `size` bytes and the reserve. A folder that cannot be written for another
/// reason passes: the write says which.
Result<void> check_free_space(const std::string& folder, const std::string& path, std::uint64_t size);

/// A path, absolute and without dots, taken apart where the file system ends.
struct PathOnDisk {
    std::filesystem::path there;  ///< itself or the nearest above it that exists: a folder, or a file in the way
    std::vector<std::filesystem::path> missing;  ///< what would have to be made below it, the uppermost first
};
PathOnDisk path_on_disk(const std::filesystem::path& path);

/// The folder, absolute, or the nearest one above that is there: where it would be made.
std::string nearest_folder(const std::string& folder);

/// What is free for this user where `folder` is; nothing: the file system does not tell.
std::optional<Bytes> free_space(const std::string& folder);

/// Whether a folder can be made there, with those above it, or takes files where it is there: a file is made in what is there, and taken away again.
/// Error: Disk.
Result<void> check_new_folder(const std::string& folder);

/// Makes a file beside `path` and takes it away again, so that what cannot be written is known before the work. Error: Disk.
Result<void> check_new_file(const std::string& path);

}  // namespace headroom
