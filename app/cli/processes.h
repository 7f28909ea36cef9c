// A run of several processes from the command line: starts them on this machine, or joins those that a launcher has started.
#pragma once

#include "app/cli/args.h"
#include "app/cli/verbs.h"
#include "core/ranks/launch.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace headroom::cli {

/// --processes, --rank-timeout.
std::vector<Option> process_options();

/// The place that the launcher has given this process, with what the options say; nothing: it is alone. Error InvalidArgument.
Result<std::optional<Launch>> launch_of(const Args& args, const Environment& environment, const std::stop_token& stop);

/// How many processes --processes asks for; 1: this one alone, or a launcher has started them already.
Result<int> processes_wanted(const Args& args);

/// Starts this program `count` times with its own arguments, as the processes of one run on this machine, and waits for all. Process 0 has this one's
/// input and output; a wish to stop is handed to it. Returns its exit status; when it ended well and another did not, that one's.
Result<int> run_processes(int count, const Context& c);

}  // namespace headroom::cli
