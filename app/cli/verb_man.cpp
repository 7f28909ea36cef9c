// man: the manual pages, written from the table of verbs.
#include "app/cli/json_line.h"
#include "app/cli/made_folders.h"
#include "app/cli/manual.h"
#include "app/cli/self_verbs.h"
#include "app/cli/shape.h"
#include "core/io/files/atomic_file.h"

#include <filesystem>
#include <utility>

namespace headroom::cli {
namespace {

std::string page_of(const std::string& name, const std::string& version) {
    return name == "headroom" ? window_manual(version) : cli_manual(headroom_cli(), version);
}

Result<int> write_pages(const Context& c) {
    for (const char* name : {"headroom-cli", "headroom"}) {
        const std::string path = (std::filesystem::path(c.args.get("--out")) / (std::string(name) + ".1")).string();
        auto folders = MadeFolders::above(path);
        if (!folders) return folders.error();
        if (auto written = write_text_atomic(path, page_of(name, c.environment.version)); !written)
            return written.error();
        folders->keep();
        c.console.print(c.console.json() ? json_line({{"page", name}, {"path", path}}) : path + "\n");
    }
    return 0;
}

Result<int> print_manual(const Context& c) {
    if (c.args.has("--out")) {
        if (!c.args.positionals.empty())
            return bad("--out: writes both pages; leave " + c.args.positionals[0] + " away");
        return write_pages(c);
    }
    const std::string name = c.args.positionals.empty() ? "headroom-cli" : c.args.positionals[0];
    if (name != "headroom-cli" && name != "headroom")
        return bad("'" + name + "': is not one of headroom-cli, headroom");
    const std::string page = page_of(name, c.environment.version);
    if (c.console.json())
        c.console.print(json_line({{"page", name}, {"text", page}}));
    else
        c.console.print_bytes(page);
    return 0;
}

nlohmann::ordered_json man_answer() {
    using namespace shape;
    return object_of({{"page", one_of({"headroom-cli", "headroom"})}, {"path?", a_text()}, {"text?", a_text()}});
}

}  // namespace

Verb man_verb() {
    Verb v;
    v.syntax = {"man",
                "[headroom-cli|headroom]",
                0,
                1,
                {{"--out", "DIR", "Write headroom-cli.1 and headroom.1 into this folder instead."}}};
    v.summary = "Print the manual page of the command line, or of the window.";
    v.details = "To read it: headroom-cli man | man -l -";
    v.tensors = Tensors::Unused;
    v.run = print_manual;
    v.answer = man_answer;
    return v;
}

}  // namespace headroom::cli
