// Options, children, signals.
#include "app/cli/processes.h"

#include "app/cli/input_lines.h"
#include "app/cli/signals.h"
#include "core/base/file_handle.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <thread>
#include <utility>

namespace headroom::cli {
namespace {

constexpr int kMost = 64;

/// A port of this machine that nobody uses now.
int free_port() {
    const int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    int port = 0;
    if (s >= 0 && bind(s, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
        getsockname(s, reinterpret_cast<sockaddr*>(&address), &length) == 0)
        port = ntohs(address.sin_port);
    if (s >= 0) close(s);
    return port;
}

/// This process's own words, the program's name first.
std::vector<std::string> own_words() {
    std::ifstream in("/proc/self/cmdline", std::ios::binary);
    const std::string all((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    std::vector<std::string> words;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = std::min(all.find('\0', at), all.size());
        words.push_back(all.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> out;
    for (std::string& text : texts) out.push_back(text.data());
    out.push_back(nullptr);
    return out;
}

/// The environment of process `rank`.
std::vector<std::string> variables(int rank, int count, int port) {
    const std::vector<std::pair<std::string, std::string>> own{{"RANK", std::to_string(rank)},
                                                               {"LOCAL_RANK", std::to_string(rank)},
                                                               {"WORLD_SIZE", std::to_string(count)},
                                                               {"LOCAL_WORLD_SIZE", std::to_string(count)},
                                                               {"MASTER_ADDR", "127.0.0.1"},
                                                               {"MASTER_PORT", std::to_string(port)},
                                                               {"HEADROOM_PROCESSES", std::to_string(count)}};
    std::vector<std::string> out;
    for (char** v = environ; *v; ++v) {
        const std::string text = *v, name = text.substr(0, text.find('='));
        const bool replaced = std::any_of(own.begin(), own.end(), [&](const auto& o) { return o.first == name; });
        if (!replaced && name != "TORCHELASTIC_USE_AGENT_STORE") out.push_back(text);
    }
    for (const auto& [name, value] : own) out.push_back(name + "=" + value);
    return out;
}

struct Child {
    int rank = 0;
    pid_t pid = -1;
    std::optional<int> status;

    /// Takes note when it has ended.
    void look() {
        int how = 0;
        if (status || waitpid(pid, &how, WNOHANG) != pid) return;
        status = WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how);
    }
    void tell(int signal) const {
        if (!status) kill(pid, signal);
    }
};

/// Control lines that are typed at a terminal. Process 0 is of a group of its own, which the terminal would stop when it reads there, so that
/// this process reads them and hands them on.
class TypedLines {
public:
    explicit TypedLines(const Args& args) {
        int ends[2];
        if (args.get("--control") != "-" || isatty(STDIN_FILENO) != 1 || pipe2(ends, O_CLOEXEC) != 0) return;
        from_ = FileHandle(ends[0]);
        to_ = FileHandle(ends[1]);
    }

    /// What process 0 reads instead of standard input; -1: it reads that itself.
    int input() const { return from_.valid() ? from_.fd() : -1; }
    /// Once process 0 has its end.
    void begin() {
        if (!from_.valid()) return;
        from_ = FileHandle();
        thread_ = std::jthread([to = std::move(to_)](const std::stop_token& stop) mutable {
            InputLines lines(stop);
            for (std::string line; lines.next(line);) {
                line += '\n';
                if (to.write_all(std::as_bytes(std::span<const char>(line))) != 0) return;  // process 0 has ended
            }
        });
    }

private:
    FileHandle from_, to_;
    std::jthread thread_;
};

/// Between fork and exec only what may be called in a signal handler. `input`: its standard input; -1: this process's.
pid_t start(int rank, std::vector<std::string> words, std::vector<std::string> environment, int input) {
    const std::vector<char*> arguments = pointers(words), variables_of_it = pointers(environment);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid != 0) return pid;
    // In a group of its own, so that Ctrl+C reaches the parent alone, and not left behind when the parent is killed. Ctrl+Z is not handed on: clocks
    // go on while processes stand still, so that after more than the time-out each would take the others for gone.
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(1);
    if (rank == 0 && input >= 0) dup2(input, STDIN_FILENO);
    if (rank > 0) {
        const int nothing = open("/dev/null", O_RDWR);
        for (const int fd : {0, 1, 2}) dup2(nothing, fd);
    }
    execve("/proc/self/exe", arguments.data(), variables_of_it.data());
    _exit(127);
}

/// What the others ended by themselves with, told after process 0 has spoken; 0: all went well.
int told_ends(const std::vector<Child>& children, Console& console) {
    int worst = 0;
    for (const Child& child : children) {
        if (child.rank == 0 || *child.status == 0) continue;
        worst = *child.status;
        if (worst > 128)
            console.message("process " + std::to_string(child.rank) + " was ended by signal " +
                            std::to_string(worst - 128));
    }
    return worst;
}

}  // namespace

std::vector<Option> process_options() {
    return {
        {"--processes", "N",
         "Share each step's micro-batches, or a painting's cutouts, out among N processes of this machine. torchrun, "
         "OpenMPI and Slurm start them on several."},
        {"--rank-timeout", "SECONDS", "How long a process of several may stay behind the others; 120."}};
}

Result<std::optional<Launch>> launch_of(const Args& args, const Environment& environment, const std::stop_token& stop) {
    const auto timeout =
        args.whole("--rank-timeout", 0, 1, 86400);  // a bad one is told to a process that is alone, too
    if (!timeout) return timeout.error();
    auto launch = find_launch();
    if (!launch || !*launch) return launch;
    if (*timeout > 0) (*launch)->place.timeout = static_cast<double>(*timeout);
    (*launch)->place.version = environment.version;
    (*launch)->place.stop = stop;
    return launch;
}

Result<int> processes_wanted(const Args& args) {
    const auto wanted = args.whole("--processes", 1, 1, kMost);
    if (!wanted) return wanted.error();
    return static_cast<int>(*wanted);
}

Result<int> run_processes(int count, const Context& c) {
    const int port = free_port();
    if (port == 0)
        return make_error(ErrorCode::Environment, "no port of this machine is free for the processes of the run",
                          "Train with one process.");
    const std::vector<std::string> words = own_words();
    TypedLines typed(c.args);
    std::vector<Child> children;
    for (int rank = 0; rank < count; ++rank) {
        children.push_back({rank, start(rank, words, variables(rank, count, port), typed.input()), {}});
        if (children.back().pid > 0) continue;
        for (const Child& child : children) {
            if (child.pid > 0) child.tell(SIGKILL);
        }
        return make_error(ErrorCode::Environment,
                          "a process could not be started: " + std::string(std::strerror(errno)),
                          "Close other programs, or start fewer processes.");
    }
    typed.begin();
    std::optional<Clock::time_point> first_end;
    for (bool told = false;;) {
        // Not in a callback, which would run beside look() and might mean whoever has the number of an ended process by then.
        if (c.stop.stop_requested() && !std::exchange(told, true)) children.front().tell(SignalWatch::received());
        int alive = 0;
        for (Child& child : children) {
            child.look();
            alive += child.status ? 0 : 1;
        }
        if (alive == 0) break;
        // Process 0 ends last: it may have a large checkpoint to save.
        if (children.front().status && !first_end) first_end = Clock::now();
        // Who has not noticed that the run is over does not answer any more.
        if (first_end && seconds_since(*first_end) > 30) {
            for (const Child& child : children) child.tell(SIGKILL);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    const int status = *children.front().status, others = told_ends(children, c.console);
    return status != 0 ? status : others;
}

}  // namespace headroom::cli
