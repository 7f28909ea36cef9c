// The lock of <run>/.lock.
#include "core/io/runs/run_lock.h"

namespace headroom {
namespace {

std::string lock_path(const std::string& dir) { return dir + "/.lock"; }

}  // namespace

Result<void> RunLock::take(const std::string& dir) {
    const auto taken = lock_.try_take(lock_path(dir));
    if (!taken) return taken.error();
    if (*taken) return {};
    const std::string holder = FileLock::holder(lock_path(dir));
    return make_error(ErrorCode::InvalidArgument,
                      "the run " + dir + " is being trained by another process (pid " +
                          (holder.empty() ? "unknown" : holder) + ")",
                      "Stop it there first, or start a new run.");
}

bool RunLock::is_held(const std::string& dir) { return FileLock::is_held(lock_path(dir)); }

}  // namespace headroom
