// Escapes byte by byte what is no UTF-8.
#include "core/data/printable.h"

#include "core/base/utf8.h"

#include <cstdio>

namespace headroom {

std::string printable(std::string_view name) {
    std::string out;
    while (!name.empty()) {
        std::size_t length = utf8_length(name);
        const auto first = static_cast<unsigned char>(name.front());
        if (length == 0 || first < 0x20 || first == 0x7F) {
            char escaped[8];
            std::snprintf(escaped, sizeof escaped, "\\x%02X", first);
            out += escaped;
            length = 1;
        } else {
            out += name.substr(0, length);
        }
        name.remove_prefix(length);
    }
    return out;
}

}  // namespace headroom
