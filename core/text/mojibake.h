// UTF-8 that somebody read as Windows-1252, Latin-1 or Windows-1251 ("cafÃ©"), read again as it was meant.
#pragma once

#include <string>
#include <string_view>

namespace headroom {

/// Repairs the whole text where every character fits one of those encodings and the bytes are UTF-8 with at least one character
/// beyond ASCII; else the pieces of Windows-1252 that can hardly be anything else. Repeats while that succeeds (twice-encoded text).
std::u32string repair_mojibake(std::u32string_view text);

/// Control characters U+0080 to U+009F become what Windows-1252 has in their place.
std::u32string replace_c1_controls(std::u32string_view text);

}  // namespace headroom
