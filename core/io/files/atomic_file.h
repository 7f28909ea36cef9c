// Atomic files: written beside the target, synced, renamed; the old file is whole until the new one is safe.
#pragma once

#include "core/base/file_handle.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace headroom {

/// Writes `bytes` to `path` atomically (".<name>.partial-<pid>-<random>", fsync, rename, fsync of the folder). Error: Disk.
Result<void> write_file_atomic(const std::string& path, std::span<const std::byte> bytes);
Result<void> write_text_atomic(const std::string& path, std::string_view text);

/// Streams into an atomic file: `producer` calls `write` as often as it likes; its Error aborts and leaves the target alone.
using WriteFn = std::function<Result<void>(std::span<const std::byte>)>;
Result<void> write_stream_atomic(const std::string& path, std::uint64_t expected_size,
                                 const std::function<Result<void>(const WriteFn&)>& producer);

/// Where what is written to `path` goes: through a symbolic link to the file that it points to. Error: Disk (no proper name, a folder, no ordinary file).
Result<std::string> resolve_target(const std::string& path);

/// Files that belong together. While one lives, what its thread writes atomically waits beside its targets, whole and synced; commit() puts all
/// of it in place, or where one of them cannot be, none. What was not put in place goes with the group, and earlier files of those names are as they
/// were. A crash within commit() leaves each of them earlier or new, and none of them away.
class AtomicGroup {
public:
    AtomicGroup();
    ~AtomicGroup();
    AtomicGroup(const AtomicGroup&) = delete;
    AtomicGroup& operator=(const AtomicGroup&) = delete;

    /// Error: Disk.
    Result<void> commit();
    struct Waiting {
        std::string path;     ///< as it was named
        std::string partial;  ///< where its bytes are
        std::string target;   ///< where they are to be: resolve_target()
    };
    /// One that is written and synced: of write_stream_atomic(), or of who writes otherwise.
    void add(Waiting file) { waiting_.push_back(std::move(file)); }

private:
    AtomicGroup* before_;
    std::deque<Waiting> waiting_;
};

/// The whole file as text; at most `limit` bytes. Error: NotFound, BadFile.
Result<std::string> read_text(const std::string& path, std::uint64_t limit = 64u << 20);
/// The same of a file that is open; `path` is for messages.
Result<std::string> read_text(const FileHandle& file, const std::string& path, std::uint64_t limit);

/// Removes ".*.partial-<pid>-*" in `folder` whose process is gone.
void sweep_partial_files(const std::string& folder);
/// The same in a folder of the user: files alone, of processes of this machine.
void sweep_files_left_here(const std::string& folder);

}  // namespace headroom
