// Reads references against the standard's list of names.
#include "core/text/html_entities.h"

#include "core/text/embedded.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <unordered_map>

namespace headroom {
namespace {

/// What the numbers 0x80 to 0x9f stand for: those of Windows-1252.
constexpr std::array<char32_t, 32> kWindows{0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021,
                                            0x2c6,  0x2030, 0x160,  0x2039, 0x152,  0x8d,   0x17d,  0x8f,
                                            0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                            0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178};

struct Names {
    std::unordered_map<std::string, std::u32string> html;      ///< "amp;" and "amp"
    std::unordered_map<std::string, std::u32string> capitals;  ///< "EACUTE;"
};

const Names& names() {
    static const Names table = [] {
        Names out;
        const std::string lines = embedded_entities();
        for (std::size_t begin = 0; begin < lines.size();) {
            const std::size_t end = std::min(lines.find('\n', begin), lines.size());
            const std::string_view line(lines.data() + begin, end - begin);
            begin = end + 1;
            std::size_t space = line.find(' ');
            std::string name(line.substr(0, space));
            std::u32string text;
            while (space != std::string_view::npos) {
                unsigned value = 0;
                std::from_chars(line.data() + space + 1, line.data() + line.size(), value, 16);
                text.push_back(value);
                space = line.find(' ', space + 1);
            }
            if (name.starts_with('^')) {
                out.capitals.emplace(name.substr(1), std::move(text));
            } else {
                out.html.emplace(std::move(name), std::move(text));
            }
        }
        return out;
    }();
    return table;
}

bool is_digit(char32_t c) { return c >= U'0' && c <= U'9'; }
bool is_hex(char32_t c) { return is_digit(c) || (c >= U'a' && c <= U'f') || (c >= U'A' && c <= U'F'); }
bool is_plain(char32_t c) { return is_digit(c) || (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z'); }

/// Numbers that stand for nothing.
bool is_void(std::uint64_t n) {
    return (n >= 0x1 && n <= 0x8) || n == 0xb || (n >= 0xe && n <= 0x1f) || (n >= 0x7f && n <= 0x9f) ||
           (n >= 0xfdd0 && n <= 0xfdef) || (n & 0xfffe) == 0xfffe;
}

std::u32string of_number(std::uint64_t n) {
    if (n == 0) return U"\ufffd";
    if (n >= 0x80 && n <= 0x9f) return {kWindows[static_cast<std::size_t>(n - 0x80)]};
    if ((n >= 0xd800 && n <= 0xdfff) || n > 0x10ffff) return U"\ufffd";
    return is_void(n) ? std::u32string() : std::u32string{static_cast<char32_t>(n)};
}

/// A reference at `text[0] == '&'`: how many code points it takes and what it stands for.
struct Reference {
    std::size_t length = 0;
    std::u32string text;
};

std::optional<Reference> numeric(std::u32string_view text) {
    if (text.size() < 3 || text[1] != U'#') return std::nullopt;
    const bool hex = text[2] == U'x' || text[2] == U'X';
    const std::size_t begin = hex ? 3 : 2;
    std::size_t end = begin;
    std::uint64_t value = 0;
    while (end < text.size() && (hex ? is_hex(text[end]) : is_digit(text[end]))) {
        const char32_t c = text[end++];
        const unsigned digit = is_digit(c) ? c - U'0' : (c | 0x20) - U'a' + 10;
        value = std::min<std::uint64_t>(value * (hex ? 16 : 10) + digit, 0x200000);
    }
    if (end == begin) return std::nullopt;
    if (end < text.size() && text[end] == U';') ++end;
    return Reference{end, of_number(value)};
}

std::optional<Reference> named(std::u32string_view text) {
    const auto ends = [](char32_t c) {
        return c == U'\t' || c == U'\n' || c == U'\f' || c == U' ' || c == U'<' || c == U'&' || c == U'#' || c == U';';
    };
    std::size_t end = 1;
    while (end < text.size() && end <= 32 && !ends(text[end])) ++end;
    if (end == 1) return std::nullopt;
    if (end < text.size() && text[end] == U';') ++end;
    // The whole, else the longest beginning of at least two letters.
    for (std::size_t length = end; length > 2; --length) {
        const auto it = names().html.find(to_utf8(text.substr(1, length - 1)));
        if (it != names().html.end()) return Reference{length, it->second};
    }
    return std::nullopt;
}

template <class Read> std::u32string replace_references(std::u32string_view text, Read read) {
    std::u32string out;
    for (std::size_t i = 0; i < text.size();) {
        const auto found = text[i] == U'&' ? read(text.substr(i)) : std::optional<Reference>();
        if (found) {
            out += found->text;
            i += found->length;
        } else {
            out.push_back(text[i++]);
        }
    }
    return out;
}

}  // namespace

std::u32string unescape_html(std::u32string_view text) {
    return replace_references(text, [](std::u32string_view rest) {
        auto found = numeric(rest);
        return found ? found : named(rest);
    });
}

std::u32string unescape_html_strictly(std::u32string_view text) {
    return replace_references(text, [](std::u32string_view rest) -> std::optional<Reference> {
        const std::size_t begin = rest.size() > 1 && rest[1] == U'#' ? 2 : 1;
        std::size_t end = begin;
        while (end < rest.size() && end - begin < 24 && is_plain(rest[end])) ++end;
        if (end == begin || end == rest.size() || rest[end] != U';') return std::nullopt;
        if (begin == 2) {
            auto found = numeric(rest);
            return found && found->length == end + 1 ? found : std::nullopt;
        }
        const std::string name = to_utf8(rest.substr(1, end));
        for (const auto* table : {&names().html, &names().capitals}) {
            if (const auto it = table->find(name); it != table->end()) return Reference{end + 1, it->second};
        }
        return std::nullopt;
    });
}

}  // namespace headroom
