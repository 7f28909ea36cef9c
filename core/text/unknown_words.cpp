// A word is known when every one of its tokens is.
#include "core/text/unknown_words.h"

#include "core/text/clip_tokenizer.h"

#include <algorithm>

namespace headroom {
namespace {

/// Letters, digits and all that is not ASCII make words; other signs separate them.
bool is_of_word(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z');
}

}  // namespace

std::vector<std::string> unknown_words(std::string_view text, std::span<const std::int32_t> rows) {
    std::vector<std::string> out;
    if (rows.empty()) return out;
    const ClipTokenizer& tokenizer = ClipTokenizer::standard();
    const std::string clean = tokenizer.clean(text);
    for (auto at = clean.begin(); at != clean.end();) {
        at = std::find_if(at, clean.end(), is_of_word);
        const auto end = std::find_if_not(at, clean.end(), is_of_word);
        const std::string word(at, end);
        at = end;
        const auto is_unknown = [rows](std::int32_t id) {
            return static_cast<std::size_t>(id) >= rows.size() || rows[static_cast<std::size_t>(id)] == 0;
        };
        const std::vector<std::int32_t> ids = tokenizer.encode(word);
        if (std::any_of(ids.begin(), ids.end(), is_unknown) && std::find(out.begin(), out.end(), word) == out.end())
            out.push_back(word);
    }
    return out;
}

}  // namespace headroom
