// Packs a source into its cache file, once.
#pragma once

#include "core/data/image_source.h"
#include "core/data/packed_file.h"

#include <stop_token>

namespace headroom {

struct PackSettings {
    int size = 64, channels = 3;
    std::int64_t workers = 0;  ///< as for_each_parallel() takes them
    std::string cache_dir;     ///< empty: "data" in the user's cache folder
};

/// Hash of everything that decides the packed bytes.
std::string data_fingerprint(const ImageSource& source, const PackSettings& settings);

/// The valid cache file of `source`, packed first when there is none. Rejected pictures are left out and listed; the result
/// may be empty. Two processes may do this at once. Packing removes what nobody used for long, and what is too much (bounded_cache.h). Errors:
/// Disk, Cancelled (nothing is left behind), OutOfMemory.
Result<std::shared_ptr<const PackedFile>> open_packed(const ImageSource& source, const PackSettings& settings,
                                                      const ProgressFn& progress, std::stop_token stop);

}  // namespace headroom
