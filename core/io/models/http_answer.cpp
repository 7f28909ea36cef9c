// Header lines.
#include "core/io/models/http_answer.h"

#include "core/base/lists.h"

#include <algorithm>
#include <charconv>

namespace headroom {
namespace {

constexpr std::size_t kMostKept = 256;  ///< letters of a field; none that is used has more

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : static_cast<char>(c);
    });
    return out;
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
    std::uint64_t value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    return end.ec == std::errc() && end.ptr == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

void HttpAnswer::take(std::string_view line) {
    if (line.starts_with("HTTP/")) {
        *this = {};
        return;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return;
    const std::string name = lower(line.substr(0, colon));
    const std::string_view value = trimmed(line.substr(colon + 1)).substr(0, kMostKept);
    if (name == "etag" && !value.starts_with("W/")) tag = value;
    if (name == "content-type") kind = lower(value);
    if (name == "content-length") length = whole_number(value);
    if (name == "content-range") {  // "bytes FIRST-LAST/WHOLE"
        const std::size_t dash = value.find('-'), slash = value.find('/');
        first = value.starts_with("bytes ") && dash != std::string_view::npos ? whole_number(value.substr(6, dash - 6))
                                                                              : std::nullopt;
        whole = slash != std::string_view::npos ? whole_number(value.substr(slash + 1)) : std::nullopt;
    }
}

}  // namespace headroom
