// Calls of cuDNN, so that what it takes for itself has a role of its own.
#pragma once

namespace headroom {

/// From now on every thread's calls of operators that cuDNN computes are LibraryCalls (role_scope.h). Once per process; any thread.
void watch_library_calls();

}  // namespace headroom
