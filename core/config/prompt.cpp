// The text form of prompts.
#include "core/api/prompt.h"

#include "core/base/lists.h"
#include "core/config/numbers.h"

#include <cmath>
#include <optional>

namespace headroom {
namespace {

std::optional<double> number(std::string_view s) {
    s = trimmed(s);
    if (!s.empty() && s.front() == '+') s.remove_prefix(1);
    double value = 0;
    return whole_number(s, value) && !std::isnan(value) ? std::optional(value) : std::nullopt;
}

Prompt read_prompt(std::string_view text) {
    Prompt out;
    text = trimmed(text);
    if (!text.empty() && text.front() == '~') {
        out.on = false;
        text = trimmed(text.substr(1));
    }
    std::vector<double> numbers;  // the last one first
    while (numbers.size() < 2) {
        const auto colon = text.rfind(':');
        if (colon == std::string_view::npos || colon == 0) break;
        const auto value = number(text.substr(colon + 1));
        if (!value) break;
        numbers.push_back(*value);
        text = trimmed(text.substr(0, colon));
    }
    if (!numbers.empty()) out.weight = std::isfinite(numbers.back()) ? numbers.back() : 1.0;
    if (numbers.size() == 2) out.stop = numbers.front();
    out.text = text;
    return out;
}

/// Whether the end of `text` would be read as a weight.
bool ends_in_number(std::string_view text) {
    const auto colon = text.rfind(':');
    return colon != std::string_view::npos && colon > 0 && number(text.substr(colon + 1));
}

}  // namespace

std::vector<PromptSet> parse_prompts(std::string_view text) {
    std::vector<PromptSet> story;
    for (const std::string& phrase : split_list(text, '^')) {
        PromptSet set;
        for (const std::string& part : split_list(phrase)) {
            Prompt prompt = read_prompt(part);
            if (!prompt.text.empty()) set.push_back(std::move(prompt));
        }
        if (!set.empty()) story.push_back(std::move(set));
    }
    if (story.empty()) story.emplace_back();
    return story;
}

std::string prompts_text(const std::vector<PromptSet>& story) {
    std::string out;
    for (const PromptSet& set : story) {
        std::string phrase;
        for (const Prompt& prompt : set) {
            std::string part = (prompt.on ? "" : "~") + prompt.text;
            const bool stops = std::isfinite(prompt.stop);
            if (stops || prompt.weight != 1.0 || ends_in_number(prompt.text)) part += ":" + number_text(prompt.weight);
            if (stops) part += ":" + number_text(prompt.stop);
            // Without both numbers, a number at the text's own end would be taken for one of them.
            else if (ends_in_number(prompt.text))
                part += ":-inf";
            add_to_list(phrase, part);
        }
        if (!set.empty()) add_to_list(out, phrase, " ^ ");
    }
    return out;
}

}  // namespace headroom
