// ClientLink: a client's end of a run's socket: greets, then sends requests and takes replies. One thread.
#pragma once

#include "core/engine/remote/frame.h"
#include "core/engine/remote/messages.h"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace headroom::remote {

/// Who a client is.
struct ClientIdentity {
    std::string who = "a program";  ///< "terminal", "window"
    std::string host_id{};          ///< empty: this machine's
};

class ClientLink {
public:
    /// Connects to the socket at `path`, takes its welcome and answers it. Errors: NotFound (nobody listens), Environment (no answer within
    /// `patience`, another version, another user's).
    static Result<ClientLink> open(const std::string& path, const ClientIdentity& identity, bool watch, bool story,
                                   std::chrono::milliseconds patience = std::chrono::seconds(5));

    ClientLink(ClientLink&&) noexcept = default;

    const Welcome& welcome() const { return welcome_; }
    int fd() const { return socket_.fd(); }
    bool wants_to_write() const { return socket_.queued() > 0; }
    void say(const Request& request) { socket_.queue(encode(request)); }
    /// Reads and writes what can be. False: the connection is lost; what came before can still be taken.
    bool turn();
    /// The next reply. Messages of a later version are passed over; an Error (BadFile) ends the connection.
    Result<std::optional<Reply>> take();
    /// Waits for the next reply. Errors: Cancelled, Environment (the connection is lost).
    Result<Reply> wait(const std::stop_token& stop);

private:
    ClientLink(FileHandle socket) : socket_(std::move(socket), kReplyLimits) {}
    Result<void> greet(const ClientIdentity& identity, bool watch, bool story, std::chrono::milliseconds patience);

    FramedSocket socket_;
    Welcome welcome_;
};

}  // namespace headroom::remote
