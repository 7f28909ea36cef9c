// File descriptors with EINTR and short counts handled in one place.
#include "core/base/file_handle.h"

#include "core/base/file_errors.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headroom {
namespace {

// The kernel writes at most 2 GiB a call; smaller pieces also keep a signal's delay short.
constexpr std::size_t kPiece = 64u << 20;

}  // namespace

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept {
    if (this != &other) {
        close();
        fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
}

FileHandle::~FileHandle() { close(); }

Result<FileHandle> FileHandle::open_for_reading(const std::string& path) {
    if (path.empty() || path.find('\0') != std::string::npos)
        return make_error(ErrorCode::NotFound, "cannot read a file without a proper name");
    // O_NONBLOCK: opening a named pipe must not hang; ordinary files ignore it.
    FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.valid()) return read_error(path, errno);
    struct stat info {};
    if (fstat(file.fd(), &info) != 0) return read_error(path, errno);
    if (S_ISDIR(info.st_mode)) return read_error(path, EISDIR);
    if (!S_ISREG(info.st_mode))
        return make_error(ErrorCode::BadFile, "cannot read " + path + ": it is not an ordinary file");
    return file;
}

std::int64_t FileHandle::size() const {
    struct stat info {};
    return fstat(fd_, &info) == 0 ? static_cast<std::int64_t>(info.st_size) : -1;
}

bool FileHandle::read_at(std::uint64_t offset, std::span<std::byte> out) const {
    while (!out.empty()) {
        const ssize_t n = pread(fd_, out.data(), std::min(out.size(), kPiece), static_cast<off_t>(offset));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        out = out.subspan(static_cast<std::size_t>(n));
        offset += static_cast<std::uint64_t>(n);
    }
    return true;
}

int FileHandle::write_all(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd_, bytes.data(), std::min(bytes.size(), kPiece));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        if (n == 0) return ENOSPC;
        bytes = bytes.subspan(static_cast<std::size_t>(n));
    }
    return 0;
}

int FileHandle::close() {
    if (fd_ < 0) return 0;
    // After EINTR the descriptor is gone all the same, so close is never repeated.
    const int failed = ::close(std::exchange(fd_, -1));
    return failed != 0 && errno != EINTR ? errno : 0;
}

int sync_folder(const std::string& folder) {
    const FileHandle handle(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!handle.valid()) return errno;
    if (fsync(handle.fd()) == 0 || errno == EINVAL || errno == ENOTSUP) return 0;
    return errno;
}

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

std::string name_of_path(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string ending_of(const std::string& path) {
    std::string ending = std::filesystem::path(path).extension().string();
    for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return ending;
}

}  // namespace headroom
