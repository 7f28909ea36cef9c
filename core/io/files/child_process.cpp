// posix_spawn with a socket as standard input: a socket can be written without SIGPIPE when the child has gone.
#include "core/io/files/child_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom {
namespace {

bool is_program(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

/// What the child is given: files and signals.
struct SpawnSetup {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    SpawnSetup() {
        posix_spawn_file_actions_init(&files);
        posix_spawnattr_init(&attributes);
    }
    ~SpawnSetup() {
        posix_spawn_file_actions_destroy(&files);
        posix_spawnattr_destroy(&attributes);
    }
    SpawnSetup(const SpawnSetup&) = delete;
    SpawnSetup& operator=(const SpawnSetup&) = delete;
};

}  // namespace

std::string find_program(const std::string& name) {
    if (name.find('/') != std::string::npos) return is_program(name) ? name : "";
    const char* path = std::getenv("PATH");
    const std::string folders = path ? path : "/usr/local/bin:/usr/bin:/bin";
    for (std::size_t at = 0; at <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', at), folders.size());
        const std::string folder = folders.substr(at, end - at);
        // An empty or relative entry would run whatever lies in the current folder.
        if (!folder.empty() && folder[0] == '/' && is_program(folder + "/" + name)) return folder + "/" + name;
        at = end + 1;
    }
    return "";
}

ChildProcess::~ChildProcess() {
    if (pid_ < 0) return;
    ::kill(pid_, SIGKILL);
    finish();
}

Result<void> ChildProcess::start(const std::string& program, const std::vector<std::string>& arguments) {
    const auto failed = [&](int why) {
        return make_error(ErrorCode::Environment, program + " cannot be started: " + std::strerror(why));
    };
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return failed(errno);
    input_ = FileHandle(ends[0]);
    const FileHandle theirs(ends[1]);
    errors_ = FileHandle(memfd_create("errors", MFD_CLOEXEC));
    if (!errors_.valid()) return failed(errno);

    SpawnSetup setup;
    posix_spawn_file_actions_adddup2(&setup.files, theirs.fd(), STDIN_FILENO);
    posix_spawn_file_actions_addopen(&setup.files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&setup.files, errors_.fd(), STDERR_FILENO);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&setup.attributes, &all);
    posix_spawnattr_setsigmask(&setup.attributes, &none);
    posix_spawnattr_setpgroup(&setup.attributes, 0);
    posix_spawnattr_setflags(&setup.attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);

    std::vector<char*> words{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    if (const int why = posix_spawn(&pid_, program.c_str(), &setup.files, &setup.attributes, words.data(), environ)) {
        pid_ = -1;
        return failed(why);
    }
    return {};
}

bool ChildProcess::feed(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(input_.fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(sent));
    }
    return true;
}

int ChildProcess::finish() {
    if (pid_ < 0) return 0;
    input_.close();
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {}
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string ChildProcess::complaints() const {
    const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(errors_.size(), 0));
    std::string text(static_cast<std::size_t>(std::min<std::uint64_t>(size, 2000)), '\0');
    return errors_.read_at(size - text.size(), std::as_writable_bytes(std::span(text.data(), text.size()))) ? text : "";
}

}  // namespace headroom
