// RunLock: says which live process trains a run. The kernel releases it when the process ends, however it ends.
#pragma once

#include "core/base/file_lock.h"
#include "core/base/result.h"

#include <string>

namespace headroom {

class RunLock {
public:
    /// Takes the lock of the run in `dir`. Error: InvalidArgument (another holder), Disk.
    Result<void> take(const std::string& dir);
    bool held() const { return lock_.held(); }

    /// Does any process, this one included, hold the lock? Never disturbs a process that is about to take it.
    static bool is_held(const std::string& dir);

private:
    FileLock lock_;
};

}  // namespace headroom
