// Character references of HTML in prompts ("&amp;", "&#39;"): as browsers read them, and the cautious reading of text repair.
#pragma once

#include <string>
#include <string_view>

namespace headroom {

/// Replaces references as the HTML standard says (Python's html.unescape): names also without their semicolon, the longest that fits.
/// Source: HTML standard, 13.2.5.72-80.
std::u32string unescape_html(std::u32string_view text);

/// Replaces only what is certainly a reference: a known name or a number, with its semicolon; also names in capitals ("&EACUTE;").
std::u32string unescape_html_strictly(std::u32string_view text);

}  // namespace headroom
