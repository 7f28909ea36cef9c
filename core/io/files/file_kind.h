// FileKind: what a file is by its first bytes, whatever its name says.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace headroom {

enum class FileKind {
    Safetensors,
    Zip,
    Pickle,
    Empty,
    Html,
    LfsPointer,
    Gzip,
    SevenZip,
    Rar,
    Gguf,
    Hdf5,
    Tar,
    Numpy,
    Text,
    Unknown
};

/// `head`: the first bytes (512 are enough); `file_size`: of the whole file.
FileKind file_kind(std::span<const std::byte> head, std::uint64_t file_size);

/// The kind of the tensor file at `path`: Safetensors, Zip or Pickle. Errors: NotFound; BadFile as foreign_file_error; what reading meets.
Result<FileKind> tensor_file_kind(const std::string& path);

/// For kinds that hold no weights that can be read: what the file is and what to do. Code BadFile.
Error foreign_file_error(const std::string& path, FileKind kind, std::uint64_t file_size);

}  // namespace headroom
