// Reads safetensors files. The data is read into owned memory: a mapped file that somebody cuts would kill the process.
#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/io/files/file_kind.h"
#include "core/io/tensors/safetensors_header.h"
#include "core/io/tensors/tensor_buffer.h"
#include "core/io/tensors/tensor_stream.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <numeric>

namespace headroom {
namespace {

constexpr std::uint64_t kMaxHeader = 100'000'000;  // the format's own limit
constexpr std::uint64_t kUnusualHeader = 16u << 20;

Error damaged(const std::string& path, const std::string& what) {
    return make_error(ErrorCode::BadFile, path + " is damaged or not a safetensors file: " + what,
                      "Get the file again or convert it anew.");
}

struct Opened {
    FileHandle file;
    std::uint64_t data_begin = 0, data_size = 0;
    SafetensorsHeader header;
    std::vector<std::string> warnings;
};

Result<Opened> open_and_parse(const std::string& path) {
    auto file = FileHandle::open_for_reading(path);
    if (!file) return file.error();
    Opened opened;
    opened.file = *std::move(file);
    const std::uint64_t size = static_cast<std::uint64_t>(std::max<std::int64_t>(opened.file.size(), 0));
    if (size == 0) return foreign_file_error(path, FileKind::Empty, 0);
    if (size > tensor_limits::kFileBytes) return damaged(path, "it is larger than 64 GiB");
    std::uint64_t length = 0;
    std::array<std::byte, 9> start{};
    if (size < start.size() || !opened.file.read_at(0, start))
        return damaged(path, "it is too short (" + std::to_string(size) + " bytes)");
    std::memcpy(&length, start.data(), sizeof length);
    if (length > kMaxHeader) return damaged(path, "its header would be larger than 100 MB");
    if (length < 2 || length > size - 8)
        return damaged(path, "its header is longer than the file (incomplete download?)");
    if (start[8] != std::byte{'{'}) return damaged(path, "its header does not begin with '{'");
    std::string text(static_cast<std::size_t>(length), '\0');
    if (!opened.file.read_at(8, std::as_writable_bytes(std::span(text.data(), text.size()))))
        return read_error(path, EIO);
    auto header = parse_safetensors_header(text, path);
    if (!header) return header.error();
    opened.header = *std::move(header);
    opened.data_begin = 8 + length;
    opened.data_size = size - opened.data_begin;
    if (length > kUnusualHeader) opened.warnings.push_back("the header is unusually large");
    return opened;
}

/// The tensors must lie one after the other and fill the data exactly.
Result<void> check_layout(const SafetensorsHeader& header, std::uint64_t data_size, const std::string& path) {
    std::vector<std::size_t> order(header.entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return header.entries[a].offsets < header.entries[b].offsets; });
    std::uint64_t expected = 0;
    for (const std::size_t i : order) {
        const SafetensorsEntry& entry = header.entries[i];
        const std::string tensor = "the tensor '" + shown_name(entry.name) + "'";
        const std::uint64_t begin = entry.offsets[0], end = entry.offsets[1];
        if (end < begin) return damaged(path, tensor + " ends before it begins");
        if (end > data_size) return damaged(path, tensor + " lies outside the file (incomplete download?)");
        if (begin < expected) return damaged(path, tensor + " overlaps another");
        if (begin > expected) return damaged(path, "there is a hole before " + tensor);
        expected = end;
    }
    if (expected != data_size)
        return damaged(path, std::to_string(data_size - expected) + " bytes follow the last tensor");
    return {};
}

Result<TensorView> make_view(const SafetensorsEntry& entry, std::span<const std::byte> data, const std::string& path) {
    const std::string tensor = "the tensor '" + shown_name(entry.name) + "' ";
    const auto dtype = enum_from_name<DType>(entry.dtype);
    if (!dtype) {
        return make_error(ErrorCode::BadFile,
                          path + ": " + tensor + "has the type '" + shown_name(entry.dtype) +
                              "', which Headroom does not read",
                          "Convert it to F32, F16 or BF16.");
    }
    const auto bytes = checked_bytes(entry.shape, element_size(*dtype));
    if (!bytes) return damaged(path, tensor + "has an impossible shape (" + shape_text(entry.shape) + ")");
    const std::uint64_t stored = entry.offsets[1] - entry.offsets[0];
    if (*bytes != stored) {
        return damaged(path, tensor + "of shape " + shape_text(entry.shape) + " needs " + std::to_string(*bytes) +
                                 " bytes, but " + std::to_string(stored) + " are stored");
    }
    return TensorView{entry.name, *dtype, entry.shape,
                      data.subspan(static_cast<std::size_t>(entry.offsets[0]), static_cast<std::size_t>(stored))};
}

/// Opened with everything checked that the header can tell, before memory for data is taken.
Result<Opened> open_checked(const std::string& path) {
    auto opened = open_and_parse(path);
    if (!opened) return opened;
    if (auto fits = check_layout(opened->header, opened->data_size, path); !fits) return fits.error();
    for (const SafetensorsEntry& entry : opened->header.entries) {
        const auto dtype = enum_from_name<DType>(entry.dtype);
        const auto bytes = dtype ? checked_bytes(entry.shape, element_size(*dtype)) : std::nullopt;
        if (!bytes || *bytes != entry.offsets[1] - entry.offsets[0]) return make_view(entry, {}, path).error();
    }
    return opened;
}

class SafetensorsSource final : public TensorStream::Source {
public:
    SafetensorsSource(FileHandle file, std::string path, std::vector<std::uint64_t> begins)
        : file_(std::move(file)), path_(std::move(path)), begins_(std::move(begins)) {}

    Result<void> read(std::size_t index, std::span<std::byte> out) override {
        if (!file_.read_at(begins_[index], out)) return read_error(path_, EIO);
        return {};
    }

private:
    FileHandle file_;
    std::string path_;
    std::vector<std::uint64_t> begins_;
};

}  // namespace

Result<TensorStream::Parts> open_safetensors_parts(const std::string& path) {
    auto opened = open_checked(path);
    if (!opened) return opened.error();
    TensorStream::Parts parts;
    parts.container = "safetensors";
    parts.metadata = std::move(opened->header.metadata);
    parts.warnings = std::move(opened->warnings);
    std::vector<std::uint64_t> begins;
    for (const SafetensorsEntry& entry : opened->header.entries) {
        parts.entries.push_back(
            {entry.name, *enum_from_name<DType>(entry.dtype), entry.shape, entry.offsets[1] - entry.offsets[0]});
        begins.push_back(opened->data_begin + entry.offsets[0]);
    }
    parts.source = std::make_unique<SafetensorsSource>(std::move(opened->file), path, std::move(begins));
    return parts;
}

Result<TensorFile> read_safetensors(const std::string& path) {
    auto opened = open_checked(path);
    if (!opened) return opened.error();
    auto buffer = TensorBuffer::allocate(opened->data_size, path);
    if (!buffer) return buffer.error();
    if (!opened->file.read_at(opened->data_begin, buffer->bytes())) return read_error(path, EIO);

    auto owner = std::make_shared<TensorBuffer>(*std::move(buffer));
    TensorFile file;
    file.container = "safetensors";
    file.metadata = std::move(opened->header.metadata);
    file.warnings = std::move(opened->warnings);
    for (const SafetensorsEntry& entry : opened->header.entries) {
        auto view = make_view(entry, std::as_const(*owner).bytes(), path);
        if (!view) return view.error();
        file.tensors.push_back(*std::move(view));
    }
    file.storage = std::move(owner);
    warn_of_non_finite(file);
    return file;
}

}  // namespace headroom
