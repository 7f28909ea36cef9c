// The repairs, line by line, repeated until nothing changes.
#include "core/text/repair.h"

#include "core/text/html_entities.h"
#include "core/text/mojibake.h"
#include "core/text/unicode.h"

#include <algorithm>

namespace headroom {
namespace {

/// Digraphs and ligatures of Latin letters, taken apart by Unicode's own compatibility rules. Long s is not an ordinary s: kept.
void append_ligature(char32_t c, std::u32string& out) {
    const bool joined = c == 0x132 || c == 0x133 || c == 0x149 || between(c, 0x1c4, 0x1cc) ||
                        between(c, 0x1f1, 0x1f3) || between(c, 0xfb00, 0xfb06);
    if (c == 0xfb05) {
        out += U"\u017ft";
    } else if (joined) {
        out += to_nfkc({&c, 1});
    } else {
        out.push_back(c);
    }
}

void append_width(char32_t c, std::u32string& out) {
    if (c == 0x3000) {
        out.push_back(U' ');
    } else if (between(c, 0xff01, 0xffef)) {
        out += to_nfkc({&c, 1});
    } else {
        out.push_back(c);
    }
}

char32_t straight_quote(char32_t c) {
    if (c == 0x2bc || between(c, 0x2018, 0x201b)) return U'\'';
    return between(c, 0x201c, 0x201f) ? U'"' : c;
}

std::u32string plain_line_ends(std::u32string_view text) {
    std::u32string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char32_t c = text[i];
        if (c == U'\r' && i + 1 < text.size() && text[i + 1] == U'\n') continue;
        out.push_back(c == U'\r' || c == 0x2028 || c == 0x2029 || c == 0x85 ? U'\n' : c);
    }
    return out;
}

/// Colours and cursor moves of terminals: ESC [ numbers letter.
std::u32string without_terminal_codes(std::u32string_view text) {
    std::u32string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == 0x1b && i + 1 < text.size() && text[i + 1] == U'[') {
            std::size_t end = i + 2;
            while (end < text.size() && (between(text[end], U'0', U'9') || text[end] == U';')) ++end;
            if (end < text.size() && (between(text[end], U'a', U'z') || between(text[end], U'A', U'Z'))) {
                i = end;
                continue;
            }
        }
        out.push_back(text[i]);
    }
    return out;
}

bool is_dropped_control(char32_t c) {
    return c <= 0x08 || c == 0x0b || between(c, 0x0e, 0x1f) || c == 0x7f || between(c, 0x206a, 0x206f) || c == 0xfeff ||
           between(c, 0xfff9, 0xfffc);
}

std::u32string repair_once(std::u32string_view text, bool entities) {
    std::u32string now = entities ? unescape_html_strictly(text) : std::u32string(text);
    now = replace_c1_controls(repair_mojibake(now));
    std::u32string apart, narrow;
    for (const char32_t c : now) append_ligature(c, apart);
    for (const char32_t c : apart) append_width(c, narrow);
    std::transform(narrow.begin(), narrow.end(), narrow.begin(), straight_quote);
    now = without_terminal_codes(plain_line_ends(narrow));
    std::erase_if(now, is_dropped_control);
    return to_nfc(now);
}

}  // namespace

std::u32string repair_text(std::u32string_view text) {
    std::u32string out;
    // Where a "<" appears, this is HTML itself, and its references are meant as such from there on.
    bool entities = true;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(U'\n', begin), text.size() - 1) + 1;
        std::u32string line(text.substr(begin, end - begin));
        begin = end;
        entities = entities && line.find(U'<') == std::u32string::npos;
        bool here = entities;
        // Each round makes the line shorter or more regular; the bound is for texts made to go round in circles.
        for (int round = 0; round < 64; ++round) {
            std::u32string repaired = repair_once(line, here);
            const bool same = repaired == line;
            line = std::move(repaired);
            if (same) break;
        }
        out += line;
    }
    return out;
}

}  // namespace headroom
