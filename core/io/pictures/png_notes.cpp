// The texts of a PNG, read by hand from its chunks: no pixel is decoded for them.
#include "core/base/file_handle.h"
#include "core/io/pictures/image_codec.h"

#include <array>
#include <cstring>
#include <string_view>

#include <zlib.h>

namespace headroom {
namespace {

constexpr std::size_t kMostText = std::size_t{4} << 20;  ///< of one text, unpacked
constexpr std::size_t kMostTexts = 256, kMostOfAll = std::size_t{16} << 20;

std::string from_latin1(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80)
            out += c;
        else
            (out += static_cast<char>(0xC0 | (byte >> 6))) += static_cast<char>(0x80 | (byte & 0x3F));
    }
    return out;
}

/// Empty when it is damaged or larger than any sensible text.
std::string unpacked(std::string_view packed) {
    std::string out(kMostText, '\0');
    uLongf length = out.size();
    if (uncompress(reinterpret_cast<Bytef*>(out.data()), &length, reinterpret_cast<const Bytef*>(packed.data()),
                   packed.size()) != Z_OK)
        return {};
    return out.substr(0, length);  // without the room that it did not take
}

/// The part of `rest` before its next zero byte, which goes with it.
std::string_view taken(std::string_view& rest) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    const std::string_view out = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return out;
}

/// A text of an unknown or damaged form has an empty keyword.
std::pair<std::string, std::string> text_of(std::string_view type, std::string_view data) {
    const std::string keyword = from_latin1(taken(data));
    if (type == "tEXt") return {keyword, from_latin1(data)};
    if (type == "zTXt")
        return data.size() > 1 ? std::pair{keyword, from_latin1(unpacked(data.substr(1)))}
                               : std::pair<std::string, std::string>{};
    if (data.size() < 2) return {};
    const bool packed = data[0] != 0;
    data.remove_prefix(2);
    (void)taken(data);  // language
    (void)taken(data);  // the keyword in that language
    return {keyword, packed ? unpacked(data) : std::string(data)};
}

std::uint32_t big_endian(const unsigned char* bytes) {
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

}  // namespace

Result<ImageNotes> read_png_notes(const std::string& path) {
    auto file = FileHandle::open_for_reading(path);
    if (!file) return file.error();
    const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(file->size(), 0));
    std::array<unsigned char, 8> head{};
    constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";
    ImageNotes notes;
    if (size < head.size() || !file->read_at(0, std::as_writable_bytes(std::span(head)))) return notes;
    if (std::memcmp(head.data(), signature.data(), head.size()) != 0) return notes;
    std::uint64_t at = head.size();
    std::size_t all = 0;
    while (at + 12 <= size && notes.size() < kMostTexts && all < kMostOfAll) {
        if (!file->read_at(at, std::as_writable_bytes(std::span(head)))) break;
        const std::uint64_t length = big_endian(head.data());
        const std::string_view type(reinterpret_cast<const char*>(head.data()) + 4, 4);
        if (type == "IDAT" || type == "IEND" || length > size - at - 12) break;
        if ((type == "tEXt" || type == "zTXt" || type == "iTXt") && length <= kMostText) {
            std::string data(length, '\0');
            if (!file->read_at(at + 8, std::as_writable_bytes(std::span(data)))) break;
            auto text = text_of(type, data);
            all += text.first.size() + text.second.size();
            if (!text.first.empty()) notes.push_back(std::move(text));
        }
        at += 12 + length;
    }
    return notes;
}

}  // namespace headroom
