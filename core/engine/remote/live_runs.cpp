// One poll for all sockets.
#include "core/engine/remote/live_runs.h"
#include "core/base/host.h"

#include "core/engine/remote/frame.h"
#include "core/engine/remote/messages.h"
#include "core/engine/remote/socket_folder.h"
#include "core/io/runs/run_folder.h"
#include "core/io/runs/run_lock.h"

#include <list>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace headroom::remote {
namespace {

struct Asked {
    RunInfo& run;
    FramedSocket socket;
    std::string path;
};

/// Whether it has answered, or will not.
bool heard(Asked& asked, const std::string& own_host) {
    const bool there = asked.socket.fill();
    const auto frame = asked.socket.take();
    if (!frame) return !there || asked.socket.broken();
    auto reply = decode_reply(*frame);
    auto* welcome = reply ? std::get_if<Welcome>(&*reply) : nullptr;
    if (!welcome || welcome->protocol != kProtocol) return true;
    LiveRun& live = welcome->live;
    live.place.elsewhere = true;
    live.place.address = address_of(asked.path);
    live.place.same_machine = welcome->host_id == own_host;
    const bool own = live.place.same_machine && live.place.pid == ::getpid();
    if (!own && is_active(live.state)) asked.run.elsewhere = std::move(live);
    return true;
}

}  // namespace

void look_for_live_runs(std::vector<RunInfo>& runs, std::chrono::milliseconds patience) {
    std::list<Asked> asked;
    for (RunInfo& run : runs) {
        if (run.state != "running") continue;
        const std::string path = path_of(RunFolder::address_of(run.dir));
        if (path.empty()) continue;
        if (auto socket = connect_to(path))
            asked.push_back({run, FramedSocket(*std::move(socket), kReplyLimits), path});
    }
    if (asked.empty()) return;
    const std::string own_host = host_id();
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!asked.empty()) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
        if (left <= 0) return;
        std::vector<pollfd> watched;
        for (const Asked& a : asked) watched.push_back({a.socket.fd(), POLLIN, 0});
        ::poll(watched.data(), watched.size(), static_cast<int>(left));
        asked.remove_if([&](Asked& a) { return heard(a, own_host); });
    }
}

Result<std::string> socket_of(const std::string& run_or_address) {
    if (std::string path = path_of(run_or_address); !path.empty()) return path;
    auto folder = RunFolder::open(run_or_address);
    if (!folder) return folder.error();
    const std::string path = path_of(RunFolder::address_of(run_or_address));
    if (RunLock::is_held(run_or_address) && !path.empty()) return path;
    return make_error(ErrorCode::NotFound,
                      run_or_address + (path.empty() ? ": no process trains it that could be attached to"
                                                     : ": no process trains it; the one that did has gone"),
                      "headroom-cli runs list shows which runs are under way.");
}

}  // namespace headroom::remote
