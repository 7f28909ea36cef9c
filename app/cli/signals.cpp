// Signal handlers write to a pipe; a thread reads it, because next to nothing may be called in a handler.
#include "app/cli/signals.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>

namespace headroom::cli {
namespace {

std::atomic<int> g_received{0};
std::atomic<std::int64_t> g_received_ms{0};
int g_pipe[2] = {-1, -1};
pid_t g_runner = 0;  ///< the parent, where that is a runner of the queue; 0: it is none
constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};

/// One wish to stop may come as two signals: timeout(1) and some shells send it to the process and to its group as well.
constexpr std::int64_t kSameWishMs = 100;

std::int64_t now_ms() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * std::int64_t{1000} + now.tv_nsec / 1000000;
}

/// The parent, where this process gets a signal when that one ends, as the children of the queue's runner do. The processes of one run
/// (HEADROOM_PROCESSES) do too; whoever ends that run at once means them all.
pid_t runner_of_this() {
    int at_its_end = 0;
    const bool looked_after = prctl(PR_GET_PDEATHSIG, &at_its_end) == 0 && at_its_end != 0;
    return looked_after && !std::getenv("HEADROOM_PROCESSES") ? getppid() : 0;
}

/// The runner only ever hands on the wish to stop: long after a shutdown has told all processes by itself, and once more with its own
/// end. 0 stands for the kernel.
bool is_of_runner(const siginfo_t& info) { return g_runner != 0 && (info.si_pid == g_runner || info.si_pid == 0); }

void handle(int signal, siginfo_t* info, void*) {
    int none = 0;
    if (!g_received.compare_exchange_strong(none, signal)) {
        if (is_of_runner(*info)) return;
        const std::int64_t first = g_received_ms;
        if (first == 0 || now_ms() - first < kSameWishMs) return;
        _exit(128 + signal);
    }
    g_received_ms = now_ms();
    const int saved = errno;
    const char byte = 's';
    [[maybe_unused]] const auto written = write(g_pipe[1], &byte, 1);
    errno = saved;
}

}  // namespace

SignalWatch::SignalWatch(std::function<void(int)> on_first) {
    g_received = 0;
    g_received_ms = 0;
    g_runner = runner_of_this();
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit is a full disk, not a crash
    if (pipe2(g_pipe, O_CLOEXEC) != 0) return;
    struct sigaction action {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_RESTART | SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    for (const int s : kSignals) {
        struct sigaction before {};
        sigaction(s, nullptr, &before);
        if (s == SIGHUP && before.sa_handler == SIG_IGN) continue;  // started under nohup: the terminal may go
        sigaction(s, &action, nullptr);
    }
    thread_ = std::jthread([on_first = std::move(on_first)] {
        char byte = 0;
        ssize_t n = 0;
        while ((n = read(g_pipe[0], &byte, 1)) < 0 && errno == EINTR) {}
        if (n == 1 && byte == 's') on_first(g_received);
    });
}

SignalWatch::~SignalWatch() {
    for (const int s : kSignals) std::signal(s, SIG_DFL);
    const char byte = 'q';
    [[maybe_unused]] const auto written = write(g_pipe[1], &byte, 1);
    if (thread_.joinable()) thread_.join();
    for (int& end : g_pipe) {
        if (end >= 0) close(end);
        end = -1;
    }
}

int SignalWatch::received() { return g_received; }

}  // namespace headroom::cli
