// HttpServer: a web server on this machine that answers as a test says, also badly: stalls, breaks off, lies.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <thread>

namespace headroom::test {

struct HttpRequest {
    int number = 0;  ///< 0 for the first connection
    std::string path;
    std::map<std::string, std::string> headers;  ///< names in lower case

    /// First byte that is asked for; 0 without a Range header.
    std::size_t first() const;
};

struct HttpReply {
    std::string head;     ///< "200 OK\r\nContent-Length: 3", without the empty line
    std::string body;     ///< sent as it is, whatever the head says
    bool stalls = false;  ///< afterwards nothing comes, and the connection stays open until the client closes it
};

/// Connections one after another, on a thread that ends with the object.
class HttpServer {
public:
    explicit HttpServer(std::function<HttpReply(const HttpRequest&)> answer);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    /// "http://127.0.0.1:PORT/NAME"
    std::string url(const std::string& name) const;
    int connections() const { return connections_; }

private:
    void serve();
    void talk(int client);

    std::function<HttpReply(const HttpRequest&)> answer_;
    int listener_ = -1;
    int port_ = 0;
    std::atomic<int> connections_{0};
    std::atomic<bool> ending_{false};
    std::thread thread_;
};

/// A well-behaved answer: the whole, or the rest that was asked for, with this ETag.
HttpReply whole_or_rest(const HttpRequest& request, const std::string& content, const std::string& tag);

}  // namespace headroom::test
