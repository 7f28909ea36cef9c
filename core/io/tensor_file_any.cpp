// Chooses the reader of a tensor file by its content.
#include "core/io/file_errors.h"
#include "core/io/file_handle.h"
#include "core/io/file_kind.h"
#include "core/io/tensor_file.h"

#include <algorithm>
#include <array>
#include <cerrno>

namespace headroom {

Result<TensorFile> read_tensor_file(const std::string& path) {
    FileKind kind = FileKind::Unknown;
    std::uint64_t size = 0;
    {
        auto file = FileHandle::open_for_reading(path);
        if (!file) return file.error();
        size = static_cast<std::uint64_t>(std::max<std::int64_t>(file->size(), 0));
        std::array<std::byte, 512> head{};
        const auto part = std::span(head).first(static_cast<std::size_t>(std::min<std::uint64_t>(size, head.size())));
        if (!file->read_at(0, part)) return read_error(path, EIO);
        kind = file_kind(part, size);
    }
    if (kind == FileKind::Safetensors) return read_safetensors(path);
    if (kind == FileKind::Zip || kind == FileKind::Pickle) return read_torch_file(path);
    return foreign_file_error(path, kind, size);
}

}  // namespace headroom
