// Atomic files: written beside the target, synced, renamed; the old file is whole until the new one is safe.
#pragma once

#include "core/base/file_handle.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace headroom {

/// Writes `bytes` to `path` atomically (".<name>.partial-<pid>-<random>", fsync, rename, fsync of the folder). Error: Disk.
Result<void> write_file_atomic(const std::string& path, std::span<const std::byte> bytes);
Result<void> write_text_atomic(const std::string& path, std::string_view text);

/// Streams into an atomic file: `producer` calls `write` as often as it likes; its Error aborts and leaves the target alone.
using WriteFn = std::function<Result<void>(std::span<const std::byte>)>;
Result<void> write_stream_atomic(const std::string& path, std::uint64_t expected_size,
                                 const std::function<Result<void>(const WriteFn&)>& producer);

/// The whole file as text; at most `limit` bytes. Error: NotFound, BadFile.
Result<std::string> read_text(const std::string& path, std::uint64_t limit = 64u << 20);
/// The same of a file that is open; `path` is for messages.
Result<std::string> read_text(const FileHandle& file, const std::string& path, std::uint64_t limit);

/// Removes ".*.partial-<pid>-*" in `folder` whose process is gone.
void sweep_partial_files(const std::string& folder);

}  // namespace headroom
