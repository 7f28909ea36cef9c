// What a verb that begins runs was given, as a request.
#pragma once

#include "app/cli/verbs.h"
#include "core/api/command.h"
#include "core/ranks/launch.h"

#include <optional>

namespace headroom::cli {

/// The run that the words of a train verb ask for, checked as far as it can be before it begins. Errors: InvalidArgument, BadFile,
/// NotFound, Environment. `launch`: of a run of several processes.
Result<RunRequest> request_from(const Context& c, Services& services, const std::optional<Launch>& launch = {});

}  // namespace headroom::cli
