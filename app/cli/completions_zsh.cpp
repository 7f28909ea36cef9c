// The script for zsh: _arguments' own descriptions, a function for each verb.
#include "app/cli/completion_values.h"
#include "app/cli/completions.h"
#include "core/base/lists.h"
#include "core/families/registry.h"

namespace headroom::cli {
namespace {

/// `text` where `special` characters mean something.
std::string zsh_escaped(const std::string& text, std::string_view special) {
    std::string out;
    for (const char c : text) out += (special.find(c) == std::string_view::npos ? "" : "\\") + std::string(1, c);
    return out;
}

/// What _arguments does for a value: one action, or a function that tries several.
std::string zsh_action(const CompletionValue& value, ModelKind kind) {
    if (value.settings) return "_headroom_cli_settings_" + std::string(name_of(kind));
    if (value.list && !value.words.empty()) return "_values -s , word " + joined(value.words, " ");
    if (value.runs || (value.files && !value.words.empty())) {
        const std::string words = joined(value.words, " ");
        // The space keeps _arguments from putting words of its own before ours.
        return std::string(" _headroom_cli_any ") + (value.runs ? "runs" : "files") +
               (words.empty() ? "" : " " + words);
    }
    if (value.files) return "_files";
    return value.words.empty() ? " " : "(" + joined(value.words, " ") + ")";
}

std::string zsh_option(const Option& o, ModelKind kind) {
    const std::string brief = short_form(o.name), help = "[" + zsh_escaped(first_sentence(o.help), "[]\\:") + "]";
    const std::string value = o.value.empty()
                                  ? std::string()
                                  : std::string(o.value_optional ? "::" : ":") + zsh_escaped(o.value, ":\\") + ":" +
                                        zsh_action(value_of_option(o), kind);
    const bool many = o.help.find("may be repeated") != std::string::npos;
    const std::string once = many ? "*" : brief.empty() ? "" : "(" + brief + " " + o.name + ")";
    const std::string whole = sh_quoted(once + o.name + (o.value.empty() ? "" : "=") + help + value);
    if (brief.empty()) return whole;
    return sh_quoted(once + brief + (o.value.empty() ? "" : "+") + help + value) + " \\\n        " + whole;
}

std::string zsh_verb(const Verb& verb) {
    std::string out = "    " + sh_quoted(verb.syntax.verb) + ")\n      _arguments -S";
    for (const Option& o : verb.syntax.options) out += " \\\n        " + zsh_option(o, verb.model);
    if (!verb.syntax.positionals.empty())
        out += " \\\n        " + sh_quoted("*:" + zsh_escaped(verb.syntax.positionals, ":\\") + ":" +
                                           zsh_action(value_of_arguments(verb), verb.model));
    return out + "\n      ;;\n";
}

std::string zsh_settings(const Family& family) {
    std::string out = "_headroom_cli_settings_" + std::string(family.facts().info.id) +
                      "() {\n  local -a keys\n  if compset -P '*='; then\n"
                      "    case ${${IPREFIX#--set=}#-s} in\n";
    std::string keys;
    for (const CompletedSetting& s : completed_settings(family.facts().kind)) {
        keys += "    " + sh_quoted(zsh_escaped(s.key, ":") + ":" + s.help) + "\n";
        if (s.value.nothing()) continue;
        out += "      " + s.key + "=) " +
               (s.value.files ? std::string("_files") : "compadd -- " + joined(s.value.words, " ")) + " ;;\n";
    }
    return out + "    esac\n  else\n    keys=(\n" + keys +
           "    )\n    _describe -t settings setting keys -S =\n  fi\n}\n";
}

std::string zsh_next(const Program& program) {
    std::string out = "_headroom_cli_next() {\n  local -a next\n  case \"$1\" in\n";
    for (const std::string& said : beginnings(program)) {
        out += "    " + sh_quoted(said) + ") next=(";
        for (const NextWord& word : next_words(program, said)) out += " " + sh_quoted(word.word + ":" + word.summary);
        out += said.empty() ? " 'help:Tell of a verb' ) ;;\n" : " ) ;;\n";
    }
    return out + "  esac\n  (( $#next )) && _describe -t verbs verb next\n}\n";
}

constexpr const char* kZshHead = R"ZSH(
_headroom_cli_any() {
  local what=$1 folder=${HEADROOM_RUNS:-${XDG_DATA_HOME:-$HOME/.local/share}/headroom/runs}
  shift
  (( $# )) && compadd -- "$@"
  [[ $what == runs && -d $folder ]] && compadd -- $folder/*(N/:t)
  _files
}
)ZSH";

constexpr const char* kZshTail = R"ZSH(
_headroom_cli() {
  local said='' verb='' word
  local -i i last=1
  [[ $words[2] == help && CURRENT -gt 2 ]] && { words=("$words[1]" "${(@)words[3,-1]}"); (( CURRENT-- )) }
  for (( i = 2; i < CURRENT; i++ )); do
    said+="${said:+ }$words[i]"
    if (( ${_headroom_cli_verbs[(Ie)$said]} )); then verb=$said; last=$i; fi
  done
  if [[ -z $verb ]]; then
    _headroom_cli_next "$said"
    return
  fi
  words=("$words[1]" "${(@)words[last + 1,-1]}")
  (( CURRENT -= last - 1 ))
  _headroom_cli_verb "$verb"
}
_headroom_cli "$@"
)ZSH";

}  // namespace

std::string zsh_completions(const Program& program) {
    std::string out = "#compdef " + program.name + "\n# Completions of " + program.name + " for zsh, written by '" +
                      program.name + " completions zsh'.\n" + kZshHead;
    for (const Family* family : families()) out += zsh_settings(*family);
    out += zsh_next(program) + "typeset -a _headroom_cli_verbs=(\n";
    std::string verbs;
    for (const Verb& verb : completed_verbs(program)) {
        out += "  " + sh_quoted(verb.syntax.verb) + "\n";
        verbs += zsh_verb(verb);
    }
    return out + ")\n_headroom_cli_verb() {\n  case \"$1\" in\n" + verbs + "  esac\n}\n" + kZshTail;
}

}  // namespace headroom::cli
