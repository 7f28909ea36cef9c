// Children with a pipe for their output and a file in memory for their errors.
#include "core/engine/queue/run_child.h"

#include "core/base/file_handle.h"
#include "core/base/lists.h"
#include "core/io/files/program_start.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <span>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom {
namespace {

constexpr int kPollMs = 200;
constexpr std::size_t kMostErrors = 4000;
constexpr std::size_t kLongestLine = 1u << 20;

class ProcessChild final : public RunChild {
public:
    ProcessChild(pid_t pid, FileHandle output, FileHandle errors)
        : pid_(pid), output_(std::move(output)), errors_(std::move(errors)) {}

    ~ProcessChild() override {
        if (pid_ < 0) return;
        ::kill(pid_, SIGKILL);
        finish();
    }

    std::vector<std::string> lines(int milliseconds) override {
        pollfd watched{output_.fd(), POLLIN, 0};
        if (ended_ || ::poll(&watched, 1, milliseconds) <= 0) return {};
        std::array<char, 65536> piece{};
        const ssize_t n = ::read(output_.fd(), piece.data(), piece.size());
        if (n < 0) return {};  // interrupted; asked again
        if (n == 0) ended_ = true;
        pending_.append(piece.data(), static_cast<std::size_t>(n));
        std::vector<std::string> out;
        std::size_t begin = 0;
        for (std::size_t end; (end = pending_.find('\n', begin)) != std::string::npos; begin = end + 1)
            out.push_back(pending_.substr(begin, end - begin));
        pending_.erase(0, begin);
        if (pending_.size() > kLongestLine) pending_.clear();
        return out;
    }

    bool ended() const override { return ended_; }
    void stop() override {
        if (pid_ > 0) ::kill(pid_, SIGTERM);
    }

    ChildEnd finish() override {
        ChildEnd end;
        if (pid_ > 0) {
            int status = 0;
            for (pid_t gone = 0; gone != pid_ && (gone == 0 || errno == EINTR);) {
                gone = waitpid(pid_, &status, ended_ ? 0 : WNOHANG);
                if (gone == 0) lines(kPollMs);  // a child with much to say waits until its pipe is read
            }
            pid_ = -1;
            end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
            end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        }
        const auto size = static_cast<std::size_t>(std::max<std::int64_t>(errors_.size(), 0));
        end.errors.resize(std::min(size, kMostErrors));
        const auto bytes = std::as_writable_bytes(std::span(end.errors.data(), end.errors.size()));
        if (!errors_.read_at(size - end.errors.size(), bytes)) end.errors.clear();
        return end;
    }

private:
    pid_t pid_;
    FileHandle output_, errors_;
    std::string pending_;
    bool ended_ = false;
};

class ProcessLauncher final : public Launcher {
public:
    explicit ProcessLauncher(std::string program) : program_(std::move(program)) {}

    Result<std::unique_ptr<RunChild>> start(const std::vector<std::string>& words) override {
        std::array<int, 2> ends{-1, -1};
        FileHandle errors(memfd_create("errors", MFD_CLOEXEC));
        if (!errors.valid() || pipe2(ends.data(), O_CLOEXEC) != 0)
            return make_error(ErrorCode::Environment, program_ + " cannot be started: " + std::strerror(errno));
        FileHandle output(ends[0]);
        const FileHandle theirs(ends[1]);
        auto pid = start_program({program_, words, -1, theirs.fd(), errors.fd()});
        if (!pid) return pid.error();
        return std::unique_ptr<RunChild>(std::make_unique<ProcessChild>(*pid, std::move(output), std::move(errors)));
    }

private:
    std::string program_;
};

}  // namespace

std::unique_ptr<Launcher> make_launcher(std::string program) {
    return std::make_unique<ProcessLauncher>(std::move(program));
}

Result<std::string> answer_of(const std::vector<std::string>& words, Launcher& launcher, const std::stop_token& stop,
                              int also_fine) {
    auto child = launcher.start(words);
    if (!child) return child.error();
    std::string answer;
    while (!(*child)->ended()) {
        for (std::string& line : (*child)->lines(kPollMs)) answer = std::move(line);
        if (!stop.stop_requested()) continue;
        (*child)->stop();
        (*child)->finish();
        return make_error(ErrorCode::Cancelled, "the check was stopped");
    }
    const ChildEnd end = (*child)->finish();
    const bool answered = end.status == 0 || (end.status == also_fine && !answer.empty());
    if (end.signal == 0 && answered) return answer;
    const bool no_memory = end.signal == 0 && end.status == exit_status(ErrorCode::OutOfMemory);
    return make_error(no_memory ? ErrorCode::OutOfMemory : ErrorCode::InvalidArgument, words_of(end));
}

std::string words_of(const ChildEnd& end) {
    constexpr std::string_view mark = ": error: ";
    std::string told, last;
    for (const std::string& line : split_list(end.errors, '\n')) {
        if (const auto at = line.find(mark); at != std::string::npos) told = line.substr(at + mark.size());
        last = line;
    }
    if (!told.empty()) return told;
    if (end.signal == SIGKILL) return "the process was killed; the system may have run out of memory";
    if (end.signal != 0)
        return std::string("the process crashed (") + strsignal(end.signal) + ")" + (last.empty() ? "" : ": " + last);
    return last.empty() ? "the process ended with exit status " + std::to_string(end.status) : last;
}

}  // namespace headroom
