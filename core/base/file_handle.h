// FileHandle: owns a file descriptor; whole reads and writes that survive interruption.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace headroom {

class FileHandle {
public:
    FileHandle() = default;
    explicit FileHandle(int fd) : fd_(fd) {}
    FileHandle(FileHandle&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    FileHandle& operator=(FileHandle&& other) noexcept;
    ~FileHandle();

    /// Opens an ordinary file for reading. Error: NotFound, BadFile (a folder, a device, no permission).
    static Result<FileHandle> open_for_reading(const std::string& path);

    int fd() const { return fd_; }
    bool valid() const { return fd_ >= 0; }
    /// Bytes in the file now; -1 if that is unknown.
    std::int64_t size() const;
    /// Fills `out` from `offset`; false at the end of the file or on an error.
    bool read_at(std::uint64_t offset, std::span<std::byte> out) const;
    /// 0, or the errno value of the failure.
    int write_all(std::span<const std::byte> bytes);
    /// 0, or the errno value of the failure.
    int close();

private:
    int fd_ = -1;
};

/// Makes the names in `folder` last (fsync of the folder). 0 or an errno value; file systems that cannot do it count as 0.
int sync_folder(const std::string& folder);

/// The folder part of `path`, "." if it has none.
std::string folder_of(const std::string& path);
/// The last part of `path`.
std::string name_of_path(const std::string& path);
/// What `path` ends in, in small letters, for people write them in any: ".png" of "a/GRID.PNG"; "" without an ending.
std::string ending_of(const std::string& path);

}  // namespace headroom
