// Locks of open file descriptions: bound to the open file rather than the process, testable without being taken.
#include "core/io/runs/run_lock.h"

#include "core/io/files/file_errors.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace headroom {
namespace {

std::string lock_path(const std::string& dir) { return dir + "/.lock"; }

struct flock whole_file(short type) {
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    return lock;
}

}  // namespace

Result<void> RunLock::take(const std::string& dir) {
    if (held()) return {};
    FileHandle file(::open(lock_path(dir).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (!file.valid()) return write_error(lock_path(dir), errno);
    struct flock lock = whole_file(F_WRLCK);
    // Network file systems without locks (ENOLCK, EINVAL, ENOTSUP) give no protection, but must not forbid training.
    if (fcntl(file.fd(), F_OFD_SETLK, &lock) != 0 && (errno == EAGAIN || errno == EACCES)) {
        char holder[32] = {};
        if (pread(file.fd(), holder, sizeof holder - 1, 0) <= 0) std::strcpy(holder, "unknown");
        return make_error(ErrorCode::InvalidArgument,
                          "the run " + dir + " is being trained by another process (pid " + holder + ")",
                          "Stop it there first, or start a new run.");
    }
    const std::string pid = std::to_string(getpid());
    if (ftruncate(file.fd(), 0) != 0) return write_error(lock_path(dir), errno);
    if (const int failed = file.write_all(std::as_bytes(std::span(pid.data(), pid.size()))))
        return write_error(lock_path(dir), failed);
    file_ = std::move(file);
    return {};
}

bool RunLock::is_held(const std::string& dir) {
    const FileHandle file(::open(lock_path(dir).c_str(), O_RDWR | O_CLOEXEC));
    if (!file.valid()) return false;
    struct flock lock = whole_file(F_WRLCK);
    return fcntl(file.fd(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

}  // namespace headroom
