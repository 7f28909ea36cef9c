// Reads PyTorch files: decides between the two containers and names foreign files.
#include "core/io/file_errors.h"
#include "core/io/file_handle.h"
#include "core/io/file_kind.h"
#include "core/io/torch_containers.h"

#include <algorithm>
#include <array>
#include <cerrno>

namespace headroom {

Result<TensorFile> read_torch_file(const std::string& path) {
    std::uint64_t size = 0;
    std::array<std::byte, 512> head{};
    std::span<std::byte> part;
    {
        auto file = FileHandle::open_for_reading(path);
        if (!file) return file.error();
        size = static_cast<std::uint64_t>(std::max<std::int64_t>(file->size(), 0));
        part = std::span(head).first(static_cast<std::size_t>(std::min<std::uint64_t>(size, head.size())));
        if (!file->read_at(0, part)) return read_error(path, EIO);
    }
    const FileKind kind = file_kind(part, size);
    if (kind == FileKind::Zip) return read_torch_zip(path);
    if (kind == FileKind::Pickle) return read_torch_legacy(path);
    if (kind == FileKind::Safetensors) return make_error(ErrorCode::BadFile, path + " is a safetensors file, not a PyTorch one", "Rename it to .safetensors.");
    return foreign_file_error(path, kind, size);
}

}  // namespace headroom
