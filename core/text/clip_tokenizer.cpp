// Cleans a prompt, cuts it into words and encodes each.
#include "core/text/clip_tokenizer.h"

#include "core/text/embedded.h"
#include "core/text/html_entities.h"
#include "core/text/repair.h"
#include "core/text/unicode.h"

#include <algorithm>

namespace headroom {
namespace {

/// Whether `text` begins with `word`, as Unicode folds case: a long s counts as an s, and the Kelvin sign is lower case already.
bool begins_with(std::u32string_view text, std::u32string_view word) {
    if (text.size() < word.size()) return false;
    return std::equal(word.begin(), word.end(), text.begin(),
                      [](char32_t w, char32_t t) { return w == t || (w == U's' && t == 0x17f); });
}

/// Code points of the word at the front of lower-case `text`; 0: a character that belongs to none.
std::size_t word_length(std::u32string_view text) {
    for (const std::u32string_view ending : {U"'s", U"'t", U"'re", U"'ve", U"'m", U"'ll", U"'d"}) {
        if (begins_with(text, ending)) return ending.size();
    }
    const auto run = [&](auto belongs) {
        return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), belongs) - text.begin());
    };
    if (const std::size_t letters = run(is_letter)) return letters;
    if (is_number(text.front())) return 1;
    // U+0345 is neither a letter nor, to a pattern that ignores case, anything else: its capital is a letter.
    return run([](char32_t c) { return !is_space(c) && !is_letter(c) && !is_number(c) && c != 0x345; });
}

constexpr std::u32string_view kStartText = U"<start_of_text>", kEndText = U"<end_of_text>";

std::u32string cleaned(std::string_view text) {
    const std::u32string repaired = repair_text(to_code_points(text));
    const std::u32string plain = unescape_html(unescape_html(repaired));
    return to_lower(collapse_spaces(plain));
}

}  // namespace

ClipTokenizer::ClipTokenizer() : pairs_(embedded_merges()) {}

const ClipTokenizer& ClipTokenizer::standard() {
    static const ClipTokenizer tokenizer;
    return tokenizer;
}

std::string ClipTokenizer::clean(std::string_view text) const { return to_utf8(cleaned(text)); }

std::vector<std::int32_t> ClipTokenizer::encode(std::string_view text) const {
    const std::u32string clean = cleaned(text);
    std::vector<std::int32_t> ids;
    for (std::u32string_view rest = clean; !rest.empty();) {
        std::size_t length = 0;
        bool special = false;
        for (const auto& [written, id] : {std::pair(kStartText, kStart), std::pair(kEndText, kEnd)}) {
            if (!begins_with(rest, written)) continue;
            length = written.size();
            special = rest.starts_with(written);  // with a long s it is a word of its own, but no special one
            if (special) ids.push_back(id);
        }
        if (length == 0) length = word_length(rest);
        if (length > 0 && !special) pairs_.encode(to_utf8(rest.substr(0, length)), ids);
        rest.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return ids;
}

TokenRow ClipTokenizer::row(std::string_view text, std::size_t context) const {
    const std::vector<std::int32_t> ids = encode(text);
    TokenRow row;
    row.tokens.assign(context, 0);
    row.truncated = ids.size() + 2 > context;
    row.used = row.truncated ? context : ids.size() + 2;
    row.tokens[0] = kStart;
    for (std::size_t i = 0; i + 2 < row.used; ++i) row.tokens[i + 1] = ids[i];
    row.tokens[row.used - 1] = kEnd;
    return row;
}

std::string ClipTokenizer::text_of(std::int32_t id) const {
    if (id == kStart) return "<start_of_text>";
    if (id == kEnd) return "<end_of_text>";
    return pairs_.text_of(id);
}

}  // namespace headroom
