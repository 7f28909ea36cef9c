// UTF-8 checks, one table for names in files, paths and JSON; and text as it may be shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace headroom {

/// Bytes of the well-formed UTF-8 character that `text` (not empty) begins with; 0 when it begins with none.
std::size_t utf8_length(std::string_view text);

/// True for well-formed UTF-8 without a zero byte.
bool is_clean_utf8(std::string_view text);

/// `text` without what would control a terminal: control characters but line feed and tab, characters that reorder what follows
/// (Unicode's Bidi_Control) are written as \u001b, which JSON reads as the same character, bytes that are no UTF-8 as \xFF.
std::string printable(std::string_view text);

/// The same for a name, which stays on one line: line feed and tab are written so, too.
std::string printable_line(std::string_view text);

}  // namespace headroom
