// Words of a prompt that a CLIP with a small vocabulary was never shown, to warn the user.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// The words of `text`, cleaned as the tokenizer does, that have a token which `rows` maps to 0; each once, in their order.
/// `rows`: by token id, as WeightFile::read_token_rows() gives it; empty: every word is known. Punctuation is no word.
std::vector<std::string> unknown_words(std::string_view text, std::span<const std::int32_t> rows);

}  // namespace headroom
