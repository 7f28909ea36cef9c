// Starts headroom-cli in a session of its own and listens to how the run's beginning goes.
#include "core/engine/remote/begin_elsewhere.h"

#include "core/engine/remote/json_reader.h"
#include "core/engine/remote/socket_folder.h"
#include "core/io/files/child_process.h"
#include "core/io/files/file_handle.h"
#include "core/io/files/json_read.h"
#include "core/io/files/partial_name.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom::remote {
namespace {

namespace fs = std::filesystem;

constexpr int kReportFd = 3;  ///< of the pipe in the other process

/// The headroom-cli beside this program, else the one in PATH.
std::string find_cli() {
    std::error_code ec;
    const fs::path own = fs::read_symlink("/proc/self/exe", ec);
    if (!ec) {
        if (auto beside = find_program((own.parent_path() / "headroom-cli").string()); !beside.empty()) return beside;
    }
    return find_program("headroom-cli");
}

/// The process, its input nothing, its words in the file `log`.
Result<pid_t> spawn(const std::string& program, const std::vector<std::string>& arguments, int report,
                    const std::string& log) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&files, report, kReportFd);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
    std::vector<char*> words{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    pid_t pid = -1;
    const int why = posix_spawn(&pid, program.c_str(), &files, &attributes, words.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (why != 0) return make_error(ErrorCode::Environment, program + " cannot be started: " + std::strerror(why));
    return pid;
}

/// The last line of what it said for people; empty: nothing.
std::string last_words(const std::string& log) {
    std::ifstream in(log);
    std::string last;
    for (std::string line; std::getline(in, line);) {
        if (!line.empty()) last = line;
    }
    return last.substr(0, 400);
}

/// What one line of the report says; nothing: it goes on.
std::optional<Result<std::string>> heard(const std::string& line, const ProgressFn& progress) {
    const auto json = parse_json_object(line, "the report of the other process");
    if (!json) return std::nullopt;
    const auto take = [&](const char* name, auto& into) {
        const auto it = json->find(name);
        if (it == json->end() || !it->is_object()) return false;
        JsonReader reader(*it, {}, "");
        Fields<std::remove_reference_t<decltype(into)>>::each(into, reader);
        return reader.problem().empty();
    };
    Progress told;
    SessionPlace place;
    Error error;
    if (take("progress", told) && progress) progress(told.what, told.fraction);
    if (take("begun", place)) return Result<std::string>(place.address);
    if (take("failed", error)) return Result<std::string>(error);
    return std::nullopt;
}

Result<std::string> listen(int report, const ProgressFn& progress, const std::stop_token& stop) {
    std::string text;
    std::array<char, 4096> chunk;
    for (;;) {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the run was not begun");
        pollfd watched{report, POLLIN, 0};
        if (::poll(&watched, 1, 50) <= 0) continue;
        const ssize_t n = ::read(report, chunk.data(), chunk.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return make_error(ErrorCode::Environment, "");
        text.append(chunk.data(), static_cast<std::size_t>(n));
        for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
            if (auto outcome = heard(text.substr(0, end), progress)) return *std::move(outcome);
            text.erase(0, end + 1);
        }
    }
}

/// Waits for the end of a process that is asked to end.
void end_process(pid_t pid) {
    ::kill(pid, SIGTERM);
    for (int i = 0; i < 100; ++i) {
        if (::waitpid(pid, nullptr, WNOHANG) == pid) return;
        ::usleep(50000);
    }
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
}

}  // namespace

Result<Begun> begin_elsewhere(const std::string& program, const Beginning& beginning, const ProgressFn& progress,
                              std::stop_token stop) {
    const std::string cli = program.empty() ? find_cli() : program;
    if (cli.empty())
        return make_error(ErrorCode::Environment, "headroom-cli is neither beside this program nor in PATH",
                          "It trains runs that have a process of their own.");
    const auto folder = socket_folder();
    if (!folder) return folder.error();
    const std::string stem = *folder + "/" + make_partial_name("begin");
    const std::string file = stem + ".json", log = stem + ".log";
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return make_error(ErrorCode::Environment, "the system has no descriptors left");
    FileHandle report(ends[0]), theirs(ends[1]);
    if (auto written = write_beginning(file, beginning); !written) return written.error();
    const auto pid =
        spawn(cli, {"runs", "begin", file, "--report", std::to_string(kReportFd), "--quiet"}, theirs.fd(), log);
    theirs.close();
    auto address = pid ? listen(report.fd(), progress, stop) : Result<std::string>(pid.error());
    ::unlink(file.c_str());
    if (!address && pid) {
        end_process(*pid);
        if (address.error().message.empty())
            address =
                make_error(ErrorCode::Environment, "the run's process ended before the run began", last_words(log));
    }
    ::unlink(log.c_str());
    if (!address) return address.error();
    return Begun{*address, *pid};
}

}  // namespace headroom::remote
