// The text form of prompts.
#include "core/api/prompt.h"

#include <charconv>
#include <cmath>
#include <optional>

namespace headroom {
namespace {

std::string_view stripped(std::string_view s) {
    constexpr std::string_view blank = " \t\r\n";
    const auto first = s.find_first_not_of(blank);
    if (first == std::string_view::npos) return {};
    return s.substr(first, s.find_last_not_of(blank) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> out;
    for (;;) {
        const auto end = text.find(at);
        out.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return out;
        text.remove_prefix(end + 1);
    }
}

std::optional<double> number(std::string_view s) {
    s = stripped(s);
    if (!s.empty() && s.front() == '+') s.remove_prefix(1);
    double value = 0;
    const auto [end, status] = std::from_chars(s.data(), s.data() + s.size(), value);
    if (status != std::errc() || end != s.data() + s.size() || std::isnan(value)) return std::nullopt;
    return value;
}

Prompt read_prompt(std::string_view text) {
    Prompt out;
    text = stripped(text);
    if (!text.empty() && text.front() == '~') {
        out.on = false;
        text = stripped(text.substr(1));
    }
    std::vector<double> numbers;  // the last one first
    while (numbers.size() < 2) {
        const auto colon = text.rfind(':');
        if (colon == std::string_view::npos || colon == 0) break;
        const auto value = number(text.substr(colon + 1));
        if (!value) break;
        numbers.push_back(*value);
        text = stripped(text.substr(0, colon));
    }
    if (!numbers.empty()) out.weight = std::isfinite(numbers.back()) ? numbers.back() : 1.0;
    if (numbers.size() == 2) out.stop = numbers.front();
    out.text = text;
    return out;
}

std::string number_words(double value) {
    char out[32];
    return {out, std::to_chars(out, out + sizeof out, value).ptr};
}

/// Whether the end of `text` would be read as a weight.
bool ends_in_number(std::string_view text) {
    const auto colon = text.rfind(':');
    return colon != std::string_view::npos && colon > 0 && number(text.substr(colon + 1));
}

}  // namespace

std::vector<PromptSet> parse_prompts(std::string_view text) {
    std::vector<PromptSet> story;
    for (const std::string_view phrase : split(text, '^')) {
        PromptSet set;
        for (const std::string_view part : split(phrase, '|')) {
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
        if (set.empty()) continue;
        if (!out.empty()) out += " ^ ";
        bool first = true;
        for (const Prompt& prompt : set) {
            if (!first) out += " | ";
            first = false;
            if (!prompt.on) out += '~';
            out += prompt.text;
            const bool stops = std::isfinite(prompt.stop);
            if (stops || prompt.weight != 1.0 || ends_in_number(prompt.text)) out += ":" + number_words(prompt.weight);
            if (stops) out += ":" + number_words(prompt.stop);
            // Without both numbers, a number at the text's own end would be taken for one of them.
            else if (ends_in_number(prompt.text)) out += ":-inf";
        }
    }
    return out;
}

}  // namespace headroom
