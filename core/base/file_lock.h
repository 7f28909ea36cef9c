// FileLock: one holder at a time among all processes and threads. The kernel releases it when its holder ends, however it ends.
#pragma once

#include "core/base/file_handle.h"
#include "core/base/result.h"

#include <string>

namespace headroom {

/// Locks of open file descriptions: bound to this object rather than to the process. File systems without locks give no
/// protection, and no error.
class FileLock {
public:
    /// Takes the lock of the file at `path`, made when needed, and writes this process's id into it. False: another holder has it.
    /// Error: Disk.
    Result<bool> try_take(const std::string& path);
    /// Waits for it; for locks that are held for moments. Error: Disk.
    Result<void> take(const std::string& path);
    void release() { file_.close(); }
    bool held() const { return file_.valid(); }

    /// Does anyone, this process included, hold it? Never disturbs one who is about to take it.
    static bool is_held(const std::string& path);
    /// The process id that the latest holder wrote; "" if there was none.
    static std::string holder(const std::string& path);

private:
    FileHandle file_;
};

}  // namespace headroom
