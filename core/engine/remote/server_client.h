// ServerClient: one client of a run's socket, on the server's thread: its requests, and what it has yet to be told.
#pragma once

#include "core/engine/remote/frame.h"
#include "core/engine/remote/server_task.h"
#include "core/engine/run/train_session.h"

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace headroom::remote {

/// What a server has for all its clients.
struct ServerSurroundings {
    std::string owner;  ///< whose edits are those without a name: "window, process 4711"
    std::string host_id, host;
    ExportFn export_run;         ///< null: nothing is exported here
    std::function<void()> wake;  ///< has the server's thread look at its clients; any thread
    std::chrono::milliseconds patience{30000};
};

class ServerClient {
public:
    ServerClient(FileHandle socket, const ServerSurroundings& around, Welcome welcome);
    ~ServerClient();
    ServerClient(const ServerClient&) = delete;
    ServerClient& operator=(const ServerClient&) = delete;

    /// Reads and does what is asked for. `session` null: it is ending, and nothing can be asked of it. False: the client is to be dropped.
    bool read(WatchedSession* session);
    /// Sends what the socket takes. False: the client is to be dropped.
    bool write(WatchedSession* session, int watchers);
    /// Gives its box back.
    void leave(WatchedSession* session);

    int fd() const { return socket_.fd(); }
    bool wants_to_write() const { return socket_.queued() > 0; }
    bool watches() const { return box_ != nullptr; }
    /// Nothing is left that it could be told.
    bool told_all() const;
    /// Of one that was dropped: it may still be at work.
    std::unique_ptr<ServerTask> take_task() { return std::move(task_); }

private:
    void handle(Request request, WatchedSession* session);
    void greet(const Hello& hello, WatchedSession* session);
    void command(Command command, WatchedSession& session);
    void apply(const ApplyParams& change, WatchedSession& session);
    void begin(ServerTask::WorkFn work);
    void refuse(Error error);
    void say(const Reply& reply) { socket_.queue(encode(reply)); }
    bool tell_next(WatchedSession* session);
    void tell_settings(WatchedSession& session);
    /// `event` as this client sees it.
    Event seen_from_here(Event event) const;

    FramedSocket socket_;
    const ServerSurroundings& around_;
    ConfigSnapshot config_;  ///< that it was told last
    const RunState state_;   ///< that it was welcomed with
    bool greeted_ = false, caught_up_ = false;
    std::string name_;  ///< "terminal, process 4711"
    int told_watchers_ = 0;
    std::shared_ptr<EventBox> box_;  ///< null: it does not watch
    std::deque<Event> events_;       ///< taken from the box, not yet sent
    std::deque<Event> for_it_alone_;
    std::unique_ptr<ServerTask> task_;
    std::map<std::string, ChangeOrigin> own_changes_;
    std::uint64_t sent_ = 0;
    std::chrono::steady_clock::time_point took_last_ = std::chrono::steady_clock::now();
};

}  // namespace headroom::remote
