// Names of unfinished files and folders: ".<name>.partial-<pid>-<token>". The pid and the token tell whether the writer lives.
#pragma once

#include <string>
#include <string_view>

namespace headroom {

/// A fresh name, unique in this process, short enough for any file system.
std::string make_partial_name(std::string_view name);

/// True for a partial name whose writer is gone: another process that has ended, or an earlier process with this one's pid.
bool is_stray_partial(std::string_view name);

}  // namespace headroom
