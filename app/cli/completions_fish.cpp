// The script for fish: a line for each word and option, with the first sentence of its help.
#include "app/cli/completion_values.h"
#include "app/cli/completions.h"
#include "core/base/lists.h"
#include "core/families/registry.h"

namespace headroom::cli {
namespace {

std::string fish_quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return out + "'";
}

/// What the arguments of `complete` are for a value: -F, and words and commands within -a.
std::string fish_value(const CompletionValue& value, ModelKind kind) {
    std::vector<std::string> words;
    if (value.runs) words.emplace_back("(__headroom_cli_runs)");
    if (value.settings) words.push_back("(__headroom_cli_settings_" + std::string(name_of(kind)) + ")");
    if (!value.list)
        words.insert(words.end(), value.words.begin(), value.words.end());
    else if (!value.words.empty())
        words.push_back("(__headroom_cli_list " + joined(value.words, " ") + ")");
    return std::string(value.files ? " -F" : " -f") + (words.empty() ? "" : " -a " + fish_quoted(joined(words, " ")));
}

std::string fish_option(const Option& o, const Verb& verb) {
    std::string out = "complete -c headroom-cli -n " + fish_quoted("__headroom_cli_in " + verb.syntax.verb) + " -l " +
                      o.name.substr(2);
    if (const std::string brief = short_form(o.name); !brief.empty()) out += " -s " + brief.substr(1);
    if (!o.value.empty()) out += (o.value_optional ? "" : " -r") + fish_value(value_of_option(o), verb.model);
    return out + " -d " + fish_quoted(first_sentence(o.help)) + "\n";
}

/// A function that prints "key=" for each setting, and its values once the key is there.
std::string fish_settings(const Family& family) {
    const std::string kind(family.facts().info.id);
    std::string out = "function __headroom_cli_settings_" + kind + "\n    switch (commandline -ct)\n";
    std::string keys;
    for (const CompletedSetting& s : completed_settings(family.facts().kind)) {
        keys += "            echo " + fish_quoted(s.key + "=\t" + s.help) + "\n";
        if (s.value.words.empty()) continue;
        out += "        case " + fish_quoted("*" + s.key + "=*") + "\n";
        for (const std::string& word : s.value.words)
            out += "            echo " + fish_quoted(s.key + "=" + word) + "\n";
    }
    return out + "        case '*'\n" + keys + "    end\nend\n";
}

constexpr const char* kFishHead = R"FISH(
function __headroom_cli_words
    set -l words (commandline -opc)
    set -e words[1]
    test "$words[1]" = help; and set -e words[1]
    string match -v -- '-*' $words
end
# The words so far are exactly these.
function __headroom_cli_said
    set -l words (__headroom_cli_words)
    test "$words" = "$argv"
end
# The words so far begin with these.
function __headroom_cli_in
    set -l words (__headroom_cli_words)
    set -l many (count $argv)
    test (count $words) -ge $many; and test "$words[1..$many]" = "$argv"
end
function __headroom_cli_runs
    set -l folder $HEADROOM_RUNS
    test -n "$folder"; or set folder (test -n "$XDG_DATA_HOME"; and echo $XDG_DATA_HOME; or echo $HOME/.local/share)/headroom/runs
    test -d $folder; and command ls $folder
end
# Words of a list with commas: what is there already stays before them.
function __headroom_cli_list
    set -l before (string match -r '^.*,' -- (commandline -ct | string replace -r '^--[^=]*=' ''))
    for word in $argv
        echo "$before$word"
    end
end
complete -c headroom-cli -f
)FISH";

}  // namespace

std::string fish_completions(const Program& program) {
    std::string out = "# Completions of " + program.name + " for fish, written by '" + program.name +
                      " completions fish'." + kFishHead;
    for (const Family* family : families()) out += fish_settings(*family);
    for (const std::string& said : beginnings(program)) {
        for (const NextWord& word : next_words(program, said))
            out += "complete -c headroom-cli -n " +
                   fish_quoted("__headroom_cli_said" + (said.empty() ? "" : " " + said)) + " -a " + word.word +
                   (word.summary.empty() ? "" : " -d " + fish_quoted(word.summary)) + "\n";
    }
    out += "complete -c headroom-cli -n __headroom_cli_said -a help -d 'Tell of a verb'\n";
    for (const Verb& verb : completed_verbs(program)) {
        for (const Option& o : verb.syntax.options) out += fish_option(o, verb);
        if (const CompletionValue value = value_of_arguments(verb); !value.nothing())
            out += "complete -c headroom-cli -n " + fish_quoted("__headroom_cli_in " + verb.syntax.verb) +
                   fish_value(value, verb.model) + "\n";
    }
    return out;
}

}  // namespace headroom::cli
