// The script for bash: tables of verbs, options and values, and one function that reads them. It needs no package of completions.
#include "app/cli/completion_values.h"
#include "app/cli/completions.h"
#include "core/base/lists.h"
#include "core/families/registry.h"

#include <map>

namespace headroom::cli {
namespace {

/// "@file @list png csv": what the function below understands.
std::string bash_value(const CompletionValue& value, ModelKind kind) {
    std::vector<std::string> out;
    if (value.files) out.emplace_back("@file");
    if (value.runs) out.emplace_back("@run");
    if (value.settings) out.push_back("@set:" + std::string(name_of(kind)));
    if (value.list) out.emplace_back("@list");
    out.insert(out.end(), value.words.begin(), value.words.end());
    return joined(out, " ");
}

std::string bash_case(const std::string& name, const std::map<std::string, std::string>& entries) {
    std::map<std::string, std::string> by_answer;
    for (const auto& [pattern, answer] : entries) add_to_list(by_answer[answer], sh_quoted(pattern), "|");
    std::string out = name + "() {\n    case \"$1\" in\n";
    for (const auto& [answer, patterns] : by_answer)
        out += "        " + patterns + ") echo " + sh_quoted(answer) + " ;;\n";
    return out + "    esac\n}\n";
}

constexpr const char* kBashEngine = R"SH(
_headroom_cli_runs() {
    local folder=${HEADROOM_RUNS:-${XDG_DATA_HOME:-$HOME/.local/share}/headroom/runs}
    [[ -d $folder ]] && command ls "$folder"
}

# _headroom_cli_offer WHAT CUR: fills COMPREPLY with what WHAT (words and @marks) allows after CUR.
_headroom_cli_offer() {
    local cur=$2 word words='' before='' kind key
    for word in $1; do
        case $word in
            @file)
                compopt -o filenames 2>/dev/null
                while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$cur")
                ;;
            @run) words+=" $(_headroom_cli_runs)" ;;
            @list) [[ $cur == *,* ]] && before=${cur%,*}, ;;
            @set:*)
                kind=${word#@set:}
                if [[ $cur == *=* ]]; then
                    key=${cur%%=*}
                    _headroom_cli_offer "$(_headroom_cli_setting "$kind $key")" "${cur#*=}"
                    return
                fi
                compopt -o nospace 2>/dev/null
                for key in $(_headroom_cli_settings "$kind"); do words+=" $key="; done
                ;;
            *) words+=" $word" ;;
        esac
    done
    while IFS= read -r word; do COMPREPLY+=("$before$word"); done < <(compgen -W "$words" -- "${cur#"$before"}")
}

_headroom_cli() {
    COMPREPLY=()
    local line=${COMP_LINE:0:COMP_POINT} cur previous='' verb='' said='' i
    local -a words
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=('')
    ((${#words[@]} > 1)) || return 0
    cur=${words[${#words[@]} - 1]}
    for ((i = 1; i < ${#words[@]} - 1; i++)); do
        [[ $i == 1 && ${words[1]} == help ]] && continue
        said+="${said:+ }${words[i]}"
        previous=${words[i]}
        if [[ -n $(_headroom_cli_options "$said") ]]; then
            verb=$said
        elif [[ -z $verb && -z $(_headroom_cli_next "$said") ]]; then
            return 0
        fi
    done
    case $previous in
SHORT_FORMS
    esac
    if [[ -z $verb ]]; then
        _headroom_cli_offer "$(_headroom_cli_next "$said")" "$cur"
    elif [[ $cur == --*=* ]]; then
        _headroom_cli_offer "$(_headroom_cli_value "$verb" "${cur%%=*}")" "${cur#*=}"
    elif [[ $previous == --* && -n $(_headroom_cli_value "$verb" "$previous") ]]; then
        _headroom_cli_offer "$(_headroom_cli_value "$verb" "$previous")" "$cur"
    elif [[ $cur == -* ]]; then
        _headroom_cli_offer "$(_headroom_cli_options "$verb")" "$cur"
    else
        _headroom_cli_offer "$(_headroom_cli_arguments "$verb")" "$cur"
    fi
    return 0
}
complete -F _headroom_cli headroom-cli
)SH";

}  // namespace

std::string bash_completions(const Program& program) {
    std::map<std::string, std::string> options, arguments, next, settings, setting, values, forms;
    for (const Verb& verb : completed_verbs(program)) {
        const std::string& name = verb.syntax.verb;
        for (const Option& o : verb.syntax.options) {
            add_to_list(options[name], o.name, " ");
            if (const std::string brief = short_form(o.name); !brief.empty() && !o.value.empty()) forms[brief] = o.name;
            const std::string value = bash_value(value_of_option(o), verb.model);
            // An option means the same in most verbs; where it does not, the verb says so.
            if (!o.value.empty() && values.try_emplace(o.name, value).first->second != value)
                values[name + " " + o.name] = value;
        }
        if (const std::string value = bash_value(value_of_arguments(verb), verb.model); !value.empty())
            arguments[name] = value;
    }
    for (const std::string& said : beginnings(program)) {
        for (const NextWord& word : next_words(program, said)) add_to_list(next[said], word.word, " ");
    }
    next[""] += " help";
    for (const Family* family : families()) {
        const std::string kind(family->facts().info.id);
        for (const CompletedSetting& s : completed_settings(family->facts().kind)) {
            add_to_list(settings[kind], s.key, " ");
            if (const std::string value = bash_value(s.value, family->facts().kind); !value.empty())
                setting[kind + " " + s.key] = value;
        }
    }
    std::string engine = kBashEngine, cases;
    for (const auto& [brief, name] : forms) cases += "        " + brief + ") previous=" + name + " ;;\n";
    const std::string mark = "SHORT_FORMS\n";
    engine.replace(engine.find(mark), mark.size(), cases);
    return "# Completions of " + program.name + " for bash, written by '" + program.name + " completions bash'.\n" +
           bash_case("_headroom_cli_next", next) + bash_case("_headroom_cli_options", options) +
           bash_case("_headroom_cli_arguments", arguments) + bash_case("_headroom_cli_known_value", values) +
           "_headroom_cli_value() {\n    local own\n    own=$(_headroom_cli_known_value \"$1 $2\")\n"
           "    echo \"${own:-$(_headroom_cli_known_value \"$2\")}\"\n}\n" +
           bash_case("_headroom_cli_settings", settings) + bash_case("_headroom_cli_setting", setting) + engine;
}

}  // namespace headroom::cli
