// What the header lines of an HTTP answer say of the file that follows (RFC 9110, sections 8 and 14).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

struct HttpAnswer {
    std::string tag;                      ///< strong entity tag, to know the file again by; empty: none was given
    std::string kind;                     ///< media type in small letters
    std::optional<std::uint64_t> length;  ///< bytes that follow
    std::optional<std::uint64_t> first;   ///< of a part: its first byte's place in the whole
    std::optional<std::uint64_t> whole;   ///< of a part: the whole's bytes

    /// Takes the next line of the header; an answer after a redirection begins anew.
    void take(std::string_view line);
};

}  // namespace headroom
