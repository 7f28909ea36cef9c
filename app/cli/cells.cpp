// Counts by utf8proc's table of widths (Unicode's East Asian Width).
#include "app/cli/cells.h"

#include "core/base/utf8.h"

#include <utf8proc.h>

namespace headroom::cli {
namespace {

struct Character {
    std::size_t bytes = 1, cells = 1;
};

Character first_of(std::string_view text) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return {};
    utf8proc_int32_t point = 0;
    utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(length),
                     &point);
    const int width = utf8proc_charwidth(point);
    return {length, static_cast<std::size_t>(width > 0 ? width : 0)};
}

}  // namespace

std::size_t cells_of(std::string_view text) {
    std::size_t cells = 0;
    while (!text.empty()) {
        const Character c = first_of(text);
        cells += c.cells;
        text.remove_prefix(c.bytes);
    }
    return cells;
}

std::string cut_to_cells(std::string_view text, std::size_t cells) {
    std::size_t bytes = 0, taken = 0;
    while (bytes < text.size()) {
        const Character c = first_of(text.substr(bytes));
        if (taken + c.cells > cells) break;
        taken += c.cells;
        bytes += c.bytes;
    }
    return std::string(text.substr(0, bytes));
}

std::string padded(std::string_view text, std::size_t cells, bool to_the_right) {
    const std::size_t taken = cells_of(text);
    const std::string space(taken < cells ? cells - taken : 0, ' ');
    return to_the_right ? space + std::string(text) : std::string(text) + space;
}

}  // namespace headroom::cli
