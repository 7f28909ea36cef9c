// The sockets and the thread of the control channel.
#include "core/base/host.h"
#include "core/ranks/control.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

namespace headroom {
namespace {

constexpr int kPingMs = 500;
constexpr int kWaiting =
    1024;  ///< connections that may wait to be taken: more are dropped, and come again after seconds
constexpr std::uint32_t kLongest = std::uint32_t{1} << 26;

Error no_socket(const std::string& what) {
    return make_error(ErrorCode::Environment, "the processes of the run cannot talk: " + what,
                      "Check the network between the machines and their names.", std::strerror(errno));
}

void prepare_socket(int socket, double timeout) {
    const int on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    timeval limit{static_cast<time_t>(timeout), 0};
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

bool send_whole(int socket, const std::string& bytes) {
    for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t n = ::send(socket, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += static_cast<std::size_t>(n);
    }
    return true;
}

/// Whether `s`, which does not block, is connected to `a` within `patience`.
bool connects(int s, const addrinfo& a, std::chrono::milliseconds patience) {
    if (::connect(s, a.ai_addr, a.ai_addrlen) == 0) return true;
    if (errno != EINPROGRESS) return false;
    pollfd watched{s, POLLOUT, 0};
    int problem = 0;
    socklen_t length = sizeof problem;
    return ::poll(&watched, 1, static_cast<int>(patience.count())) == 1 &&
           getsockopt(s, SOL_SOCKET, SO_ERROR, &problem, &length) == 0 && problem == 0;
}

/// Connected, or -1. Takes `patience` for each address of `host` at the most.
int connect_to(const std::string& host, int port, std::chrono::milliseconds patience) {
    addrinfo hints{}, *found = nullptr;
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) return -1;
    int out = -1;
    for (const addrinfo* a = found; a && out < 0; a = a->ai_next) {
        const int s = ::socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, a->ai_protocol);
        if (s < 0) continue;
        if (connects(s, *a, patience) && fcntl(s, F_SETFL, fcntl(s, F_GETFL) & ~O_NONBLOCK) == 0)
            out = s;
        else
            close(s);
    }
    freeaddrinfo(found);
    return out;
}

/// On `port`, 0: one of the system's choice; -1: it is taken.
int bound_socket(std::uint32_t address, int port = 0) {
    const int s = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
    sockaddr_in own{};
    own.sin_family = AF_INET;
    own.sin_addr.s_addr = htonl(address);
    own.sin_port = htons(static_cast<std::uint16_t>(port));
    // A port that is named may have been used a moment ago.
    if (s >= 0 && port > 0) setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (s >= 0 && bind(s, reinterpret_cast<sockaddr*>(&own), sizeof own) == 0) return s;
    const int number = errno;
    if (s >= 0) close(s);
    errno = number;
    return -1;
}

/// The same for IPv6 and IPv4, where the system has both.
int bound_to_all() {
    const int s = ::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), off = 0;
    sockaddr_in6 own{};
    own.sin6_family = AF_INET6;
    own.sin6_addr = in6addr_any;
    if (s >= 0 && setsockopt(s, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off) == 0 &&
        bind(s, reinterpret_cast<sockaddr*>(&own), sizeof own) == 0)
        return s;
    if (s >= 0) close(s);
    return bound_socket(INADDR_ANY);
}

}  // namespace

bool somebody_listens(const std::string& host, int port, std::chrono::milliseconds patience) {
    const int s = connect_to(host, port, patience);
    if (s >= 0) close(s);
    return s >= 0;
}

bool all_are_here(const GroupPlace& place) {
    return place.local_size == place.size && (place.host == kHere || place.host == "localhost");
}

int listen_here(int port) {
    const int s = bound_socket(INADDR_LOOPBACK, port);
    if (s < 0 || ::listen(s, kWaiting) == 0) return s;
    const int number = errno;
    close(s);
    errno = number;
    return -1;
}

Result<std::unique_ptr<ControlChannel>> ControlChannel::listen(const GroupPlace& place, const std::string& token) {
    std::unique_ptr<ControlChannel> out(new ControlChannel(place, token));
    out->listener_ = all_are_here(place) ? bound_socket(INADDR_LOOPBACK) : bound_to_all();
    if (out->listener_ < 0 || ::listen(out->listener_, kWaiting) != 0) return no_socket("process 0 cannot listen");
    sockaddr_storage mine{};
    socklen_t length = sizeof mine;
    getsockname(out->listener_, reinterpret_cast<sockaddr*>(&mine), &length);
    out->port_ = ntohs(mine.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(&mine)->sin6_port
                                                  : reinterpret_cast<sockaddr_in*>(&mine)->sin_port);
    out->start();
    return out;
}

