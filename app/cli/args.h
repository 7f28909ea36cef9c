// Args: what a verb accepts and what was given. Knows nothing of what options mean.
#pragma once

#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom::cli {

/// A mistake in what was given (exit status 2).
Error bad(std::string message, std::string hint = {});
/// "--rows: 0 is not between 1 and 256": a mistake in one option, which is its field.
Error bad_option(std::string_view option, const std::string& what, std::string hint = {});
/// "--sort: 'size' is not one of created, name".
Error not_one_of(std::string_view option, const std::string& given, const std::vector<std::string>& words);

/// One option of a verb.
struct Option {
    std::string name;   ///< "--out"
    std::string value;  ///< placeholder in the help ("RUN"); empty: a switch
    std::string help;
    bool value_optional = false;            ///< may stand alone ("--resume")
    std::vector<std::string> choices = {};  ///< what a value can be, where that is known; completed by shells
};

/// "-o" of "--out"; "" where an option has no short form.
std::string short_form(std::string_view name);

/// An option that other verbs have, and what is said where it is given to one that has not.
struct Misplaced {
    std::string name, message, hint;
};

/// What a verb accepts.
struct Syntax {
    std::string verb;           ///< "train dcgan"
    std::string positionals{};  ///< as the help writes them ("RUN [RUN]")
    std::size_t least = 0, most = 0;
    std::vector<Option> options{};
    std::string program = "headroom-cli";
    std::vector<Misplaced> misplaced{};
    std::vector<std::string> choices{};  ///< what an argument can be, where that is known; completed by shells
};

/// What was given, in order. A later value of the same option wins in `get`.
class Args {
public:
    std::vector<std::string> positionals;
    std::vector<std::pair<std::string, std::string>> options;

    bool has(std::string_view name) const;
    /// The last value of `name`, or `otherwise`.
    std::string get(std::string_view name, std::string otherwise = {}) const;
    std::vector<std::string> all(std::string_view name) const;
    /// The last value as a whole number / number within the range, or `otherwise`. Error: InvalidArgument naming the option.
    Result<std::int64_t> whole(std::string_view name, std::int64_t otherwise, std::int64_t low,
                               std::int64_t high) const;
    Result<double> real(std::string_view name, double otherwise, double low, double high) const;
};

/// Reads `words` by `syntax`; "--flag value", "--flag=value" and, of those with a short form, "-f value" and "-fvalue" are the same, "--" ends
/// the options. A value that begins with "-" stands after "=", but for "-" alone and numbers.
/// Error (InvalidArgument): unknown option (with the nearest known one), missing or surplus value or argument.
Result<Args> parse_args(const Syntax& syntax, std::span<const std::string> words);

/// The candidate nearest to `word` by edit distance, or "" when none is near enough to be meant.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace headroom::cli
