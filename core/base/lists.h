// Lists in one text, such as "a.pt | b.pt": how settings keep files and prompts.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// `text` without the blanks at its ends.
inline std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blank = " \t\r\n";
    const auto first = text.find_first_not_of(blank);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(blank) - first + 1);
}

/// The parts of `list` between separators, trimmed; empty ones are left out.
inline std::vector<std::string> split_list(std::string_view list, char separator = '|') {
    std::vector<std::string> out;
    for (std::size_t begin = 0, end = 0; end < list.size(); begin = end + 1) {
        end = std::min(list.find(separator, begin), list.size());
        if (const auto part = trimmed(list.substr(begin, end - begin)); !part.empty()) out.emplace_back(part);
    }
    return out;
}

/// Puts `part` at the end of `list`.
inline void add_to_list(std::string& list, std::string_view part, std::string_view separator = " | ") {
    if (!list.empty()) list += separator;
    list += part;
}

/// `parts` with separators between them.
inline std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
    std::string out;
    for (const std::string& part : parts) add_to_list(out, part, separator);
    return out;
}

}  // namespace headroom
