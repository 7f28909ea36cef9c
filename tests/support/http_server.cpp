// A server of a hundred lines over plain sockets.
#include "tests/support/http_server.h"

#include <cstdlib>
#include <stdexcept>

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace headroom::test {
namespace {

void send_all(int client, const std::string& bytes) {
    for (std::size_t sent = 0; sent < bytes.size();) {
        const ssize_t n = ::send(client, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (n <= 0) return;  // the client has gone
        sent += static_cast<std::size_t>(n);
    }
}

bool readable(int fd, int milliseconds) {
    pollfd wanted{fd, POLLIN, 0};
    return ::poll(&wanted, 1, milliseconds) > 0;
}

}  // namespace

std::size_t HttpRequest::first() const {
    const auto it = headers.find("range");
    return it == headers.end()
               ? 0
               : static_cast<std::size_t>(std::strtoull(it->second.c_str() + sizeof("bytes=") - 1, nullptr, 10));
}

HttpServer::HttpServer(std::function<HttpReply(const HttpRequest&)> answer) : answer_(std::move(answer)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (listener_ < 0 || ::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        ::listen(listener_, 8) != 0 || ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        throw std::runtime_error("the test's web server cannot listen");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
}

HttpServer::~HttpServer() {
    ending_ = true;
    thread_.join();
    ::close(listener_);
}

std::string HttpServer::url(const std::string& name) const {
    return "http://127.0.0.1:" + std::to_string(port_) + "/" + name;
}

void HttpServer::serve() {
    while (!ending_) {
        if (!readable(listener_, 20)) continue;
        const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        if (client < 0) continue;
        talk(client);
        ::close(client);
    }
}

void HttpServer::talk(int client) {
    std::string text;
    char piece[1024];
    while (text.find("\r\n\r\n") == std::string::npos) {
        const ssize_t n = ::recv(client, piece, sizeof piece, 0);
        if (n <= 0) return;
        text.append(piece, static_cast<std::size_t>(n));
    }
    HttpRequest request;
    request.number = connections_++;
    const std::size_t path = text.find(' ') + 1;
    request.path = text.substr(path, text.find(' ', path) - path);
    for (std::size_t at = text.find("\r\n") + 2; text.compare(at, 2, "\r\n") != 0;) {
        const std::size_t end = text.find("\r\n", at), colon = text.find(':', at);
        std::string name = text.substr(at, colon - at);
        for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
        request.headers[name] = text.substr(colon + 2, end - colon - 2);
        at = end + 2;
    }
    const HttpReply reply = answer_(request);
    send_all(client, "HTTP/1.1 " + reply.head + "\r\nConnection: close\r\n\r\n" + reply.body);
    if (!reply.stalls) ::shutdown(client, SHUT_WR);
    // Until the client closes: a socket that is closed with unread data would take back what was sent.
    while (!ending_) {
        if (readable(client, 20) && ::recv(client, piece, sizeof piece, 0) <= 0) return;
    }
}

HttpReply whole_or_rest(const HttpRequest& request, const std::string& content, const std::string& tag) {
    const std::size_t first = request.first();
    const auto wanted = request.headers.find("if-range");
    if (first == 0 || first >= content.size() || (wanted != request.headers.end() && wanted->second != tag)) {
        return {"200 OK\r\nETag: " + tag + "\r\nContent-Length: " + std::to_string(content.size()), content};
    }
    return {"206 Partial Content\r\nETag: " + tag + "\r\nContent-Length: " + std::to_string(content.size() - first) +
                "\r\nContent-Range: bytes " + std::to_string(first) + "-" + std::to_string(content.size() - 1) + "/" +
                std::to_string(content.size()),
            content.substr(first)};
}

}  // namespace headroom::test
