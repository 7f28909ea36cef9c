// UTF-8 checks, one table for names in files, paths and JSON.
#pragma once

#include <cstddef>
#include <string_view>

namespace headroom {

/// Bytes of the well-formed UTF-8 character that `text` (not empty) begins with; 0 when it begins with none.
std::size_t utf8_length(std::string_view text);

/// True for well-formed UTF-8 without a zero byte.
bool is_clean_utf8(std::string_view text);

}  // namespace headroom
