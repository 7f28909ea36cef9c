// A text is taken for misread UTF-8 only if its bytes are valid UTF-8: by chance that hardly happens with real text.
#include "core/text/mojibake.h"

#include "core/text/unicode.h"

#include <algorithm>
#include <array>
#include <optional>

namespace headroom {
namespace {

using Half = std::array<char32_t, 128>;  ///< characters of the bytes 0x80 to 0xff

constexpr std::array<char32_t, 32> kWindows1252{0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021,
                                                0x2c6,  0x2030, 0x160,  0x2039, 0x152,  0x8d,   0x17d,  0x8f,
                                                0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                                0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178};

constexpr std::array<char32_t, 64> kWindows1251{
    0x402, 0x403,  0x201a, 0x453, 0x201e, 0x2026, 0x2020, 0x2021, 0x20ac, 0x2030, 0x409,  0x2039, 0x40a,
    0x40c, 0x40b,  0x40f,  0x452, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x98,   0x2122,
    0x459, 0x203a, 0x45a,  0x45c, 0x45b,  0x45f,  0xa0,   0x40e,  0x45e,  0x408,  0xa4,   0x490,  0xa6,
    0xa7,  0x401,  0xa9,   0x404, 0xab,   0xac,   0xad,   0xae,   0x407,  0xb0,   0xb1,   0x406,  0x456,
    0x491, 0xb5,   0xb6,   0xb7,  0x451,  0x2116, 0x454,  0xbb,   0x458,  0x405,  0x455,  0x457};

const Half& table(int which) {
    static const std::array<Half, 3> tables = [] {
        std::array<Half, 3> out{};
        for (std::size_t i = 0; i < 128; ++i) {
            out[0][i] = static_cast<char32_t>(0x80 + i);  // Latin-1
            out[1][i] = i < 32 ? kWindows1252[i] : static_cast<char32_t>(0x80 + i);
            out[2][i] = i < 64 ? kWindows1251[i] : static_cast<char32_t>(0x410 + (i - 64));
        }
        return out;
    }();
    return tables[static_cast<std::size_t>(which)];
}

std::optional<unsigned char> byte_of(char32_t c, const Half& half) {
    if (c < 0x80) return static_cast<unsigned char>(c);
    const auto it = std::find(half.begin(), half.end(), c);
    if (it == half.end()) return std::nullopt;
    return static_cast<unsigned char>(0x80 + (it - half.begin()));
}

/// Bytes of the UTF-8 sequence that begins with `lead`; 0: none does.
std::size_t sequence_length(unsigned char lead) {
    return lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/// The one character at the front of `bytes`, which has the length that its lead asks for.
std::optional<char32_t> decoded(std::string_view bytes) {
    const std::u32string text = to_code_points(bytes);
    return text.size() == 1 && (text[0] != 0xfffd || bytes == "\xef\xbf\xbd") ? std::optional(text[0]) : std::nullopt;
}

/// Stands for a byte that was lost on the way: the text has U+FFFD there. No encoding maps a printable character to it.
constexpr char kLost = 0x1a;

/// Whether `bytes` would be one character if its lost bytes were known.
bool is_lossy_sequence(std::string_view bytes) {
    return bytes.size() > 1 && bytes.find(kLost) != std::string_view::npos &&
           std::all_of(bytes.begin() + 1, bytes.end(),
                       [](char b) { return b == kLost || (static_cast<unsigned char>(b) & 0xc0) == 0x80; });
}

/// The whole text read again; nothing when it is not misread UTF-8 of this encoding.
std::optional<std::u32string> reread_whole(std::u32string_view text, const Half& half, bool may_lose) {
    std::string bytes;
    for (const char32_t c : text) {
        if (c == char32_t{kLost}) return std::nullopt;
        const auto b = c == 0xfffd && may_lose ? std::optional<unsigned char>(kLost) : byte_of(c, half);
        if (!b) return std::nullopt;
        bytes.push_back(static_cast<char>(*b));
    }
    std::u32string out;
    for (std::size_t i = 0; i < bytes.size();) {
        const auto lead = static_cast<unsigned char>(bytes[i]);
        const std::size_t length = lead < 0x80 ? 1 : sequence_length(lead);
        if (length == 0 || length > bytes.size() - i) return std::nullopt;
        const std::string_view sequence = std::string_view(bytes).substr(i, length);
        const auto c =
            sequence[0] == kLost || is_lossy_sequence(sequence) ? std::optional(U'\ufffd') : decoded(sequence);
        if (!c) return std::nullopt;
        out.push_back(*c);
        i += length;
    }
    return out.size() < text.size() ? std::optional(std::move(out)) : std::nullopt;
}

/// Signs that follow a capital letter in real text ("LIBERTE" with its accent, then a no-break space). As the only evidence they do not
/// count; a capital A with tilde or circumflex before them does, since no word ends in it.
bool may_be_real(char32_t first, char32_t second) {
    static constexpr std::u32string_view signs =
        U"\u00a0\u00a9\u00aa\u00ab\u00ad\u00ae\u00b0\u00b2\u00b3\u00b7\u00b9\u00ba\u00bb\u2013\u2014\u2018\u2019\u201c\u201d"
        U"\u2020\u2022\u2026\u2039\u203a\u20ac\u2122";
    return first != 0xc2 && first != 0xc3 && signs.find(second) != std::u32string_view::npos;
}

bool is_convincing_latin(std::u32string_view text) {
    bool only_such = true;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        if (text[i] < 0x80) continue;
        only_such = only_such && text[i] >= 0xc0 && text[i] <= 0xdf && may_be_real(text[i], text[i + 1]);
        ++i;
    }
    return !only_such;
}

bool is_cyrillic(char32_t c) { return c >= 0x400 && c <= 0x4ff; }

/// Cyrillic letters in a row are ordinary, so Windows-1251 wants more evidence: signs beyond ASCII, or a result that is Cyrillic.
bool is_convincing(std::u32string_view text, std::u32string_view result) {
    if (text.find(U"\u0432\u0402") != std::u32string_view::npos) return true;  // misread quotes and dashes
    if (std::any_of(result.begin(), result.end(), [](char32_t c) { return c > 0x7f && !is_letter(c); })) return true;
    return std::adjacent_find(result.begin(), result.end(),
                              [](char32_t a, char32_t b) { return is_cyrillic(a) && is_cyrillic(b); }) != result.end();
}

/// Single characters of Windows-1252 within other text. Of those of two bytes only the ones that no word contains: a capital A with
/// tilde or circumflex before a sign.
std::u32string reread_pieces(std::u32string_view text) {
    const Half& half = table(1);
    std::u32string out;
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = text[i] >= 0x80 ? byte_of(text[i], half) : std::nullopt;
        const std::size_t length = lead ? sequence_length(*lead) : 0;
        const bool certain = length > 2 || (length == 2 && *lead <= 0xc3 && i + 1 < text.size() &&
                                            !is_letter(text[i + 1]) && text[i + 1] != 0xa0);
        std::string bytes;
        if (certain && length <= text.size() - i) {
            for (std::size_t k = 0; k < length; ++k) {
                const auto b = byte_of(text[i + k], half);
                if (b) bytes.push_back(static_cast<char>(*b));
            }
        }
        const auto c = certain && bytes.size() == length ? decoded(bytes) : std::nullopt;
        out.push_back(c ? *c : text[i]);
        i += c ? length : 1;
    }
    return out;
}

}  // namespace

std::u32string repair_mojibake(std::u32string_view text) {
    std::u32string now(text);
    for (bool changed = true; changed;) {
        changed = false;
        for (int which = 0; which < 3 && !changed; ++which) {
            auto whole = reread_whole(now, table(which), which > 0);
            if (!whole || !(which == 2 ? is_convincing(now, *whole) : is_convincing_latin(now))) continue;
            now = *std::move(whole);
            changed = true;
        }
        if (changed) continue;
        auto pieces = reread_pieces(now);
        changed = pieces != now;
        now = std::move(pieces);
    }
    return now;
}

std::u32string replace_c1_controls(std::u32string_view text) {
    std::u32string out(text);
    for (char32_t& c : out) {
        if (c >= 0x80 && c <= 0x9f) c = kWindows1252[c - 0x80];
    }
    return out;
}

}  // namespace headroom
