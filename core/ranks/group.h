// Joining the processes of a run: loads the module that knows c10d and lets it meet the others.
#pragma once

#include "core/ranks/collective.h"

#include <memory>
#include <string>

namespace headroom {

/// Waits until all processes are there and one sum of theirs was right. Errors: Environment (no module, one of another build, a port in
/// use, a process that has not come or is of another version; the sentence names it).
Result<std::unique_ptr<Collective>> join_group(const GroupPlace& place);

/// What this machine offers for runs of several processes, for `doctor`. Loads the module.
Result<std::string> group_support();

}  // namespace headroom
