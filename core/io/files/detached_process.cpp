// Starts through start_program() and watches by a descriptor of the process, which no later process can take over.
#include "core/io/files/detached_process.h"

#include "core/base/file_errors.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace headroom {

Result<DetachedProcess> DetachedProcess::start(const std::string& program, const std::vector<std::string>& arguments,
                                               const std::string& output) {
    FileHandle file;
    if (!output.empty()) {
        file = FileHandle(::open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
        if (!file.valid()) return write_error(output, errno);
    }
    return start({program, arguments, -1, file.fd(), file.fd()});
}

Result<DetachedProcess> DetachedProcess::start(ProgramStart start) {
    start.detached = true;
    const auto pid = start_program(start);
    if (!pid) return pid.error();
    DetachedProcess process;
    process.pid_ = *pid;
    process.process_ = FileHandle(static_cast<int>(syscall(SYS_pidfd_open, *pid, 0u)));
    return process;
}

bool DetachedProcess::ended() const {
    if (!process_.valid()) return ::kill(pid_, 0) != 0;  // it was quicker, or the kernel is old
    pollfd watched{process_.fd(), POLLIN, 0};
    return ::poll(&watched, 1, 0) == 1;
}

}  // namespace headroom
