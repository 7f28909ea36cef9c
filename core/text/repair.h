// Repairs of text that came through careless programs, with the visible effects of ftfy's fix_text, which CLIP's tokenizer applies:
// misread UTF-8, entities, curly quotes, ligatures, full-width forms, line ends, control characters, normal form C.
#pragma once

#include <string>
#include <string_view>

namespace headroom {

/// Not done of ftfy: telling misread text by its statistics (see mojibake.h for the rule used here), encodings other than three,
/// and the restoring of bytes that were lost on the way.
std::u32string repair_text(std::u32string_view text);

}  // namespace headroom
