// completions: the script that lets a shell complete verbs, options, settings and files.
#include "app/cli/completions.h"
#include "app/cli/json_line.h"
#include "app/cli/self_verbs.h"
#include "app/cli/shape.h"

namespace headroom::cli {
namespace {

Result<int> print_completions(const Context& c) {
    const std::string& shell = c.args.positionals[0];
    const Program program = headroom_cli();
    std::string script;
    if (shell == "bash")
        script = bash_completions(program);
    else if (shell == "zsh")
        script = zsh_completions(program);
    else if (shell == "fish")
        script = fish_completions(program);
    else
        return bad("'" + shell + "': is not one of bash, zsh, fish");
    if (c.console.json())
        c.console.print(json_line({{"shell", shell}, {"script", script}}));
    else
        c.console.print_bytes(script);
    return 0;
}

nlohmann::ordered_json completions_answer() {
    using namespace shape;
    return object_of({{"shell", one_of({"bash", "zsh", "fish"})}, {"script", a_text()}});
}

}  // namespace

Verb completions_verb() {
    Verb v;
    v.syntax = {"completions", "bash|zsh|fish", 1, 1, {}};
    v.summary = "Print the script that completes verbs, options, settings and files in a shell.";
    v.details = "bash: headroom-cli completions bash > ~/.local/share/bash-completion/completions/headroom-cli\n"
                "zsh:  headroom-cli completions zsh > FOLDER/_headroom-cli, where FOLDER is one of $fpath\n"
                "fish: headroom-cli completions fish > ~/.config/fish/completions/headroom-cli.fish";
    v.tensors = Tensors::Unused;
    v.run = print_completions;
    v.answer = completions_answer;
    return v;
}

}  // namespace headroom::cli
