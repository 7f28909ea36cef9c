// SocketFolder: where the sockets of this user's runs lie, how one is offered, found and connected to. Unix sockets only: never a network.
#pragma once

#include "core/base/file_handle.h"
#include "core/base/result.h"

#include <chrono>
#include <string>
#include <vector>

namespace headroom::remote {

/// "$XDG_RUNTIME_DIR/headroom", else "headroom-<uid>" in the temporary folder; made with 0700. Error (Environment): it cannot be made, or
/// is another user's.
Result<std::string> socket_folder();

/// "unix:" and the path.
std::string address_of(const std::string& path);
/// The path of "unix:PATH"; empty: `address` is something else.
std::string path_of(const std::string& address);

/// A socket that listens, 0600; its file goes when this does.
class ListeningSocket {
public:
    /// At "<folder>/<pid>[-n].sock". Sockets of processes that have gone are taken away first. Error: Environment.
    static Result<ListeningSocket> open(const std::string& folder);

    ListeningSocket(ListeningSocket&&) noexcept = default;
    ListeningSocket& operator=(ListeningSocket&&) noexcept = delete;
    ~ListeningSocket();

    int fd() const { return socket_.fd(); }
    const std::string& path() const { return path_; }
    /// The next client of this user, or of root; others are turned away. Invalid: nobody waits.
    FileHandle accept() const;

private:
    ListeningSocket(FileHandle socket, std::string path) : socket_(std::move(socket)), path_(std::move(path)) {}
    FileHandle socket_;
    std::string path_;
};

/// Waits up to `patience` while too many others are waiting there. Errors: NotFound (nobody listens there), Environment (it is another user's, or not to be reached).
Result<FileHandle> connect_to(const std::string& path, std::chrono::milliseconds patience = {});

/// The process at the other end, as the kernel knows it; 0: not known.
std::int64_t peer_pid(int socket);

}  // namespace headroom::remote
