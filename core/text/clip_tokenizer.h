// CLIP's tokenizer: from a prompt to the 77 numbers that the text tower takes, as open_clip's SimpleTokenizer gives them.
// Sources: openai/CLIP clip/simple_tokenizer.py, mlfoundations/open_clip src/open_clip/tokenizer.py.
#pragma once

#include "core/text/byte_pairs.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A prompt as the text tower takes it.
struct TokenRow {
    std::vector<std::int64_t> tokens;  ///< `context` numbers: start, ids, end, then zeros
    std::size_t used = 0;              ///< numbers before the zeros
    bool truncated = false;            ///< the prompt was longer; the last number is the end all the same
};

/// Never changes after it is made; may be used by any thread.
class ClipTokenizer {
public:
    static constexpr std::int32_t kStart = 49406, kEnd = 49407;
    static constexpr std::size_t kContext = 77;

    /// The one that is part of the program. Made at the first call, about 20 ms.
    static const ClipTokenizer& standard();

    /// Repaired, references replaced, whitespace collapsed, lower case. Bytes that are no UTF-8 become U+FFFD.
    std::string clean(std::string_view text) const;
    /// Ids of the whole text, without start and end, however many.
    std::vector<std::int32_t> encode(std::string_view text) const;
    /// The row of a text. `context` is at least 2.
    TokenRow row(std::string_view text, std::size_t context = kContext) const;
    /// What an id stands for, to be shown; a word's end is a space.
    std::string text_of(std::int32_t id) const;

private:
    ClipTokenizer();

    BytePairs pairs_;
};

}  // namespace headroom