Result<std::unique_ptr<ControlChannel>> ControlChannel::connect(const GroupPlace& place, int port,
                                                                const std::string& token) {
    std::unique_ptr<ControlChannel> out(new ControlChannel(place, token));
    const int socket =
        connect_to(place.host, port, std::chrono::milliseconds(static_cast<std::int64_t>(place.timeout * 1000)));
    if (socket < 0) return no_socket("process 0 cannot be reached at " + place.host + ", port " + std::to_string(port));
    prepare_socket(socket, place.timeout);
    out->port_ = port;
    out->lines_.push_back(std::make_unique<Line>());
    out->lines_.front()->rank = 0;
    out->lines_.front()->socket = socket;
    out->start();
    return out;
}

void ControlChannel::start() {
    for (int rank = 0; rank < place_.size; ++rank) peers_.push_back({rank, {}, 0});
    peers_[static_cast<std::size_t>(place_.rank)].pid = getpid();
    peers_[static_cast<std::size_t>(place_.rank)].host = host_name();
    if (pipe2(wake_, O_CLOEXEC | O_NONBLOCK) != 0) wake_[0] = wake_[1] = -1;
    if (!is_first()) send(*lines_.front(), Kind::Hello, hello());
    thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

ControlChannel::~ControlChannel() {
    leave("");
    thread_.request_stop();
    [[maybe_unused]] const auto woken = write(wake_[1], "q", 1);
    if (thread_.joinable()) thread_.join();
    for (const auto& line : lines_) {
        if (line->socket >= 0) close(line->socket);
    }
    for (const int fd : {listener_, wake_[0], wake_[1]}) {
        if (fd >= 0) close(fd);
    }
}

void ControlChannel::work(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        std::vector<pollfd> wanted{{wake_[0], POLLIN, 0}, {listener_, POLLIN, 0}};
        std::vector<Line*> lines;
        {
            const std::lock_guard lock(mutex_);
            for (const auto& line : lines_) {
                if (line->socket < 0) continue;
                wanted.push_back({line->socket, POLLIN, 0});
                lines.push_back(line.get());
            }
        }
        if (poll(wanted.data(), wanted.size(), kPingMs / 2) < 0 && errno != EINTR) break;
        const std::lock_guard lock(mutex_);
        if (listener_ >= 0 && (wanted[1].revents & POLLIN) != 0) accept_one();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (wanted[i + 2].revents != 0 && lines[i]->socket == wanted[i + 2].fd) read_from(*lines[i]);
        }
        if (seconds_since(last_ping_) * 1000 >= kPingMs) ping();
        look_for_silence();
        changed_.notify_all();
    }
}

void ControlChannel::accept_one() {
    const int socket = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) return;
    prepare_socket(socket, place_.timeout);
    lines_.push_back(std::make_unique<Line>());
    lines_.back()->socket = socket;
}

void ControlChannel::read_from(Line& line) {
    char buffer[65536];
    const ssize_t n = recv(line.socket, buffer, sizeof buffer, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) return line_ended(line);
    line.received.append(buffer, static_cast<std::size_t>(n));
    std::size_t at = 0;
    while (line.socket >= 0 && line.received.size() - at >= 5) {
        std::uint32_t length = 0;
        std::memcpy(&length, line.received.data() + at, 4);
        const auto kind = static_cast<unsigned char>(line.received[at + 4]);
        // The first words of a stranger are no message, whatever they say.
        const bool known = kind <= static_cast<unsigned char>(Kind::Failure) &&
                           (line.rank >= 0 || kind == static_cast<unsigned char>(Kind::Hello));
        if (!known || length > (line.rank >= 0 ? kLongest : 4096u)) return line_ended(line);
        if (line.received.size() - at - 5 < length) break;
        const std::string text = line.received.substr(at + 5, length);
        at += 5 + length;
        take(line, static_cast<Kind>(kind), text);
    }
    line.received.erase(0, at);
}

void ControlChannel::ping() {
    last_ping_ = Clock::now();
    send_all(Kind::Ping, std::to_string(entered_));
}

void ControlChannel::send(Line& line, Kind kind, const std::string& text) {
    if (line.socket < 0) return;
    const auto length = static_cast<std::uint32_t>(text.size());
    std::string bytes(reinterpret_cast<const char*>(&length), 4);
    bytes += static_cast<char>(kind);
    bytes += text;
    // What cannot be sent is noticed by reading.
    (void)send_whole(line.socket, bytes);
}

void ControlChannel::send_all(Kind kind, const std::string& text) {
    for (const auto& line : lines_) {
        if (line->rank >= 0) send(*line, kind, text);
    }
}

}  // namespace headroom
