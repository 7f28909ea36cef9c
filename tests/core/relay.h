// Relay: a socket that carries another one, as ssh does, and that a test can cut, hold or make swallow what is asked.
#pragma once

#include "core/engine/remote/socket_folder.h"

#include <array>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace headroom::test {

class Relay {
public:
    /// Listens in `folder` for those who want `target`.
    Relay(const std::string& folder, std::string target)
        : socket_(remote::ListeningSocket::open(folder)), target_(std::move(target)) {
        if (socket_) thread_ = std::jthread([this](std::stop_token stop) { carry(stop); });
    }

    std::string path() const { return socket_ ? socket_->path() : std::string(); }
    /// Who knocks waits.
    void hold(bool on) { hold_ = on; }
    /// What clients say does not arrive any more.
    void swallow(bool on) { swallow_ = on; }
    /// Ends all connections; returns when they have ended.
    void cut() {
        cut_ = true;
        while (cut_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

private:
    struct Pair {
        FileHandle client, run;
    };

    void carry(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            if (cut_) pairs_.clear();
            cut_ = false;
            if (!hold_) {
                if (FileHandle client = socket_->accept(); client.valid()) {
                    if (auto run = remote::connect_to(target_)) pairs_.push_back({std::move(client), *std::move(run)});
                }
            }
            std::erase_if(pairs_, [&](const Pair& p) {
                return !pass(p.client.fd(), p.run.fd(), swallow_) || !pass(p.run.fd(), p.client.fd(), false);
            });
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }

    /// False: an end has gone.
    static bool pass(int from, int to, bool swallow) {
        std::array<char, 65536> piece;
        const ssize_t n = ::recv(from, piece.data(), piece.size(), MSG_DONTWAIT);
        if (n == 0) return false;
        if (n < 0 || swallow) return true;
        for (ssize_t sent = 0; sent < n;) {
            const ssize_t m = ::send(to, piece.data() + sent, static_cast<std::size_t>(n - sent), MSG_NOSIGNAL);
            if (m > 0) {
                sent += m;
                continue;
            }
            pollfd room{to, POLLOUT, 0};
            if (::poll(&room, 1, 1000) <= 0) return false;
            if ((room.revents & (POLLERR | POLLHUP)) != 0) return false;
        }
        return true;
    }

    Result<remote::ListeningSocket> socket_;
    const std::string target_;
    std::vector<Pair> pairs_;  ///< the thread's
    std::atomic<bool> hold_{false}, swallow_{false}, cut_{false};
    std::jthread thread_;  // last: uses the others
};

}  // namespace headroom::test
