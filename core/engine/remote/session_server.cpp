// One thread for all clients: it waits for sockets and for the events' wake.
#include "core/engine/remote/session_server.h"

#include "core/base/contained.h"
#include "core/base/host.h"
#include "core/engine/remote/server_client.h"
#include "core/engine/remote/socket_folder.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace headroom::remote {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kMostClients = 64;
constexpr auto kLastWords = std::chrono::seconds(1);
/// How long nobody is let in after nobody could be.
constexpr auto kClosed = std::chrono::milliseconds(200);
/// Figures that came between two wakes are sent at the latest after this; patience is looked at as often.
constexpr int kLookMs = 200;
constexpr const char* kFailed = "a client's wish failed unexpectedly";

class Server final : public SessionServer {
public:
    Server(WatchedSession& session, ServerOptions options, ListeningSocket socket, FileHandle bell)
        : session_(&session), socket_(std::move(socket)), bell_(std::move(bell)) {
        around_.host = host_name();
        around_.host_id = options.host_id.empty() ? host_id() : std::move(options.host_id);
        around_.owner = options.who + ", process " + std::to_string(::getpid());
        around_.export_run = std::move(options.export_run);
        around_.patience = options.patience;
        around_.wake = [this] { wake(); };
        thread_ = std::jthread([this](std::stop_token stop) { serve(stop); });
    }
    ~Server() override {
        thread_.request_stop();
        wake();
        thread_.join();
    }

    std::string address() const override { return address_of(socket_.path()); }
    int watchers() const override { return watchers_; }
    void let_go() override {
        const std::lock_guard lock(mutex_);
        session_ = nullptr;
    }

private:
    void wake() const {
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = ::write(bell_.fd(), &one, sizeof one);
    }

    void serve(std::stop_token stop) {
        SteadyClock::time_point end{}, opens{};
        for (;;) {
            const bool ending = stop.stop_requested();
            if (ending && end == SteadyClock::time_point{}) end = SteadyClock::now() + kLastWords;
            const auto told = [](const auto& client) { return client->told_all(); };
            const bool all_told = std::all_of(clients_.begin(), clients_.end(), told);
            if (ending && (all_told || SteadyClock::now() >= end)) break;
            const bool listens = !ending && SteadyClock::now() >= opens;
            std::vector<pollfd> watched{{bell_.fd(), POLLIN, 0}, {listens ? socket_.fd() : -1, POLLIN, 0}};
            bool busy = false;
            for (const auto& client : clients_) {
                const bool writes = client->wants_to_write();
                busy |= !writes && !client->told_all();
                watched.push_back({client->fd(), static_cast<short>(POLLIN | (writes ? POLLOUT : 0)), 0});
            }
            const int wait = busy ? 0 : clients_.empty() && listens ? -1 : kLookMs;
            if (::poll(watched.data(), watched.size(), wait) < 0) continue;
            if (watched[0].revents != 0) {
                std::uint64_t count = 0;
                [[maybe_unused]] const auto read_bytes = ::read(bell_.fd(), &count, sizeof count);
            }
            attend(watched);
            // With no descriptors left nobody can be accepted, and whoever waits would wake this thread again and again.
            if (watched[1].revents != 0 && !welcome()) opens = SteadyClock::now() + kClosed;
        }
        for (const auto& client : clients_) client->leave(nullptr);
        clients_.clear();
        for (const auto& task : left_tasks_) task->cancel();
        left_tasks_.clear();
    }

    /// Reads from and writes to every client.
    void attend(const std::vector<pollfd>& watched) {
        const std::lock_guard lock(mutex_);
        for (std::size_t i = 0; i < clients_.size(); ++i) {
            ServerClient& client = *clients_[i];
            // One whose wishes cannot be dealt with goes; the run and the others stay.
            const auto stays = contained(kFailed, [&]() -> Result<bool> {
                return (watched[i + 2].revents == 0 || (watched[i + 2].revents & ~POLLOUT) == 0 ||
                        client.read(session_)) &&
                       client.write(session_, watchers_);
            });
            if (stays && *stays) continue;
            client.leave(session_);
            // What it had asked for may take a while to stop; nobody waits for that.
            if (auto task = client.take_task()) left_tasks_.push_back(std::move(task));
            clients_[i].reset();
        }
        std::erase(clients_, nullptr);
        std::erase_if(left_tasks_, [](const auto& task) { return task->ended(); });
        watchers_ = static_cast<int>(
            std::count_if(clients_.begin(), clients_.end(), [](const auto& client) { return client->watches(); }));
    }

    /// Takes in those who wait; false: there was nobody who could be.
    bool welcome() {
        for (bool any = false;; any = true) {
            FileHandle socket = socket_.accept();
            if (!socket.valid()) return any;
            if (clients_.size() >= kMostClients) continue;  // closed at once
            const std::lock_guard lock(mutex_);
            if (!session_) continue;
            (void)contained(kFailed, [&] { admit(std::move(socket)); });
        }
    }

    void admit(FileHandle socket) {
        auto facts = session_->facts();
        Welcome hello{
            kProtocol,           around_.host_id, std::move(facts.live), std::move(facts.dir), std::move(facts.name),
            session_->snapshot()};
        hello.live.place = {true, address(), around_.host, ::getpid(), true, watchers_};
        clients_.push_back(std::make_unique<ServerClient>(std::move(socket), around_, std::move(hello)));
        (void)clients_.back()->write(session_, watchers_);
    }

    std::mutex mutex_;  ///< the session is asked under it
    WatchedSession* session_;
    ListeningSocket socket_;
    FileHandle bell_;
    ServerSurroundings around_;
    std::atomic<int> watchers_{0};
    std::vector<std::unique_ptr<ServerClient>> clients_;   ///< the thread's
    std::vector<std::unique_ptr<ServerTask>> left_tasks_;  ///< the thread's: of clients that have gone
    std::jthread thread_;                                  // last: uses the others
};

}  // namespace

Result<std::unique_ptr<SessionServer>> SessionServer::open(WatchedSession& session, ServerOptions options) {
    std::string folder = options.folder;
    if (folder.empty()) {
        auto users = socket_folder();
        if (!users) return users.error();
        folder = *std::move(users);
    }
    auto socket = ListeningSocket::open(folder);
    if (!socket) return socket.error();
    FileHandle bell(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
    if (!bell.valid()) return make_error(ErrorCode::Environment, "the system has no descriptors left");
    return std::unique_ptr<SessionServer>(
        std::make_unique<Server>(session, std::move(options), *std::move(socket), std::move(bell)));
}

}  // namespace headroom::remote
