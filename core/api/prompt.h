// Prompts: what a picture shall look like, and the text form in which settings keep them.
//
//   a lighthouse at dusk | storm clouds:0.6 | text, watermark:-0.3:-0.2 ^ the same place in winter
//
// '|' separates prompts that hold together, '^' the phrases of a story. Up to two numbers after colons are weight and stop;
// any other colon belongs to the text. '~' before a prompt: kept, but off.
#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

struct Prompt {
    std::string text;     ///< words, the path of a picture, or the seed of a noise prompt
    double weight = 1.0;  ///< below 0: pushed away
    double stop = -std::numeric_limits<double>::infinity();  ///< no pull once the distance is below it
    bool on = true;
    bool operator==(const Prompt&) const = default;
};

/// What a prompt asks for.
enum class PromptKind { Text, Picture, Noise };
template <> struct EnumNames<PromptKind> {
    static constexpr std::array<std::string_view, 3> names{"text", "picture", "noise"};
};

/// What names the similarity to a prompt: neither weight nor stop.
struct PromptName {
    PromptKind kind = PromptKind::Text;
    std::string text;
    bool operator==(const PromptName&) const = default;
};
using PromptNames = std::vector<PromptName>;

/// One phrase of a story: prompts that hold at the same time.
using PromptSet = std::vector<Prompt>;

/// Reads the text form; prompts without text are left out, phrases without prompts too. Never empty: {{}} for an empty text.
std::vector<PromptSet> parse_prompts(std::string_view text);
/// The text form, which parse_prompts reads back as it was.
std::string prompts_text(const std::vector<PromptSet>& story);

}  // namespace headroom
