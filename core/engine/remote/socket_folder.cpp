// Sockets as files. Their names may be longer than a socket's address holds, so they are reached through their folder.
#include "core/engine/remote/socket_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace headroom::remote {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefix = "unix:";
constexpr int kWaitingClients = 64;

Error environment(std::string message, std::string hint = {}) {
    return make_error(ErrorCode::Environment, std::move(message), std::move(hint));
}

/// The address of `name` in the open folder.
sockaddr_un address_in(const FileHandle& folder, const std::string& name, socklen_t& length) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = "/proc/self/fd/" + std::to_string(folder.fd()) + "/" + name;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    length = static_cast<socklen_t>(sizeof address);
    return address;
}

FileHandle open_folder(const std::string& path) {
    return FileHandle(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
}

FileHandle new_socket() { return FileHandle(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)); }

/// The other end belongs to this user or to root, who may do everything anyway.
bool may_talk(int socket) {
    ucred peer{};
    socklen_t length = sizeof peer;
    return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 &&
           (peer.uid == ::geteuid() || peer.uid == 0);
}

/// Takes away what processes left that have gone: nobody listens there any more.
void sweep(const std::string& folder) {
    std::error_code ec;
    for (fs::directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec)) {
        std::error_code ignored;
        if (it->path().extension() != ".sock" || !it->is_socket(ignored)) continue;
        const auto other = connect_to(it->path().string());
        if (!other && other.error().code == ErrorCode::NotFound) fs::remove(it->path(), ignored);
    }
}

}  // namespace

Result<std::string> socket_folder() {
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    std::error_code ec;
    const bool given = runtime && fs::path(runtime).is_absolute() && fs::is_directory(runtime, ec);
    const fs::path folder = given ? fs::path(runtime) / "headroom"
                                  : fs::temp_directory_path(ec) / ("headroom-" + std::to_string(::geteuid()));
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return environment(folder.string() + ": cannot be made: " + std::strerror(errno),
                           "Set XDG_RUNTIME_DIR to a folder of your own.");
    struct stat info {};
    if (::lstat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != ::geteuid())
        return environment(folder.string() + ": is not a folder of yours, so that no run is offered there",
                           "Set XDG_RUNTIME_DIR to a folder of your own.");
    if ((info.st_mode & 077) != 0 && ::chmod(folder.c_str(), 0700) != 0)
        return environment(folder.string() + ": others may open it, and that cannot be changed");
    return folder.string();
}

std::string address_of(const std::string& path) { return kPrefix + path; }

std::string path_of(const std::string& address) {
    const std::size_t length = std::strlen(kPrefix);
    return address.rfind(kPrefix, 0) == 0 ? address.substr(length) : std::string();
}

Result<ListeningSocket> ListeningSocket::open(const std::string& folder) {
    sweep(folder);
    const FileHandle inside = open_folder(folder);
    FileHandle socket = new_socket();
    const auto failed = [&](int why) {
        return environment("no socket can be made in " + folder + ": " + std::strerror(why));
    };
    if (!inside.valid() || !socket.valid()) return failed(errno);
    // It gets its name once it listens: a name at which nobody listens is a left-over.
    const std::string pid = std::to_string(::getpid());
    std::string name;
    for (int n = 1;; ++n) {
        name = ".new-" + pid + "-" + std::to_string(n);
        socklen_t length = 0;
        const sockaddr_un address = address_in(inside, name, length);
        if (::bind(socket.fd(), reinterpret_cast<const sockaddr*>(&address), length) == 0) break;
        if (errno != EADDRINUSE || n == 1000) return failed(errno);
    }
    const std::string temporary = folder + "/" + name;
    const auto give_up = [&](int why) {
        ::unlink(temporary.c_str());
        return failed(why);
    };
    if (::chmod(temporary.c_str(), 0600) != 0 || ::listen(socket.fd(), kWaitingClients) != 0) return give_up(errno);
    for (int n = 1; n < 1000; ++n) {
        const std::string path = folder + "/" + pid + (n == 1 ? "" : "-" + std::to_string(n)) + ".sock";
        if (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0)
            return ListeningSocket(std::move(socket), path);
        if (errno != EEXIST) return give_up(errno);
    }
    return give_up(EEXIST);
}

ListeningSocket::~ListeningSocket() {
    if (socket_.valid()) ::unlink(path_.c_str());
}

FileHandle ListeningSocket::accept() const {
    for (;;) {
        FileHandle client(::accept4(fd(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!client.valid() && (errno == EINTR || errno == ECONNABORTED)) continue;
        if (!client.valid() || may_talk(client.fd())) return client;
    }
}

Result<FileHandle> connect_to(const std::string& path, std::chrono::milliseconds patience) {
    const FileHandle folder = open_folder(folder_of(path));
    FileHandle socket = new_socket();
    if (folder.valid() && socket.valid()) {
        socklen_t length = 0;
        const sockaddr_un address = address_in(folder, name_of_path(path), length);
        const auto end = std::chrono::steady_clock::now() + patience;
        int done = -1;
        while ((done = ::connect(socket.fd(), reinterpret_cast<const sockaddr*>(&address), length)) != 0 &&
               errno == EAGAIN && std::chrono::steady_clock::now() < end)
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        if (done == 0) {
            if (may_talk(socket.fd())) return socket;
            return environment(path + ": is a socket of another user, which is not trusted");
        }
    }
    if (errno == ENOENT || errno == ECONNREFUSED || errno == ENOTDIR || errno == ENOTSOCK)
        return make_error(ErrorCode::NotFound, path + ": no run answers there",
                          "It has ended, or its process has gone.");
    return environment(path + ": cannot be reached: " + std::strerror(errno));
}

std::int64_t peer_pid(int socket) {
    ucred peer{};
    socklen_t length = sizeof peer;
    return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 ? peer.pid : 0;
}

}  // namespace headroom::remote
