// Which runs other processes train at this moment: asked of their sockets, all at once, and not for long.
#pragma once

#include "core/api/services.h"

#include <chrono>
#include <string>
#include <vector>

namespace headroom::remote {

inline constexpr std::chrono::milliseconds kLookAtRuns{100};

/// Fills `elsewhere` of the runs under way whose processes answer within `patience`, this process left out.
void look_for_live_runs(std::vector<RunInfo>& runs, std::chrono::milliseconds patience = kLookAtRuns);

/// The socket's path of "unix:PATH" or of a run folder. Error: NotFound (nobody trains it, or not where it could be attached to).
Result<std::string> socket_of(const std::string& run_or_address);

}  // namespace headroom::remote
