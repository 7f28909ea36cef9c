// Launch: what a launcher (torchrun, OpenMPI, Slurm, or headroom-cli --processes) says in environment variables about a process's
// place among others.
#pragma once

#include "core/ranks/collective.h"

#include <functional>
#include <optional>
#include <string>

namespace headroom {

struct Launch {
    std::string launcher;  ///< "torchrun", "OpenMPI", "Slurm", "headroom-cli"
    GroupPlace place;
    int restarts = 0;  ///< how often the launcher has started the processes again (torchrun)
};

/// The value of an environment variable; nothing: it is not set.
using ReadVariable = std::function<std::optional<std::string>(const std::string& name)>;

/// The process's own environment.
std::optional<std::string> read_environment(const std::string& name);

/// What the variables say; nothing: this process is alone. Error InvalidArgument: a variable that should be there and is not, or one that
/// is no number or out of range; the message names it.
Result<std::optional<Launch>> find_launch(const ReadVariable& read = read_environment);

/// The host that a Slurm node list ("node[07-12,20],gpu1") begins with.
std::string first_host(const std::string& node_list);

}  // namespace headroom
