// Reads placeholders such as PATH|shapes, ema|raw, KEY=VALUE.
#include "app/cli/completion_values.h"

#include "app/cli/settings.h"
#include "core/api/param_schema.h"
#include "core/base/lists.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace headroom::cli {
namespace {

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// "ema", "2": said as it stands; "FILE", "N" stand for something.
bool is_literal(const std::string& word) {
    return !word.empty() && std::none_of(word.begin(), word.end(), [](unsigned char c) { return std::isupper(c); }) &&
           std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c) || c == '-'; });
}

CompletionValue value_of_placeholder(const std::string& placeholder) {
    CompletionValue out;
    out.settings = holds(placeholder, "KEY=");
    for (const char* file : {"FILE", "DIR", "FOLDER", "PATH", "IMAGE", "TARGET", "WEIGHTS", "CKPT", "CONFIG"})
        out.files = out.files || holds(placeholder, file);
    for (const char* run : {"RUN", "CONFIG"}) out.runs = out.runs || holds(placeholder, run);
    out.files = out.files || out.runs;
    for (std::string part : split_list(placeholder, '|')) {
        std::erase_if(part, [](char c) { return c == '[' || c == ']'; });
        if (is_literal(part)) out.words.push_back(part);
    }
    return out;
}

CompletionValue value_of_row(const ParamRow& row) {
    CompletionValue out;
    if (row.type == ParamType::Bool) out.words = {"on", "off"};
    for (const ParamChoice& choice : row.choices) out.words.emplace_back(choice.name);
    if (row.type == ParamType::Path) out.files = true;
    if (row.type == ParamType::ByteSize) out.words = {"auto"};
    return out;
}

}  // namespace

CompletionValue value_of_option(const Option& option) {
    CompletionValue out = value_of_placeholder(option.value);
    if (!option.choices.empty()) out.words = option.choices;
    out.list = option.value == "LIST";
    return out;
}

CompletionValue value_of_arguments(const Verb& verb) {
    CompletionValue out = value_of_placeholder(verb.syntax.positionals);
    if (!verb.syntax.choices.empty()) out.words = verb.syntax.choices;
    return out;
}

std::vector<CompletedSetting> completed_settings(ModelKind kind) {
    std::vector<CompletedSetting> out;
    for (const ParamRow& row : schema_rows(kind))
        out.push_back({std::string(row.key), first_sentence(std::string(row.help)), value_of_row(row)});
    return out;
}

std::vector<Verb> completed_verbs(const Program& program) {
    std::vector<Verb> out;
    for (const Verb& verb : program.verbs) out.push_back(with_shared_options(verb, program.name));
    return out;
}

std::vector<NextWord> next_words(const Program& program, const std::string& said) {
    std::vector<NextWord> out;
    const std::string before = said.empty() ? said : said + " ";
    for (const Verb& verb : program.verbs) {
        if (!verb.syntax.verb.starts_with(before)) continue;
        const std::string rest = verb.syntax.verb.substr(before.size());
        const std::string word = rest.substr(0, rest.find(' '));
        const bool there = std::any_of(out.begin(), out.end(), [&](const NextWord& n) { return n.word == word; });
        if (!there) out.push_back({word, word == rest ? first_sentence(verb.summary) : std::string()});
    }
    return out;
}

std::vector<std::string> beginnings(const Program& program) {
    std::set<std::string> out{""};
    for (const Verb& verb : program.verbs) {
        const std::string& name = verb.syntax.verb;
        for (std::size_t at = name.find(' '); at != std::string::npos; at = name.find(' ', at + 1))
            out.insert(name.substr(0, at));
    }
    return {out.begin(), out.end()};
}

std::string sh_quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string sh_word(const std::string& text) {
    const auto plain = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("/._-+:,=@%").find(c) != std::string_view::npos;
    };
    return !text.empty() && std::all_of(text.begin(), text.end(), plain) ? text : sh_quoted(text);
}

std::string first_sentence(const std::string& help) {
    for (std::size_t at = help.find(". "); at != std::string::npos; at = help.find(". ", at + 1)) {
        if (at + 2 < help.size() && std::isupper(static_cast<unsigned char>(help[at + 2]))) return help.substr(0, at);
    }
    return help.ends_with('.') ? help.substr(0, help.size() - 1) : help;
}

}  // namespace headroom::cli
