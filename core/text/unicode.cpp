// Unicode by utf8proc, with the few rules beyond its tables that Python's strings follow.
#include "core/text/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

namespace headroom {
namespace {

utf8proc_category_t category(char32_t c) { return utf8proc_category(static_cast<utf8proc_int32_t>(c)); }

/// Letters that have case, and marks that a look for them passes over (Unicode's Cased and Case_Ignorable).
bool is_cased(char32_t c) {
    switch (category(c)) {
        case UTF8PROC_CATEGORY_LU:
        case UTF8PROC_CATEGORY_LL:
        case UTF8PROC_CATEGORY_LT: return true;
        default: break;
    }
    return c == 0xaa || c == 0xba || between(c, 0x2160, 0x217f) || between(c, 0x24b6, 0x24e9) ||
           between(c, 0x1f130, 0x1f149) || between(c, 0x1f150, 0x1f169) || between(c, 0x1f170, 0x1f189);
}

bool is_case_ignorable(char32_t c) {
    switch (category(c)) {
        case UTF8PROC_CATEGORY_MN:
        case UTF8PROC_CATEGORY_ME:
        case UTF8PROC_CATEGORY_CF:
        case UTF8PROC_CATEGORY_LM:
        case UTF8PROC_CATEGORY_SK: return true;
        default: break;
    }
    static constexpr std::array<char32_t, 17> others{0x27,   0x2e,   0x3a,   0xb7,   0x387,  0x55f,
                                                     0x5f4,  0x2018, 0x2019, 0x2024, 0x2027, 0xfe13,
                                                     0xfe52, 0xfe55, 0xff07, 0xff0e, 0xff1a};
    return std::find(others.begin(), others.end(), c) != others.end();
}

/// A capital sigma ends a word when a cased letter stands before it and none after.
bool is_final_sigma(std::u32string_view text, std::size_t at) {
    std::size_t before = at;
    while (before > 0 && is_case_ignorable(text[before - 1])) --before;
    if (before == 0 || !is_cased(text[before - 1])) return false;
    std::size_t after = at + 1;
    while (after < text.size() && is_case_ignorable(text[after])) ++after;
    return after == text.size() || !is_cased(text[after]);
}

std::u32string normalised(std::u32string_view text, int options) {
    const std::string utf8 = to_utf8(text);
    utf8proc_uint8_t* raw = nullptr;
    const auto size =
        utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(utf8.data()), static_cast<utf8proc_ssize_t>(utf8.size()),
                     &raw, static_cast<utf8proc_option_t>(options | UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    const std::unique_ptr<utf8proc_uint8_t, void (*)(void*)> owner(raw, std::free);
    if (size < 0) return std::u32string(text);  // out of memory only: the text is valid
    return to_code_points({reinterpret_cast<const char*>(raw), static_cast<std::size_t>(size)});
}

}  // namespace

std::u32string to_code_points(std::string_view utf8) {
    std::u32string out;
    out.reserve(utf8.size());
    const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(utf8.data());
    for (std::size_t i = 0; i < utf8.size();) {
        utf8proc_int32_t c = 0;
        const auto used = utf8proc_iterate(at + i, static_cast<utf8proc_ssize_t>(utf8.size() - i), &c);
        out.push_back(used > 0 ? static_cast<char32_t>(c) : U'\ufffd');
        i += used > 0 ? static_cast<std::size_t>(used) : 1;
    }
    return out;
}

std::string to_utf8(std::u32string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char32_t c : text) {
        utf8proc_uint8_t bytes[4];
        const bool valid = c <= 0x10ffff && !between(c, 0xd800, 0xdfff);
        const auto size = utf8proc_encode_char(static_cast<utf8proc_int32_t>(valid ? c : U'\ufffd'), bytes);
        out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    }
    return out;
}

bool is_letter(char32_t c) {
    const auto k = category(c);
    return k >= UTF8PROC_CATEGORY_LU && k <= UTF8PROC_CATEGORY_LO;
}

bool is_number(char32_t c) {
    const auto k = category(c);
    return k == UTF8PROC_CATEGORY_ND || k == UTF8PROC_CATEGORY_NL || k == UTF8PROC_CATEGORY_NO;
}

bool is_space(char32_t c) {
    return between(c, 0x09, 0x0d) || between(c, 0x1c, 0x20) || c == 0x85 || c == 0xa0 || c == 0x1680 ||
           between(c, 0x2000, 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

std::u32string to_lower(std::u32string_view text) {
    std::u32string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == 0x130) {
            out += U"i\u0307";
        } else if (text[i] == 0x3a3) {
            out.push_back(is_final_sigma(text, i) ? 0x3c2 : 0x3c3);
        } else {
            out.push_back(static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(text[i]))));
        }
    }
    return out;
}

std::u32string to_nfc(std::u32string_view text) { return normalised(text, 0); }
std::u32string to_nfkc(std::u32string_view text) { return normalised(text, UTF8PROC_COMPAT); }

std::u32string collapse_spaces(std::u32string_view text) {
    std::u32string out;
    for (const char32_t c : text) {
        if (!is_space(c)) {
            out.push_back(c);
        } else if (!out.empty() && out.back() != U' ') {
            out.push_back(U' ');
        }
    }
    if (!out.empty() && out.back() == U' ') out.pop_back();
    return out;
}

}  // namespace headroom
