// Writes the help.
#include "app/cli/help.h"

#include "app/cli/settings.h"

namespace headroom::cli {
namespace {

void append_option(std::string& out, const Option& o) {
    std::string left = "  " + o.name;
    if (!o.value.empty()) left += o.value_optional ? " [" + o.value + "]" : " " + o.value;
    constexpr std::size_t column = 28;
    left += left.size() < column ? std::string(column - left.size(), ' ') : "\n" + std::string(column, ' ');
    out += left + o.help + "\n";
}

}  // namespace

const std::vector<Option>& general_options() {
    static const std::vector<Option> options{
        {"--help", "", "Show this help."},
        {"--json", "", "One JSON object per line on standard output, nothing else there."},
        {"--quiet", "", "No messages and no progress; errors only."},
        {"--log-level", "LEVEL", "Show log lines from this level on: debug, info, warn, error, off."},
        {"--log-file", "FILE", "Append messages and log lines to a file."},
    };
    return options;
}

std::string overview(const Program& program, const std::string& prefix) {
    std::string out = program.summary + "\n\nUsage: " + program.name + " VERB [arguments] [options]\n\nVerbs:\n";
    for (const Verb& v : program.verbs) {
        if (v.syntax.verb.rfind(prefix, 0) != 0) continue;
        std::string left = "  " + v.syntax.verb + (v.syntax.positionals.empty() ? "" : " " + v.syntax.positionals);
        constexpr std::size_t column = 40;
        left += left.size() < column ? std::string(column - left.size(), ' ') : "  ";
        out += left + v.summary + "\n";
    }
    return out + "\n" + program.name + " VERB --help tells more. " + program.name +
           " --version tells the version.\n"
           "Exit status: 0 done, 2 bad usage or input, 3 did not fit in memory, 4 the environment lacks something,\n"
           "5 disk full or not writable, 130 or 143 stopped by a signal after a clean save.\n";
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
