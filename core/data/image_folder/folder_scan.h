// FolderScan: the files of a folder and its subfolders in a fixed order, safe against loops of links.
#pragma once

#include "core/api/services.h"
#include "core/base/result.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

struct FolderListing {
    std::vector<std::string> files;     ///< relative to the folder, sorted bytewise
    std::vector<std::int64_t> sizes;    ///< of each of them, in bytes
    std::vector<RejectedFile> refused;  ///< what could not be listed: folders ("name/"), dead links, devices
    std::string stamp;  ///< hash of names, sizes, times and readability: changes when the pictures may have
};

/// Lists every ordinary file below `folder`, following links, each folder once. Hidden files and folders (".name") are left
/// out. Errors: NotFound, BadFile (not a folder, not readable), Cancelled.
Result<FolderListing> scan_folder(const std::string& folder, const ProgressFn& progress, std::stop_token stop);

}  // namespace headroom
