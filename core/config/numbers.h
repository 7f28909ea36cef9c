// Numbers in texts.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

namespace headroom {

/// Reads `text`, which must be a number of type T from its first to its last character.
template <class T> bool whole_number(std::string_view text, T& out) {
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), out);
    return status == std::errc() && end == text.data() + text.size();
}

/// The shortest text that reads back as `value`, in no locale.
inline std::string number_text(double value) {
    char out[32];
    return {out, std::to_chars(out, out + sizeof out, value).ptr};
}

}  // namespace headroom
