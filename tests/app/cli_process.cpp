// Starts headroom-cli with pipes.
#include "cli_process.h"

#include "tests/support/temp_folder.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <csignal>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace headroom::test {
namespace {

std::atomic<int> g_count{0};

[[noreturn]] void become_cli(const std::vector<std::string>& arguments, const CliOptions& options, int out, int err) {
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    setenv("XDG_DATA_HOME", (options.home + "/data").c_str(), 1);
    setenv("XDG_CACHE_HOME", (options.home + "/cache").c_str(), 1);
    setenv("XDG_CONFIG_HOME", (options.home + "/config").c_str(), 1);
    const std::string temporary = options.home + "/temporary";
    mkdir(temporary.c_str(), 0700);  // may be there from a process before
    setenv("TMPDIR", temporary.c_str(), 1);
    setenv("XDG_RUNTIME_DIR", temporary.c_str(), 1);
    for (const auto& [name, value] : options.variables) setenv(name.c_str(), value.c_str(), 1);
    if (options.file_size_limit > 0) {
        const rlimit limit{static_cast<rlim_t>(options.file_size_limit), static_cast<rlim_t>(options.file_size_limit)};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    std::vector<std::string> words{options.program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> raw;
    for (std::string& w : words) raw.push_back(w.data());
    raw.push_back(nullptr);
    execv(raw[0], raw.data());
    _exit(127);
}

}  // namespace

CliProcess::CliProcess(const std::vector<std::string>& arguments, const CliOptions& options)
    : error_path_(options.home + "/stderr-" + std::to_string(++g_count)) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    const int err = open(error_path_.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
    pid_ = fork();
    if (pid_ == 0) become_cli(arguments, options, ends[1], err);
    close(ends[1]);
    close(err);
    pipe_ = fdopen(ends[0], "r");
}

CliProcess::~CliProcess() {
    if (pid_ > 0) {
        kill(pid_, SIGKILL);
        finish();
    }
}

nlohmann::json CliProcess::wait_for(const std::string& name) {
    char* line = nullptr;
    std::size_t room = 0;
    nlohmann::json found;
    while (pipe_ && found.is_null()) {
        const ssize_t length = getline(&line, &room, pipe_);
        if (length <= 0) break;
        out_.append(line, static_cast<std::size_t>(length));
        auto json = nlohmann::json::parse(line, line + length, nullptr, false);
        if (json.is_object() && json.value("event", "") == name) found = std::move(json);
    }
    free(line);
    return found;
}

void CliProcess::stop_reading() {
    if (pipe_) std::fclose(pipe_);
    pipe_ = nullptr;
}

void CliProcess::send(int signal) { kill(pid_, signal); }

bool CliProcess::ended() const {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid_;
}

double CliProcess::processor_seconds() const {
    std::ifstream stat("/proc/" + std::to_string(pid_) + "/stat");
    std::string text;
    std::getline(stat, text);
    // After the name in brackets: state, ten numbers, then user and system time in clock ticks.
    std::istringstream fields(text.substr(text.rfind(')') + 1));
    std::string skipped;
    for (int i = 0; i < 11; ++i) fields >> skipped;
    double user = 0, system = 0;
    fields >> user >> system;
    return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

int CliProcess::finish() {
    if (pid_ <= 0) return -1;
    wait_for("no such event");
    stop_reading();
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

std::string CliProcess::err() const { return read_bytes(error_path_); }

CliResult result_of(CliProcess& process) {
    CliResult result;
    result.status = process.finish();
    result.out = process.out();
    result.err = process.err();
    return result;
}

CliResult run_cli(const std::vector<std::string>& arguments, const CliOptions& options) {
    CliProcess process(arguments, options);
    return result_of(process);
}

}  // namespace headroom::test
