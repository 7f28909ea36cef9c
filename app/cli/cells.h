// Cells: how many columns of a terminal a text takes. A Chinese character takes two, a combining accent none, whatever its bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace headroom::cli {

/// Columns that `text` takes on a line; a byte that is no UTF-8 takes one.
std::size_t cells_of(std::string_view text);

/// The longest beginning of `text` that takes at most `cells` columns; no character is cut through.
std::string cut_to_cells(std::string_view text, std::size_t cells);

/// `text` with spaces behind it (`to_the_right`: before it) up to `cells` columns; a longer one stays as it is.
std::string padded(std::string_view text, std::size_t cells, bool to_the_right = false);

}  // namespace headroom::cli
