// Recognises files by content and says what to do about foreign ones.
#include "core/io/files/file_kind.h"

#include "core/base/file_errors.h"
#include "core/base/file_handle.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace headroom {
namespace {

std::uint64_t little_endian_64(std::string_view text) {
    std::uint64_t value = 0;
    std::memcpy(&value, text.data(), sizeof value);
    return value;
}

bool looks_like_html(std::string_view text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
    std::string lower(text.substr(0, 16));
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower.starts_with("<!doctype") || lower.starts_with("<html") || lower.starts_with("<?xml") ||
           lower.starts_with("<head");
}

bool looks_like_text(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](unsigned char c) { return c >= 0x20 || c == '\n' || c == '\r' || c == '\t'; });
}

}  // namespace

FileKind file_kind(std::span<const std::byte> head, std::uint64_t file_size) {
    const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
    const auto starts = [&](std::string_view magic) { return text.starts_with(magic); };
    if (file_size == 0) return FileKind::Empty;
    if (starts("PK\x03\x04") || starts("PK\x05\x06")) return FileKind::Zip;
    if (starts("\x1f\x8b")) return FileKind::Gzip;
    if (starts("7z\xbc\xaf\x27\x1c")) return FileKind::SevenZip;
    if (starts("Rar!")) return FileKind::Rar;
    if (starts("GGUF") || starts("GGML")) return FileKind::Gguf;
    if (starts("\x89HDF\r\n\x1a\n")) return FileKind::Hdf5;
    if (starts("\x93NUMPY")) return FileKind::Numpy;
    if (starts("version https://git-lfs")) return FileKind::LfsPointer;
    if (looks_like_html(text)) return FileKind::Html;
    if (text.size() >= 262 && text.substr(257, 5) == "ustar") return FileKind::Tar;
    // A pickle begins with PROTO and its number; a safetensors header length can have the same low byte, so it is asked first.
    if (text.size() >= 9 && text[8] == '{' && little_endian_64(text) < (1ull << 40)) return FileKind::Safetensors;
    if (starts("\x80") && text.size() >= 2 && text[1] >= 0 && text[1] <= 16) return FileKind::Pickle;
    if (text.size() >= 8 && little_endian_64(text) >= 2 && little_endian_64(text) <= 100000000 &&
        !looks_like_text(text))
        return FileKind::Safetensors;
    return looks_like_text(text) ? FileKind::Text : FileKind::Unknown;
}

Error foreign_file_error(const std::string& path, FileKind kind, std::uint64_t file_size) {
    const auto error = [&](std::string what, std::string hint) {
        return make_error(ErrorCode::BadFile, path + " " + what, std::move(hint));
    };
    const std::string resave = "Load it in Python and save its state_dict() again as safetensors or .pth.";
    switch (kind) {
        case FileKind::Empty: return error("is empty (0 bytes)", "The download or copy failed; get the file again.");
        case FileKind::Html:
            return error("is a web page, not a weight file", "Download the file itself, not the page that shows it.");
        case FileKind::LfsPointer:
            return error("is a git-LFS pointer of " + std::to_string(file_size) + " bytes, not the weights",
                         "Run 'git lfs pull' or download the file itself.");
        case FileKind::Gzip: return error("is a gzip archive", "Unpack it first.");
        case FileKind::SevenZip: return error("is a 7-Zip archive", "Unpack it first.");
        case FileKind::Rar: return error("is a RAR archive", "Unpack it first.");
        case FileKind::Gguf: return error("is a GGUF or GGML file, which Headroom does not read", resave);
        case FileKind::Hdf5: return error("is an HDF5 file, which Headroom does not read", resave);
        case FileKind::Numpy: return error("is a NumPy array, not a weight file", resave);
        case FileKind::Tar: return error("is a tar archive (PyTorch's format before 2017)", resave);
        case FileKind::Text:
            return error("is a text file, not a weight file", "Choose a .safetensors, .pth, .pt or .ckpt file.");
        default:
            return error("is not a weight file that Headroom knows", "Choose a .safetensors, .pth, .pt or .ckpt file.");
    }
}

Result<FileKind> tensor_file_kind(const std::string& path) {
    auto file = FileHandle::open_for_reading(path);
    if (!file) return file.error();
    const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(file->size(), 0));
    std::array<std::byte, 512> head{};
    const auto part = std::span(head).first(static_cast<std::size_t>(std::min<std::uint64_t>(size, head.size())));
    if (!file->read_at(0, part)) return read_error(path, EIO);
    const FileKind kind = file_kind(part, size);
    if (kind != FileKind::Safetensors && kind != FileKind::Zip && kind != FileKind::Pickle)
        return foreign_file_error(path, kind, size);
    return kind;
}

}  // namespace headroom
