// Reads PyTorch files: decides between the two containers and names foreign files.
#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/io/files/file_kind.h"
#include "core/io/torch_files/torch_containers.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <deque>
#include <map>

namespace headroom {

Result<TorchIndex> open_torch(const std::string& path) {
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
    if (kind == FileKind::Zip) return open_torch_zip(path);
    if (kind == FileKind::Pickle) return open_torch_legacy(path);
    if (kind == FileKind::Safetensors)
        return make_error(ErrorCode::BadFile, path + " is a safetensors file, not a PyTorch one",
                          "Rename it to .safetensors.");
    return foreign_file_error(path, kind, size);
}

Result<TensorFile> read_torch_file(const std::string& path) {
    auto opened = open_torch(path);
    if (!opened) return opened.error();
    const TorchIndex& index = *opened;
    // Everything short of the data has been checked; storages that several tensors share are read once.
    struct Owner {
        std::deque<TensorBuffer> buffers;
    };
    auto owner = std::make_shared<Owner>();
    std::map<std::string_view, std::span<const std::byte>> loaded;
    TensorFile file;
    for (const TorchEntry& entry : index.entries) {
        file.tensors.push_back({entry.name, entry.dtype, entry.shape, {}});
        if (entry.bytes == 0) continue;
        const auto size = index.storages->size_of(entry);
        if (!size) return size.error();
        auto it = loaded.find(entry.storage);
        if (it == loaded.end()) {
            auto buffer = TensorBuffer::allocate(*size, path);
            if (!buffer) return buffer.error();
            if (auto ok = index.storages->read(entry, buffer->bytes()); !ok) return ok.error();
            owner->buffers.push_back(*std::move(buffer));
            it = loaded.emplace(entry.storage, std::as_const(owner->buffers.back()).bytes()).first;
        }
        if (entry.contiguous) {
            file.tensors.back().data =
                it->second.subspan(static_cast<std::size_t>(entry.offset) * element_size(entry.dtype),
                                   static_cast<std::size_t>(entry.bytes));
            continue;
        }
        auto copy = TensorBuffer::allocate(entry.bytes, path);
        if (!copy) return copy.error();
        gather(entry, it->second, copy->bytes());
        owner->buffers.push_back(*std::move(copy));
        file.tensors.back().data = std::as_const(owner->buffers.back()).bytes();
    }
    file.container = index.container;
    file.ignored = index.ignored;
    file.warnings = index.warnings;
    file.storage = std::move(owner);
    warn_of_non_finite(file);
    return file;
}

}  // namespace headroom
