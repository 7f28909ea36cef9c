// Starts another program, with its arguments as they are (no shell): as a child that ends with this process, or detached from it.
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

#include <sys/types.h>

namespace headroom {

/// The number under which a program finds the descriptor `also`.
inline constexpr int kAlsoFd = 3;

/// What a program is given. A descriptor of -1 stands for /dev/null. It keeps the current folder and has no other open files.
struct ProgramStart {
    std::string program;  ///< a path
    std::vector<std::string> arguments{};
    int input = -1, output = -1, errors = -1;
    /// A session of its own and nobody's child here: no signal of a terminal reaches it, and it is never waited for. Otherwise
    /// a child in a process group of its own, to be waited for, that gets SIGTERM when the thread that started it ends.
    bool detached = false;
    int also = -1;  ///< a further descriptor, which the program has as kAlsoFd; -1: none
};

/// The process id, once the program itself runs. Error: Environment (why it cannot be started).
Result<pid_t> start_program(const ProgramStart& start);

/// The full path of a program of Headroom: beside the one that runs, else in PATH; "" if it is in neither.
std::string find_companion(const std::string& name);

}  // namespace headroom
