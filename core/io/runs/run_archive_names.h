// What an archive of a run holds: the names of its files, the same for who writes it and who reads it.
#pragma once

#include "core/base/error.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

namespace headroom::run_archive {

/// The list of its files and their hashes.
inline constexpr const char* kList = "headroom-run.json";
inline constexpr const char* kFormat = "headroom-run-archive-1";
/// Bytes that are read, hashed and written at once.
inline constexpr std::size_t kPiece = 1 << 20;
/// Folders of a run that go in with what they hold.
inline constexpr std::string_view kCheckpoints = "checkpoints", kPictures[] = {"samples", "frames"};

/// Whether `name` is one of these.
inline bool is_kept_folder(std::string_view name) {
    return name == kCheckpoints || std::find(std::begin(kPictures), std::end(kPictures), name) != std::end(kPictures);
}

/// Whether `name` is a file at the top of a run's folder that goes in as it is.
inline bool is_kept(std::string_view name) {
    return name == "config.json" || name == "notes.json" || name == "favourites.json" || name == "log.txt" ||
           name == "starting-weights.json" || (name.starts_with("oom-") && name.ends_with(".json"));
}

inline Error stopped() { return make_error(ErrorCode::Cancelled, "the archive was stopped"); }

}  // namespace headroom::run_archive
