// Opens weight files for reading tensor by tensor; PyTorch's storages are read whole, because their CRC covers them whole.
#include "core/io/tensors/tensor_stream.h"

#include "core/io/files/file_kind.h"
#include "core/io/tensors/tensor_buffer.h"
#include "core/io/torch_files/torch_containers.h"

namespace headroom {
namespace {

class TorchSource final : public TensorStream::Source {
public:
    explicit TorchSource(TorchIndex index) : index_(std::move(index)) {}

    Result<void> read(std::size_t i, std::span<std::byte> out) override {
        const TorchEntry& entry = index_.entries[i];
        if (entry.bytes == 0) return {};
        const auto size = index_.storages->size_of(entry);
        if (!size) return size.error();
        if (entry.contiguous && entry.offset == 0 && *size == entry.bytes) {
            if (auto ok = spend(*size); !ok) return ok;
            return index_.storages->read(entry, out);
        }
        if (kept_ != entry.storage) {
            if (auto ok = spend(*size); !ok) return ok;
            kept_.clear();
            shared_ = TensorBuffer();
            auto buffer = TensorBuffer::allocate(*size, index_.path);
            if (!buffer) return buffer.error();
            if (auto ok = index_.storages->read(entry, buffer->bytes()); !ok) return ok;
            shared_ = *std::move(buffer);
            kept_ = entry.storage;
        }
        if (auto ok = spend(entry.bytes); !ok) return ok;
        gather(entry, std::as_const(shared_).bytes(), out);
        return {};
    }

private:
    /// Tensors that take turns in large packed records would have them unpacked again and again, and thousands over one large
    /// record would be copied for ever; no real file does either.
    Result<void> spend(std::uint64_t bytes) {
        spent_ += bytes;
        if (spent_ / 16 <= index_.file_size + (64u << 20)) return {};
        return make_error(ErrorCode::BadFile,
                          index_.path +
                              " cannot be loaded: its tensors share their data in a way that no weight file needs",
                          "Get the file from another source.");
    }

    TorchIndex index_;
    std::string kept_;
    TensorBuffer shared_;
    std::uint64_t spent_ = 0;
};

}  // namespace

Result<TensorStream::Parts> open_torch_parts(const std::string& path) {
    auto index = open_torch(path);
    if (!index) return index.error();
    TensorStream::Parts parts;
    parts.container = index->container;
    parts.ignored = index->ignored;
    parts.warnings = index->warnings;
    for (const TorchEntry& entry : index->entries) {
        if (entry.bytes > 0) {
            if (const auto size = index->storages->size_of(entry); !size) return size.error();
        }
        parts.entries.push_back({entry.name, entry.dtype, entry.shape, entry.bytes});
    }
    parts.source = std::make_unique<TorchSource>(*std::move(index));
    return parts;
}

Result<TensorStream> TensorStream::open(const std::string& path) {
    const auto kind = tensor_file_kind(path);
    if (!kind) return kind.error();
    auto parts = *kind == FileKind::Safetensors ? open_safetensors_parts(path) : open_torch_parts(path);
    if (!parts) return parts.error();
    TensorStream stream;
    stream.path_ = path;
    stream.container_ = std::move(parts->container);
    stream.entries_ = std::move(parts->entries);
    stream.metadata_ = std::move(parts->metadata);
    stream.ignored_ = std::move(parts->ignored);
    stream.warnings_ = std::move(parts->warnings);
    stream.source_ = std::move(parts->source);
    return stream;
}

Result<void> TensorStream::read(std::size_t index, std::span<std::byte> out) {
    if (index >= entries_.size() || out.size() != entries_[index].bytes) {
        return make_error(ErrorCode::Internal, path_ + ": a tensor was to be read into room of another size");
    }
    return source_->read(index, out);
}

}  // namespace headroom
