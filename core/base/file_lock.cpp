// fcntl with F_OFD_SETLK and F_OFD_SETLKW; testable without being taken.
#include "core/base/file_lock.h"

#include "core/base/file_errors.h"

#include <cerrno>
#include <optional>
#include <span>

#include <fcntl.h>
#include <unistd.h>

namespace headroom {
namespace {

struct flock whole_file(short type) {
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    return lock;
}

/// The locked file; empty: another holder has it.
Result<std::optional<FileHandle>> locked(const std::string& path, int how) {
    FileHandle file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (!file.valid()) return write_error(path, errno);
    struct flock lock = whole_file(F_WRLCK);
    int failed = 0;
    while ((failed = fcntl(file.fd(), how, &lock) != 0 ? errno : 0) == EINTR) {}
    // Network file systems without locks (ENOLCK, EINVAL, ENOTSUP) give no protection, but must not forbid the work.
    if (failed == EAGAIN || failed == EACCES) return std::optional<FileHandle>();
    const std::string pid = std::to_string(getpid());
    if (ftruncate(file.fd(), 0) != 0) return write_error(path, errno);
    if (const int why = file.write_all(std::as_bytes(std::span(pid.data(), pid.size())))) return write_error(path, why);
    return std::optional(std::move(file));
}

}  // namespace

Result<bool> FileLock::try_take(const std::string& path) {
    if (held()) return true;
    auto file = locked(path, F_OFD_SETLK);
    if (!file) return file.error();
    if (!*file) return false;
    file_ = *std::move(*file);
    return true;
}

Result<void> FileLock::take(const std::string& path) {
    if (held()) return {};
    auto file = locked(path, F_OFD_SETLKW);
    if (!file) return file.error();
    if (*file) file_ = *std::move(*file);
    return {};
}

bool FileLock::is_held(const std::string& path) {
    const FileHandle file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    if (!file.valid()) return false;
    struct flock lock = whole_file(F_WRLCK);
    return fcntl(file.fd(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

std::string FileLock::holder(const std::string& path) {
    const FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    char text[32] = {};
    return file.valid() && pread(file.fd(), text, sizeof text - 1, 0) > 0 ? text : "";
}

}  // namespace headroom
