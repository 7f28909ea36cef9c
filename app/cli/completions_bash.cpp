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
# What is there whose path begins with $1, a NUL behind each, whatever the shell is set to do with patterns.
_headroom_cli_paths() (
    shopt -s nullglob
    shopt -u failglob
    set +f
    paths=("$1"*)
    ((${#paths[@]})) && printf '%s\0' "${paths[@]}"
)

# _headroom_cli_offer WHAT CUR BEFORE: adds to COMPREPLY what WHAT (words and @marks) allows after CUR, behind BEFORE. Names on the disk
# are never read as shell text: they are compared as they are, and quoted when all are there.
_headroom_cli_offer() {
    local cur=$2 before=$3 taken='' what word at kind key
    for what in $1; do
        case $what in
            @file)
                compopt -o filenames 2>/dev/null
                at=$cur
                [[ $cur == '~/'* ]] && at=$HOME/${cur#'~/'}
                while IFS= read -r -d '' word; do
                    [[ -d $word ]] && word+=/
                    COMPREPLY+=("$before$cur${word#"$at"}")
                done < <(_headroom_cli_paths "$at")
                # A path with a variable or a user's name is left to the shell.
                ((${#COMPREPLY[@]})) || compopt -o default 2>/dev/null
                ;;
            @run)
                compopt -o filenames 2>/dev/null
                at=${HEADROOM_RUNS:-${XDG_DATA_HOME:-$HOME/.local/share}/headroom/runs}/
                [[ $cur == */* ]] || while IFS= read -r -d '' word; do
                    [[ -d $word ]] && COMPREPLY+=("$before${word#"$at"}")
                done < <(_headroom_cli_paths "$at$cur")
                ;;
            @list)
                if [[ $cur == *,* ]]; then
                    taken=,${cur%,*},
                    before+=${cur%,*},
                    cur=${cur##*,}
                fi
                ;;
            @set:*)
                kind=${what#@set:}
                if [[ $cur == *=* ]]; then
                    key=${cur%%=*}
                    _headroom_cli_offer "$(_headroom_cli_setting "$kind $key")" "${cur#*=}" "$before$key="
                    return
                fi
                compopt -o nospace 2>/dev/null
                for key in $(_headroom_cli_settings "$kind"); do
                    [[ $key= == "$cur"* ]] && COMPREPLY+=("$before$key=")
                done
                ;;
            *) [[ $what == "$cur"* && $taken != *,"$what",* ]] && COMPREPLY+=("$before$what") ;;
        esac
    done
}

# $2 as it is typed behind the open quote $1, or without one.
_headroom_cli_quoted() {
    local quote=$1 word=$2 home='' c
    if [[ $quote == "'" ]]; then
        word=${word//"'"/"'\\''"}
    elif [[ $quote == '"' ]]; then
        for c in '\' '"' '$' '`'; do word=${word//"$c"/"\\$c"}; done
    elif [[ $word == *[!a-zA-Z0-9_./=,:@%+-]* ]]; then
        [[ $word == '~/'* ]] && home='~/'
        printf -v word '%s%q' "$home" "${word#"$home"}"
    fi
    printf '%s' "$word"
}

_headroom_cli() {
    COMPREPLY=()
    local IFS=$' \t\n' line=${COMP_LINE:0:COMP_POINT} cur='' begun='' quote='' skip='' kept='' char i
    local previous='' verb='' said='' given='' what=''
    local -a words=()
    # The words as a command gets them, without their quotes. readline replaces what stands behind an open quote or one of its own
    # separators only ("=" and ":"): skip is what stands before that.
    for ((i = 0; i < ${#line}; i++)); do
        char=${line:i:1}
        if [[ $char == "$quote" ]]; then
            quote='' skip=$kept
        elif [[ $quote == "'" ]]; then
            cur+=$char
        elif [[ $char == '\' ]]; then
            ((++i))
            char=${line:i:1}
            [[ -n $quote && $char != [\$\`\"\\] ]] && cur+='\'
            cur+=$char begun=1
        elif [[ -n $quote ]]; then
            cur+=$char
        elif [[ $char == ["'\""] ]]; then
            quote=$char kept=$skip skip=$cur begun=1
        elif [[ $char == [[:space:]] ]]; then
            [[ -n $begun ]] && words+=("$cur")
            cur='' begun='' skip=''
        else
            cur+=$char begun=1
            [[ $COMP_WORDBREAKS == *"$char"* ]] && skip=$cur
        fi
    done
    ((${#words[@]} > 0)) || return 0
    for ((i = 1; i < ${#words[@]}; i++)); do
        [[ $i == 1 && ${words[1]} == help ]] && continue
        said+="${said:+ }${words[i]}"
        previous=${words[i]}
        if [[ -n $(_headroom_cli_options "$said") ]]; then
            verb=$said
        elif [[ -n $verb && $previous != -* ]]; then
            given=1
        elif [[ -z $verb && -z $(_headroom_cli_next "$said") ]]; then
            return 0
        fi
    done
    case $previous in
SHORT_FORMS
    esac
    if [[ -z $verb && $cur == -* ]]; then
        what='--help --version'
        [[ -n $said ]] && what=--help
        _headroom_cli_offer "$what" "$cur"
    elif [[ -z $verb ]]; then
        _headroom_cli_offer "$(_headroom_cli_next "$said")" "$cur"
    elif [[ $cur == --*=* ]]; then
        _headroom_cli_offer "$(_headroom_cli_value "$verb" "${cur%%=*}")" "${cur#*=}" "${cur%%=*}="
    elif [[ $previous == --* && -n $(_headroom_cli_value "$verb" "$previous") ]]; then
        _headroom_cli_offer "$(_headroom_cli_value "$verb" "$previous")" "$cur"
    elif [[ $cur == -* ]]; then
        _headroom_cli_offer "$(_headroom_cli_options "$verb")" "$cur"
    elif [[ $verb == schema ]]; then
        said=${said#schema}
        _headroom_cli_offer "$(_headroom_cli_next "${said# }")" "$cur"
    else
        what=$(_headroom_cli_arguments "$verb")
        [[ -n $given && $what == *@set:* ]] && what=@set:${what#*@set:}  # the run is named
        _headroom_cli_offer "$what" "$cur"
    fi
    ((${#COMPREPLY[@]})) || return 0
    # readline would leave a "$" in a name as it is.
    compopt -o noquote 2>/dev/null
    for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=$(_headroom_cli_quoted "$quote" "${COMPREPLY[i]#"$skip"}"); done
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == */ ]] && compopt -o nospace 2>/dev/null
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
