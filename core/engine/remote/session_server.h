// SessionServer: offers a session on a Unix socket. Any number may watch and steer it; each has an event box of its own, so that a slow or
// dead one costs the run nothing.
#pragma once

#include "core/engine/remote/server_task.h"
#include "core/engine/run/train_session.h"

#include <chrono>
#include <memory>
#include <string>

namespace headroom::remote {

struct ServerOptions {
    std::string folder;                         ///< of the socket; empty: the user's
    std::string who = "window";                 ///< whose process this is, for people
    ExportFn export_run;                        ///< null: nothing is exported here
    std::string host_id{};                      ///< empty: this machine's
    std::chrono::milliseconds patience{30000};  ///< a client that takes nothing for so long is dropped
};

class SessionServer {
public:
    /// `session` lives until let_go(). Error (Environment): no socket can be made.
    static Result<std::unique_ptr<SessionServer>> open(WatchedSession& session, ServerOptions options);

    virtual ~SessionServer() = default;  ///< Tells clients what is left to tell, for a second at most.
    /// "unix:PATH".
    virtual std::string address() const = 0;
    /// Clients that watch.
    virtual int watchers() const = 0;
    /// From here on the session is not asked anything; its last events still reach the clients.
    virtual void let_go() = 0;
};

}  // namespace headroom::remote
