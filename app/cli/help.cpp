// Writes the help.
#include "app/cli/help.h"

#include "app/cli/cells.h"
#include "app/cli/settings.h"

namespace headroom::cli {
namespace {

void append_option(std::string& out, const Option& o) {
    const std::string brief = short_form(o.name);
    std::string left = "  " + (brief.empty() ? "" : brief + ", ") + o.name;
    if (!o.value.empty()) left += o.value_optional ? " [" + o.value + "]" : " " + o.value;
    constexpr std::size_t column = 28;
    out += (cells_of(left) < column ? padded(left, column) : left + "\n" + std::string(column, ' ')) + o.help + "\n";
}

std::string exit_statuses() {
    std::string out = "Exit status:";
    for (const auto& [status, meaning] : exit_meanings()) out += "\n  " + padded(status, 12) + meaning;
    return out + "\n";
}

}  // namespace

const std::vector<Option>& general_options() {
    static const std::vector<Option> options{
        {"--help", "", "Show this help."},
        {"--json", "",
         "One JSON object per line on standard output, nothing else there; of fit, one array of objects."},
        {"--quiet", "", "No messages and no progress; errors only."},
        {"--log-level",
         "LEVEL",
         "Show log lines from this level on: debug, info, warn, error, off.",
         false,
         {"debug", "info", "warn", "error", "off"}},
        {"--log-file", "FILE", "Append messages and log lines to a file."},
        {"--runs-dir", "DIR",
         "Where runs are kept, instead of the user's folder; the environment variable HEADROOM_RUNS does the same."},
    };
    return options;
}

std::string overview(const Program& program, const std::string& prefix) {
    std::string out = program.summary + "\n\nUsage: " + program.name + " VERB [arguments] [options]\n\nVerbs:\n";
    for (const Verb& v : program.verbs) {
        if (v.syntax.verb.rfind(prefix, 0) != 0) continue;
        const std::string left =
            "  " + v.syntax.verb + (v.syntax.positionals.empty() ? "" : " " + v.syntax.positionals);
        constexpr std::size_t column = 40;
        out += (cells_of(left) < column ? padded(left, column) : left + "  ") + v.summary + "\n";
    }
    return out + "\n" + program.name + " help VERB, or VERB --help, tells more. " + program.name +
           " --version tells the version.\n" + exit_statuses();
}

const std::vector<std::pair<std::string, std::string>>& exit_meanings() {
    static const std::vector<std::pair<std::string, std::string>> all{
        {"0", "done"},
        {"1", "a defect of Headroom"},
        {"2", "bad usage, setting or input, or a question was answered with no (nothing was written)"},
        {"3", "did not fit in memory"},
        {"4", "the environment lacks something"},
        {"5", "disk full or not writable"},
        {"6", "the loss of a run is infinite or no number; its newest checkpoint is from before"},
        {"128 + N", "stopped by signal N after a clean save: 129, 130, 143"}};
    return all;
}

std::string verb_help(const Verb& verb) {
    const Syntax& s = verb.syntax;
    std::string out = "Usage: " + s.program + " " + s.verb + (s.positionals.empty() ? "" : " " + s.positionals) +
                      " [options]\n\n" + verb.summary + "\n";
    if (!verb.details.empty()) out += verb.details + "\n";
    out += "\nOptions:\n";
    for (const Option& o : s.options) append_option(out, o);
    if (verb.settings) out += "\n" + settings_help(verb.model);
    return out;
}

}  // namespace headroom::cli
