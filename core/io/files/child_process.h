// ChildProcess: another program, started with its arguments as they are (no shell), fed through its standard input.
#pragma once

#include "core/base/file_handle.h"
#include "core/base/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <sys/types.h>

namespace headroom {

/// The full path of an executable file in PATH; "" if there is none. A name with a slash is looked at as it is.
std::string find_program(const std::string& name);

/// One child in a process group of its own, so that Ctrl+C in the terminal reaches the parent alone. Its standard output is thrown
/// away. One thread at a time. A child that still runs when this is destroyed is killed and waited for.
class ChildProcess {
public:
    ChildProcess() = default;
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    ~ChildProcess();

    /// `program`: a path. Error: Environment.
    Result<void> start(const std::string& program, const std::vector<std::string>& arguments);
    /// False when the child reads no more.
    bool feed(std::span<const std::byte> bytes);
    /// Ends its input and waits. The exit status; 128 + the signal that killed it.
    int finish();
    /// The last 2000 bytes that it wrote to its standard error.
    std::string complaints() const;

private:
    pid_t pid_ = -1;
    FileHandle input_, errors_;
};

}  // namespace headroom
