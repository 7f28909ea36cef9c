// DetachedProcess: a program that goes on without the one that started it.
#pragma once

#include "core/base/file_handle.h"
#include "core/base/result.h"
#include "core/io/files/program_start.h"

#include <string>
#include <vector>

#include <sys/types.h>

namespace headroom {

/// Watches what it started and does nothing to it: letting go leaves the program running.
class DetachedProcess {
public:
    /// `program`: a path. All that it writes is added to the file `output` (made for its user alone); empty: thrown away.
    /// Error: Environment, Disk.
    static Result<DetachedProcess> start(const std::string& program, const std::vector<std::string>& arguments,
                                         const std::string& output = {});

    /// As `start` says, detached whatever it says of that. Error: Environment.
    static Result<DetachedProcess> start(ProgramStart start);

    pid_t pid() const { return pid_; }
    /// Whether it has ended. How, it tells by what it wrote.
    bool ended() const;

private:
    pid_t pid_ = -1;
    FileHandle process_;
};

}  // namespace headroom
