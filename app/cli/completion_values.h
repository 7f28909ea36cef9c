// What can stand where a verb takes a value, for the shells' completions: found from the same placeholders and choices as the help.
#pragma once

#include "app/cli/verbs.h"

#include <string>
#include <vector>

namespace headroom::cli {

struct CompletionValue {
    bool files = false;              ///< any file or folder
    bool runs = false;               ///< names of runs
    bool settings = false;           ///< KEY=VALUE of the verb's kind of run
    bool list = false;               ///< several of the words, with commas
    std::vector<std::string> words;  ///< these
    bool operator==(const CompletionValue&) const = default;
    bool nothing() const { return !files && !runs && !settings && words.empty(); }
};

/// Of an option's value.
CompletionValue value_of_option(const Option& option);
/// Of a verb's arguments, whichever it is.
CompletionValue value_of_arguments(const Verb& verb);

/// A setting that --set takes, and what it can be.
struct CompletedSetting {
    std::string key, help;
    CompletionValue value;
};
/// Those of a kind of run, in form order.
std::vector<CompletedSetting> completed_settings(ModelKind kind);

/// The verbs of a program with all their options, as shells complete them.
std::vector<Verb> completed_verbs(const Program& program);

/// The words that may follow `said` ("" for the first), each once, with a summary where a verb ends there.
struct NextWord {
    std::string word, summary;
};
std::vector<NextWord> next_words(const Program& program, const std::string& said);
/// All that can be said before the last word of a verb: "", "train", "queue", "queue add", "queue add train".
std::vector<std::string> beginnings(const Program& program);

/// Within single quotes, as bash and zsh read them.
std::string sh_quoted(const std::string& text);
/// As it is typed into a shell: in quotes where it needs them.
std::string sh_word(const std::string& text);

/// The first sentence of a help text.
std::string first_sentence(const std::string& help);

}  // namespace headroom::cli
