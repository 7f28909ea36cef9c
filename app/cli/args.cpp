// Reads command-line words by a verb's syntax.
#include "app/cli/args.h"

#include "core/base/lists.h"
#include "core/config/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

namespace headroom::cli {
namespace {

Error unknown_option(const Syntax& syntax, const std::string& name) {
    for (const Misplaced& o : syntax.misplaced)
        if (o.name == name) return bad(name + ": " + o.message, o.hint);
    std::vector<std::string> names;
    for (const Option& o : syntax.options) names.push_back(o.name);
    const std::string near = nearest(name, names);
    return bad(name + ": no such option of '" + syntax.verb + "'" +
                   (near.empty() ? "" : "; did you mean " + near + "?"),
               syntax.program + " " + syntax.verb + " --help lists them.");
}

struct ShortForm {
    char letter;
    const char* name;
};

/// The commonest ones; a verb has those whose long option it has.
constexpr std::array<ShortForm, 6> kShortForms{
    {{'o', "--out"}, {'d', "--data"}, {'n', "--steps"}, {'s', "--set"}, {'q', "--quiet"}, {'h', "--help"}}};

/// The long name of the option that `word` begins with, and the value that it holds: "--out=x", "-ox", "-o=x".
std::pair<std::string, std::optional<std::string>> split_option(const std::string& word) {
    const auto equals = word.find('=');
    const auto known = std::find_if(kShortForms.begin(), kShortForms.end(),
                                    [&](const ShortForm& f) { return word[0] == '-' && word[1] == f.letter; });
    if (known != kShortForms.end()) {
        if (word.size() == 2) return {known->name, std::nullopt};
        return {known->name, word.substr(word[2] == '=' ? 3 : 2)};
    }
    if (equals == std::string::npos) return {word, std::nullopt};
    return {word.substr(0, equals), word.substr(equals + 1)};
}

/// Whether `word` after an option is its value: standard input ("-") and negative numbers are.
bool may_be_value(const std::string& word) {
    if (word.size() < 2 || word[0] != '-') return true;
    double number = 0;
    return whole_number(word, number);
}

/// `rest`: the words after it. One of them that is an option itself was hardly meant as the value.
Error no_value(const Syntax& syntax, const Option& option, std::span<const std::string> rest) {
    std::string hint;
    const bool is_option = !rest.empty() && std::any_of(syntax.options.begin(), syntax.options.end(),
                                                        [&](const Option& o) { return o.name == rest[0]; });
    if (!rest.empty() && rest[0] != "--" && !is_option)
        hint = "A value that begins with '-' is written with '=': " + option.name + "=" + rest[0];
    return bad_option(option.name, "a value is missing (" + option.value + ")", std::move(hint));
}

template <class T> Result<T> number(std::string_view name, const std::string& text, T low, T high, const char* kind) {
    T value{};
    if (!whole_number(text, value)) return bad_option(name, "'" + text + "' is not " + kind);
    if (!(value >= low && value <= high)) {
        const auto limit = [](T number) {
            if constexpr (std::is_integral_v<T>)
                return std::to_string(number);
            else
                return number_text(number);
        };
        return bad_option(name, text + " is not between " + limit(low) + " and " + limit(high));
    }
    return value;
}

Result<void> check_counts(const Syntax& syntax, const Args& args) {
    const std::string usage = "Usage: " + syntax.program + " " + syntax.verb +
                              (syntax.positionals.empty() ? "" : " " + syntax.positionals) + " [options]";
    if (args.positionals.size() < syntax.least)
        return bad("'" + syntax.verb + "': " + syntax.positionals + " is missing", usage);
    if (args.positionals.size() > syntax.most) {
        return bad("'" + args.positionals[syntax.most] + "': one argument too many for '" + syntax.verb + "'", usage);
    }
    return {};
}

}  // namespace

std::string short_form(std::string_view name) {
    for (const ShortForm& f : kShortForms) {
        if (name == f.name) return std::string("-") + f.letter;
    }
    return {};
}

Error bad(std::string message, std::string hint) {
    return make_error(ErrorCode::InvalidArgument, std::move(message), std::move(hint));
}

Error bad_option(std::string_view option, const std::string& what, std::string hint) {
    Error out = bad(std::string(option) + ": " + what, std::move(hint));
    out.field = option;
    return out;
}

Error not_one_of(std::string_view option, const std::string& given, const std::vector<std::string>& words) {
    return bad_option(option, "'" + given + "' is not one of " + joined(words, ", "));
}

bool Args::has(std::string_view name) const {
    return std::any_of(options.begin(), options.end(), [&](const auto& o) { return o.first == name; });
}

std::string Args::get(std::string_view name, std::string otherwise) const {
    for (auto it = options.rbegin(); it != options.rend(); ++it) {
        if (it->first == name) return it->second;
    }
    return otherwise;
}

std::vector<std::string> Args::all(std::string_view name) const {
    std::vector<std::string> out;
    for (const auto& [key, value] : options) {
        if (key == name) out.push_back(value);
    }
    return out;
}

Result<std::int64_t> Args::whole(std::string_view name, std::int64_t otherwise, std::int64_t low,
                                 std::int64_t high) const {
    if (!has(name)) return otherwise;
    return number<std::int64_t>(name, get(name), low, high, "a whole number");
}

Result<double> Args::real(std::string_view name, double otherwise, double low, double high) const {
    if (!has(name)) return otherwise;
    return number<double>(name, get(name), low, high, "a number");
}

Result<Args> parse_args(const Syntax& syntax, std::span<const std::string> words) {
    Args args;
    bool only_positionals = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (only_positionals || word.size() < 2 || word[0] != '-') {
            args.positionals.push_back(word);
            continue;
        }
        if (word == "--") {
            only_positionals = true;
            continue;
        }
        const auto split = split_option(word);
        const std::string& name = split.first;
        const auto& value = split.second;
        const auto option =
            std::find_if(syntax.options.begin(), syntax.options.end(), [&](const Option& o) { return o.name == name; });
        if (option == syntax.options.end()) return unknown_option(syntax, name);
        if (option->value.empty()) {
            if (value) return bad(name + ": takes no value");
            args.options.emplace_back(name, "");
        } else if (value) {
            args.options.emplace_back(name, *value);
        } else if (i + 1 < words.size() && may_be_value(words[i + 1])) {
            args.options.emplace_back(name, words[++i]);
        } else if (option->value_optional) {
            args.options.emplace_back(name, "");
        } else {
            return no_value(syntax, *option, words.subspan(i + 1));
        }
    }
    if (auto ok = check_counts(syntax, args); !ok) return ok.error();
    return args;
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
    std::string best;
    std::size_t best_distance = word.size() / 3 + 2;  // farther away is another word, not a slip
    for (const std::string& c : candidates) {
        std::vector<std::size_t> row(c.size() + 1);
        for (std::size_t j = 0; j <= c.size(); ++j) row[j] = j;
        for (std::size_t i = 1; i <= word.size(); ++i) {
            std::size_t diagonal = row[0];
            row[0] = i;
            for (std::size_t j = 1; j <= c.size(); ++j) {
                const std::size_t change = diagonal + (word[i - 1] != c[j - 1] ? 1 : 0);
                diagonal = row[j];
                row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
            }
        }
        if (row[c.size()] < best_distance) {
            best_distance = row[c.size()];
            best = c;
        }
    }
    return best;
}

}  // namespace headroom::cli
