// fork and exec. Between them only calls that are allowed there: other threads may hold any lock.
#include "core/io/files/program_start.h"

#include "core/base/file_handle.h"
#include "core/base/program_path.h"
#include "core/io/files/child_process.h"

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom {
namespace {

/// What the new process tells through a pipe that closes when the program runs.
struct Word {
    enum What : int { Pid, Failure } what;
    int value;
};

void tell(int pipe, Word::What what, int value) {
    const Word word{what, value};
    [[maybe_unused]] const auto written = write(pipe, &word, sizeof word);
}

/// Puts `given` in the place of `standard`.
bool put(int given, int standard) {
    if (given < 0) given = open("/dev/null", standard == STDIN_FILENO ? O_RDONLY : O_WRONLY);
    if (given == standard) return fcntl(given, F_SETFD, 0) == 0;  // dup2 would leave it to be closed by exec
    return dup2(given, standard) == standard;
}

[[noreturn]] void become(const ProgramStart& start, char* const* words, int pipe) {
    for (int s = 1; s < 32; ++s) std::signal(s, SIG_DFL);  // SIGKILL and SIGSTOP refuse, which is right
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    // What takes the place kAlsoFd must not lie on the pipe, nor be overwritten before its turn.
    const int also = start.also < 0 ? -1 : fcntl(start.also, F_DUPFD_CLOEXEC, kAlsoFd + 1);
    if (const int higher = fcntl(pipe, F_DUPFD_CLOEXEC, kAlsoFd + 1); higher >= 0) pipe = higher;
    const bool ready = put(start.input, STDIN_FILENO) && put(start.output, STDOUT_FILENO) &&
                       put(start.errors, STDERR_FILENO) && (start.also < 0 || (also > kAlsoFd && put(also, kAlsoFd)));
    if (ready) {
        syscall(SYS_close_range, start.also < 0 ? 3u : kAlsoFd + 1u, UINT_MAX,
                CLOSE_RANGE_CLOEXEC);  // an old kernel leaves what others forgot to mark
        execv(words[0], words);
    }
    tell(pipe, Word::Failure, errno);
    _exit(127);
}

[[noreturn]] void leave_and_become(const ProgramStart& start, char* const* words, int pipe) {
    setsid();
    const pid_t pid = fork();
    if (pid < 0) tell(pipe, Word::Failure, errno);
    if (pid != 0) _exit(0);
    tell(pipe, Word::Pid, getpid());
    become(start, words, pipe);
}

[[noreturn]] void stay_and_become(const ProgramStart& start, char* const* words, int pipe, pid_t parent) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(0);  // it has ended already
    become(start, words, pipe);
}

/// Reads the pipe to its end; the failure, or 0.
int listen(int pipe, pid_t& pid) {
    int failure = 0;
    for (;;) {
        Word word{};
        const ssize_t n = read(pipe, &word, sizeof word);
        if (n < 0 && errno == EINTR) continue;
        if (n != sizeof word) return failure;
        if (word.what == Word::Pid)
            pid = word.value;
        else
            failure = word.value;
    }
}

}  // namespace

Result<pid_t> start_program(const ProgramStart& start) {
    const auto failed = [&](int why) {
        return make_error(ErrorCode::Environment, start.program + " cannot be started: " + std::strerror(why));
    };
    std::vector<char*> words{const_cast<char*>(start.program.c_str())};
    for (const std::string& argument : start.arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return failed(errno);
    const FileHandle ours(ends[0]);
    FileHandle theirs(ends[1]);
    const pid_t self = getpid();
    const pid_t child = fork();
    if (child < 0) return failed(errno);
    if (child == 0) {
        if (start.detached) leave_and_become(start, words.data(), theirs.fd());
        stay_and_become(start, words.data(), theirs.fd(), self);
    }
    theirs.close();
    pid_t pid = child;
    const int why = listen(ours.fd(), pid);
    if (start.detached || why != 0) {
        while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {}
    }
    if (why != 0) return failed(why);
    return pid;
}

std::string find_companion(const std::string& name) {
    if (const auto self = program_path(); !self.empty()) {
        if (std::string beside = find_program((self.parent_path() / name).string()); !beside.empty()) return beside;
    }
    return find_program(name);
}

}  // namespace headroom
