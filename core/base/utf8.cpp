// Checks UTF-8 sequence by sequence (Unicode 15, table 3-7).
#include "core/base/utf8.h"

#include <cstdint>
#include <cstdio>

namespace headroom {
namespace {

/// The character that `bytes` (well-formed, of any length) encode.
std::uint32_t code_point(std::string_view bytes) {
    const auto first = static_cast<unsigned char>(bytes[0]);
    if (bytes.size() == 1) return first;
    std::uint32_t out = first & (0x7FU >> bytes.size());
    for (const char c : bytes.substr(1)) out = out << 6 | (static_cast<unsigned char>(c) & 0x3FU);
    return out;
}

bool steers_a_terminal(std::uint32_t c) {
    const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    const bool reorders =
        c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    return control || reorders;
}

std::string escaped(std::string_view text, std::string_view allowed) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const std::string_view bytes = text.substr(0, length == 0 ? 1 : length);
        const std::uint32_t c = length == 0 ? static_cast<unsigned char>(bytes[0]) : code_point(bytes);
        if (length != 0 && (!steers_a_terminal(c) || allowed.find(bytes[0]) != std::string_view::npos)) {
            out += bytes;
        } else {
            char code[8];
            std::snprintf(code, sizeof code, length == 0 ? "\\x%02X" : "\\u%04x", static_cast<unsigned>(c));
            out += code;
        }
        text.remove_prefix(bytes.size());
    }
    return out;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 && first <= 0xF4  ? 4
                               : first >= 0xE0 && first < 0xF0 ? 3
                               : first >= 0xC2 && first < 0xE0 ? 2
                                                               : 0;
    if (length == 0 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return 0;
    }
    const bool overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
    const bool beyond = (first == 0xED && byte(1) > 0x9F) || (first == 0xF4 && byte(1) > 0x8F);
    return overlong || beyond ? 0 : length;
}

bool is_clean_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = text.front() == '\0' ? 0 : utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string printable(std::string_view text) { return escaped(text, "\n\t"); }

std::string printable_line(std::string_view text) { return escaped(text, ""); }

}  // namespace headroom
