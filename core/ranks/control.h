// ControlChannel: the words between the processes of a run, apart from their numbers: a connection from each process to process 0. It
// knows at once when a process ends, and soon when one falls silent, and tells all which one it was.
#pragma once

#include "core/base/clock.h"
#include "core/ranks/collective.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace headroom {

/// Whether somebody listens on the port of `host`, an address or a name. Takes `patience` for each of its addresses at the most.
bool somebody_listens(const std::string& host, int port, std::chrono::milliseconds patience);

inline constexpr const char* kHere = "127.0.0.1";
/// Whether all processes of the run are on this machine and meet where nobody else can reach them.
bool all_are_here(const GroupPlace& place);
/// A socket that listens on `port` for this machine alone, or -1, with errno.
int listen_here(int port);

/// What a process says that was asked to stop before the run's processes had come together.
Error stopped_while_waiting(const GroupPlace& place);

/// All calls: any thread. None throws.
class ControlChannel {
public:
    /// For process 0: listens on a port of the system's choice (of this machine alone when all processes are on it), then waits
    /// for the others in meet(). Error Environment: no socket.
    static Result<std::unique_ptr<ControlChannel>> listen(const GroupPlace& place, const std::string& token);
    /// For the others. Error Environment: process 0 cannot be reached.
    static Result<std::unique_ptr<ControlChannel>> connect(const GroupPlace& place, int port, const std::string& token);
    ~ControlChannel();
    ControlChannel(const ControlChannel&) = delete;
    ControlChannel& operator=(const ControlChannel&) = delete;

    int port() const { return port_; }
    /// All are here, of the same version. Error Environment naming the one that is not. Call it once, first.
    Result<void> meet();
    const std::vector<Peer>& peers() const { return peers_; }

    /// As in Collective.
    Result<void> tell(const std::string& text);
    Result<std::string> hear();
    Result<std::vector<std::string>> collect(const std::string& mine);
    void post(const std::string& key, const std::string& text);
    std::string look(const std::string& key, int rank) const;
    void leave(const std::string& reason);

    /// This process has come to its next common computation: who is behind is told by these numbers.
    void enter();
    /// A common computation failed here after `seconds`: who is to blame, as soon as that is known.
    Error blame(double seconds, const std::string& words);
    /// A process is gone or silent.
    std::optional<Error> failure() const;

private:
    enum class Kind : unsigned char { Hello, Welcome, Ping, Order, Collect, Collected, Post, Left, Failure };
    struct Line {
        int rank = -1;  ///< not known before its Hello
        int socket = -1;
        std::string received;
        bool left = false;  ///< went in good order
        std::int64_t entered = 0;
        Clock::time_point last = Clock::now();
    };

    ControlChannel(const GroupPlace& place, std::string token) : place_(place), token_(std::move(token)) {}
    void start();
    void work(const std::stop_token& stop);
    void accept_one();
    void read_from(Line& line);
    void take(Line& line, Kind kind, const std::string& text);
    void take_hello(Line& line, const std::string& text);
    void take_collect(int rank, const std::string& text);
    void ping();
    void look_for_silence();
    /// Sends under the lock; a line that takes nothing is not to be told any more.
    void send(Line& line, Kind kind, const std::string& text);
    void send_all(Kind kind, const std::string& text);
    /// The first one counts.
    void fail(const Error& error);
    void line_ended(Line& line);
    Error gone(int rank, const std::string& how) const;
    /// The one that is silent or behind, where this process can know it.
    std::optional<Error> who_is_behind(double seconds) const;
    std::string hello() const;
    bool is_first() const { return place_.rank == 0; }

    const GroupPlace place_;
    const std::string token_;
    int port_ = 0, listener_ = -1, wake_[2] = {-1, -1};
    std::vector<Peer> peers_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::unique_ptr<Line>> lines_;  ///< process 0: to each other one; else: to process 0
    std::optional<Error> failure_;
    bool met_ = false, leaving_ = false;
    std::deque<std::string> orders_;
    std::int64_t collects_ = 0;                                  ///< that this process has asked for
    std::map<std::int64_t, std::map<int, std::string>> coming_;  ///< of each collect, what has come
    std::deque<std::vector<std::string>> collected_;
    std::map<std::pair<std::string, int>, std::string> posted_;
    std::int64_t entered_ = 0;
    Clock::time_point last_ping_{};
    std::jthread thread_;  // last: uses what stands above
};

}  // namespace headroom
