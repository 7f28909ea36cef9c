// Fills the pages.
#include "app/cli/manual.h"

#include "app/cli/help.h"
#include "app/cli/man_page.h"
#include "app/cli/settings.h"
#include "app/cli/window_switches.h"
#include "core/api/param_schema.h"
#include "core/families/registry.h"

#include <algorithm>
#include <set>

namespace headroom::cli {
namespace {

void add_option(ManPage& page, const Option& o) {
    const std::string brief = short_form(o.name);
    page.entry((brief.empty() ? "" : brief + ", ") + o.name, o.value_optional ? "[" + o.value + "]" : o.value, o.help);
}

void add_verb_section(ManPage& page, const Verb& verb) {
    page.subsection(verb.syntax.verb);
    page.usage("headroom-cli " + verb.syntax.verb,
               verb.syntax.positionals + (verb.syntax.positionals.empty() ? "" : " ") + "[options]");
    page.paragraph(verb.summary);
    if (!verb.details.empty()) page.paragraph(verb.details);
    if (verb.settings) page.paragraph("Takes the settings of " + std::string(name_of(verb.model)) + " too; see below.");
    for (const Option& o : verb.syntax.options) add_option(page, o);
}

void add_settings(ManPage& page, const Family& family) {
    const ModelKind kind = family.facts().kind;
    page.section("SETTINGS OF " + std::string(family.facts().info.id));
    page.paragraph("Options of every verb that takes these settings:");
    for (const Option& o : setting_options({}, kind)) add_option(page, o);
    page.paragraph("Settings, as --set KEY=VALUE takes them and configuration files hold them, with their defaults:");
    for (const ParamRow& row : schema_rows(kind)) {
        const std::string initial = row.type == ParamType::ByteSize ? "auto" : to_text(row.initial);
        const std::string range = setting_range(row);
        page.entry(row.key, "= " + (initial.empty() ? "\"\"" : initial),
                   std::string(row.help) + (range.empty() ? "" : " Values: " + range + "."));
    }
}

void add_environment(ManPage& page) {
    page.section("ENVIRONMENT");
    page.entry("HEADROOM_RUNS", "", "The folder where runs are kept, as --runs-dir.");
    page.entry("XDG_DATA_HOME", "",
               "Without HEADROOM_RUNS, runs are kept in headroom/runs below it; ~/.local/share by default.");
    page.entry("XDG_CACHE_HOME", "",
               "Packed data sets and remembered forecasts are kept in headroom below it; ~/.cache by default.");
    page.entry("NO_COLOR", "", "When it is set, messages on a terminal have no colours.");
}

}  // namespace

std::string cli_manual(const Program& program, const std::string& version) {
    ManPage page(program.name, "train image generators inside a memory budget", version);
    page.section("SYNOPSIS");
    page.usage(program.name, "VERB [arguments] [options]");
    page.usage(program.name, "help [VERB]");
    page.section("DESCRIPTION");
    page.paragraph(program.summary);
    page.paragraph(
        "An option's value stands after a space or after '='; one that begins with '-' after '='. Words after '--' are arguments, whatever "
        "they begin with. With --json each line of standard output is one JSON object, errors too (fit prints its plans as one array of objects); headroom-cli schema describes them.");
    page.section("OPTIONS");
    page.paragraph("Every verb takes these (queue add all but --runs-dir):");
    for (const Option& o : general_options()) add_option(page, o);
    page.section("VERBS");
    for (const Verb& verb : program.verbs) add_verb_section(page, verb);
    for (const Family* family : families()) add_settings(page, *family);
    page.section("EXIT STATUS");
    for (const auto& [status, meaning] : exit_meanings()) page.entry(status, "", meaning);
    add_environment(page);
    page.section("EXAMPLES");
    page.example({"headroom-cli train dcgan -d ~/Pictures/flowers -n 2000 -o flowers --budget 4GiB",
                  "headroom-cli train dcgan -o flowers --resume --steps 4000 --for 2h",
                  "headroom-cli sample flowers -o samples.png",
                  "headroom-cli runs list --state finished --sort score --limit 5"});
    page.section("SEE ALSO");
    page.paragraph("headroom(1)");
    return page.text();
}

std::string window_manual(const std::string& version) {
    ManPage page("headroom", kWindowSummary, version);
    page.section("SYNOPSIS");
    page.usage("headroom", "[FILE] [switches]");
    page.section("DESCRIPTION");
    page.paragraph(
        "The window trains DCGANs, Light GANs and VQGANs and paints pictures from text, shows where the memory goes while it does, and changes settings "
        "without a restart. The guide is in its Help menu.");
    page.section("OPTIONS");
    page.entry(kWindowFile.name, kWindowFile.value, kWindowFile.help);
    for (const WindowSwitch& s : kWindowSwitches) page.entry(s.name, s.value, s.help);
    page.entry("--help", "", "Show the switches.");
    add_environment(page);
    page.section("SEE ALSO");
    page.paragraph("headroom-cli(1)");
    return page.text();
}

}  // namespace headroom::cli
