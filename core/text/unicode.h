// Unicode for prompts: code points, categories, lower case, normal form. Over utf8proc (Unicode 14, as Python 3.11).
#pragma once

#include <string>
#include <string_view>

namespace headroom {

/// Code points of `utf8`. Bytes that are no UTF-8 become U+FFFD, one for each.
std::u32string to_code_points(std::string_view utf8);
/// The reverse. Surrogates and numbers beyond Unicode become U+FFFD.
std::string to_utf8(std::u32string_view text);

inline bool between(char32_t c, char32_t low, char32_t high) { return c >= low && c <= high; }
bool is_letter(char32_t c);  ///< categories L*
bool is_number(char32_t c);  ///< categories N*
bool is_space(char32_t c);   ///< as Python's str.isspace()

/// Lower case as Python's str.lower(): I with a dot gives two code points, a sigma at a word's end its own form.
std::u32string to_lower(std::u32string_view text);
/// Normal form C.
std::u32string to_nfc(std::u32string_view text);
/// Normal form KC.
std::u32string to_nfkc(std::u32string_view text);

/// Runs of whitespace become one space, none at the ends.
std::u32string collapse_spaces(std::u32string_view text);

}  // namespace headroom
