// Percent-encoding of what is no UTF-8.
#include "core/config/byte_text.h"

#include "core/base/utf8.h"

#include <charconv>
#include <cstdio>

namespace headroom {
namespace {

constexpr std::string_view kPrefix = "bytes:";

}  // namespace

std::string encode_bytes(std::string_view bytes) {
    if (is_clean_utf8(bytes) && bytes.substr(0, kPrefix.size()) != kPrefix) return std::string(bytes);
    std::string out(kPrefix);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > 0x20 && byte < 0x7F && c != '%') {
            out += c;
            continue;
        }
        char escaped[4];
        std::snprintf(escaped, sizeof escaped, "%%%02X", byte);
        out += escaped;
    }
    return out;
}

Result<std::string> decode_bytes(std::string_view text) {
    if (text.substr(0, kPrefix.size()) != kPrefix) return std::string(text);
    const auto bad = [&] {
        return make_error(ErrorCode::InvalidArgument,
                          "'" + std::string(text.substr(0, 200)) + "' is not percent-encoded",
                          "After bytes: each % is followed by two hexadecimal digits.");
    };
    std::string out;
    for (std::size_t i = kPrefix.size(); i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        unsigned value = 0;
        const char* const first = text.data() + i + 1;
        if (i + 2 >= text.size() || std::from_chars(first, first + 2, value, 16).ptr != first + 2 || value == 0)
            return bad();
        out += static_cast<char>(value);
        i += 2;
    }
    return out;
}

}  // namespace headroom
