// Names of unfinished files and folders: ".<name>.partial-<pid>-<machine><process>-<n>". They tell whether the writer lives.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace headroom {

/// A fresh name, unique in this process, short enough for any file system.
std::string make_partial_name(std::string_view name);

/// Whether it may be such a name, of whichever writer.
bool is_partial_name(std::string_view name);

/// True for a file or folder with a partial name whose writer is gone: another process that has ended, or an earlier process with this one's pid.
/// Of writers on other machines or in other containers, whose pids say nothing here: what has not been written to for a week.
bool is_stray_partial(const std::filesystem::path& path);

/// The same of writers of this machine alone: for folders of the user, in which nothing is taken away that may be somebody else's.
bool is_left_here(const std::filesystem::path& path);

}  // namespace headroom
