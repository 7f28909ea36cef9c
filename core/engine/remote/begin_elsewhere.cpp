// Starts headroom-cli in a session of its own and listens to how the run's beginning goes.
#include "core/engine/remote/begin_elsewhere.h"

#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/engine/remote/json_reader.h"
#include "core/engine/remote/socket_folder.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/detached_process.h"
#include "core/io/files/json_read.h"
#include "core/io/files/partial_name.h"
#include "core/io/files/program_start.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace headroom::remote {
namespace {

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

/// The files through which the two processes talk; they go with it.
class BeginningFiles {
public:
    explicit BeginningFiles(const std::string& stem) : words(stem + ".json"), log(stem + ".log") {}
    ~BeginningFiles() {
        ::unlink(words.c_str());
        ::unlink(log.c_str());
    }
    BeginningFiles(const BeginningFiles&) = delete;
    BeginningFiles& operator=(const BeginningFiles&) = delete;

    const std::string words, log;
};

/// Ends the process, which gets five seconds to do it itself.
void end_process(const DetachedProcess& process) {
    ::kill(process.pid(), SIGTERM);
    for (int i = 0; i < 100; ++i) {
        if (process.ended()) return;
        ::usleep(50000);
    }
    ::kill(process.pid(), SIGKILL);
}

}  // namespace

Result<std::string> begin_elsewhere(const std::string& program, const Beginning& beginning, const ProgressFn& progress,
                                    std::stop_token stop) {
    const std::string cli = program.empty() ? find_companion("headroom-cli") : program;
    if (cli.empty())
        return make_error(ErrorCode::Environment, "headroom-cli is neither beside this program nor in PATH",
                          "It trains runs that have a process of their own.");
    const auto folder = socket_folder();
    if (!folder) return folder.error();
    sweep_partial_files(*folder);  // of windows that were killed meanwhile
    const BeginningFiles files(*folder + "/" + make_partial_name("begin"));
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return make_error(ErrorCode::Environment, "the system has no descriptors left");
    FileHandle report(ends[0]), theirs(ends[1]);
    FileHandle errors(::open(files.log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!errors.valid()) return write_error(files.log, errno);
    if (auto written = write_beginning(files.words, beginning); !written) return written.error();
    ProgramStart start{cli, {"runs", "begin", files.words, "--report", std::to_string(kAlsoFd), "--quiet"}};
    start.errors = errors.fd();
    start.also = theirs.fd();
    const auto process = DetachedProcess::start(start);
    theirs.close();
    auto address = process ? listen(report.fd(), progress, stop) : Result<std::string>(process.error());
    if (!address && process) {
        end_process(*process);
        if (address.error().message.empty())
            address = make_error(ErrorCode::Environment, "the run's process ended before the run began",
                                 last_words(files.log));
    }
    return address;
}

}  // namespace headroom::remote
