// Greeting and waiting.
#include "core/engine/remote/client_link.h"
#include "core/base/host.h"

#include "core/engine/remote/socket_folder.h"

#include <algorithm>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace headroom::remote {
namespace {

/// How soon a wish to stop is noticed.
constexpr int kLookMs = 50;

Error no_answer(const std::string& path) {
    return make_error(ErrorCode::Environment, path + ": the run's process does not answer",
                      "It may be stopped or overloaded; try again.");
}

}  // namespace

Result<ClientLink> ClientLink::open(const std::string& path, const ClientIdentity& identity, bool watch, bool story,
                                    std::chrono::milliseconds patience) {
    auto socket = connect_to(path, patience);
    if (!socket) return socket.error();
    ClientLink link(*std::move(socket));
    if (auto greeted = link.greet(identity, watch, story, patience); !greeted) {
        Error error = greeted.error();
        if (error.message.empty()) error = no_answer(path);
        return error;
    }
    return link;
}

Result<void> ClientLink::greet(const ClientIdentity& identity, bool watch, bool story,
                               std::chrono::milliseconds patience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    for (;;) {
        const bool there = turn();
        auto reply = take();
        if (!reply) return reply.error();
        if (*reply) {
            auto* welcome = std::get_if<Welcome>(&**reply);
            if (!welcome) return make_error(ErrorCode::Environment, "what answers there is no run of Headroom");
            welcome_ = std::move(*welcome);
            break;
        }
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
        if (!there || left <= 0) return make_error(ErrorCode::Environment, "");
        pollfd watched{fd(), POLLIN, 0};
        ::poll(&watched, 1, static_cast<int>(left));
    }
    if (welcome_.protocol != kProtocol)
        return make_error(ErrorCode::Environment,
                          "the run's process speaks version " + std::to_string(welcome_.protocol) +
                              " of the protocol, this program version " + std::to_string(kProtocol),
                          "Use the same version of Headroom on both ends.");
    const std::string id = identity.host_id.empty() ? host_id() : identity.host_id;
    SessionPlace& place = welcome_.live.place;
    place.elsewhere = true;
    place.same_machine = welcome_.host_id == id;
    say(Hello{kProtocol, identity.who, id, host_name(), ::getpid(), watch, story});
    return turn() ? Result<void>() : make_error(ErrorCode::Environment, "");
}

bool ClientLink::turn() {
    const bool there = socket_.fill();
    return socket_.flush() && there;
}

Result<std::optional<Reply>> ClientLink::take() {
    while (auto frame = socket_.take()) {
        auto reply = decode_reply(*frame);
        if (reply) return std::optional<Reply>(*std::move(reply));
        if (reply.error().code != ErrorCode::NotFound) return reply.error();
    }
    if (socket_.broken()) return make_error(ErrorCode::BadFile, "what comes from the run's process cannot be read");
    return std::optional<Reply>();
}

Result<Reply> ClientLink::wait(const std::stop_token& stop) {
    for (;;) {
        const bool there = turn();
        auto reply = take();
        if (!reply) return reply.error();
        if (*reply) return **std::move(reply);
        if (!there) return make_error(ErrorCode::Environment, "the connection to the run's process was lost");
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "stopped");
        pollfd watched{fd(), static_cast<short>(POLLIN | (wants_to_write() ? POLLOUT : 0)), 0};
        ::poll(&watched, 1, kLookMs);
    }
}

}  // namespace headroom::remote
