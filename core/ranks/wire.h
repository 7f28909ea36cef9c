// Texts and numbers in one text, for messages between the processes of a run.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Each with its length before it.
inline std::string joined_parts(const std::vector<std::string>& parts) {
    std::string out;
    for (const std::string& part : parts) {
        const auto size = static_cast<std::uint64_t>(part.size());
        out.append(reinterpret_cast<const char*>(&size), sizeof size);
        out += part;
    }
    return out;
}

/// What joined_parts() made; nothing: it is not whole.
inline std::optional<std::vector<std::string>> split_parts(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
        std::uint64_t size = 0;
        if (text.size() < sizeof size) return std::nullopt;
        std::memcpy(&size, text.data(), sizeof size);
        text.remove_prefix(sizeof size);
        if (size > text.size()) return std::nullopt;
        out.emplace_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return out;
}

}  // namespace headroom
