// The server of a run's socket: whom it lets in, those who read slowly or send nonsense, and what earlier ones have left.
#include "tests/core/remote_fixture.h"

#include "core/engine/remote/frame.h"
#include "core/engine/remote/messages.h"
#include "tests/support/test_seed.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace headroom {
namespace {

using RemoteServerTest = RemoteTest;

TEST_F(RemoteServerTest, ASlowClientCostsTheRunNothingAndIsDropped) {
    // The one who reads has to stay within the patience however busy the machine is; the one who does not is out of it at any length.
    options_.patience = std::chrono::seconds(3);
    script_.step_time = std::chrono::milliseconds(1);
    offer();
    start();
    auto quick = attach();
    ASSERT_TRUE(quick);
    ASSERT_TRUE(quick->until([&] { return quick->session().place().watchers == 1; }));
    auto slow = remote::connect_to(socket_);
    ASSERT_TRUE(slow);
    remote::FramedSocket talk(*std::move(slow), remote::kReplyLimits);
    remote::Hello hello;
    hello.who = "slow";
    talk.queue(remote::encode(remote::Request(hello)));
    ASSERT_TRUE(talk.flush());
    // It reads nothing while the run goes on and another one sees all of it. How long it is there is the machine's matter, so what is
    // waited for is its end: a socket with bytes to read says that the other end closed it without being read from.
    pollfd dropped{talk.fd(), 0, 0};
    ASSERT_TRUE(quick->until([&] { return ::poll(&dropped, 1, 0) == 1 && (dropped.revents & POLLHUP) != 0; }));
    talk.fill();
    EXPECT_TRUE(talk.take()) << "it was welcome before";
    ASSERT_TRUE(quick->until([&] { return quick->session().place().watchers == 1; }));
    const std::int64_t then = script_.steps;
    EXPECT_TRUE(quick->until([&] { return quick->last_step() > then; }));
}

TEST_F(RemoteServerTest, NonsenseEndsTheConnectionAndNothingElse) {
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    std::mt19937_64 random(test::test_seed());
    const auto good = remote::encode(remote::Request(Command(ApplyParams{{{"lr.g", 0.5}}, ChangeOrigin::User})));
    const auto hello = remote::encode(remote::Request(remote::Hello{}));
    const auto framed = [](const remote::Frame& frame) {
        std::string bytes(8, '\0');
        const auto length = static_cast<std::uint32_t>(frame.json.size());
        std::memcpy(bytes.data(), &length, 4);
        return bytes + frame.json;
    };
    for (int i = 0; i < 200; ++i) {
        std::string bytes = framed(hello) + framed(good);
        if (i % 3 == 0) {  // nothing but noise
            for (char& c : bytes) c = static_cast<char>(random());
        } else {
            for (std::uint64_t n = random() % 6; n > 0; --n)
                bytes[random() % bytes.size()] = static_cast<char>(random());
            if (i % 3 == 1) bytes.resize(random() % bytes.size());
        }
        auto socket = remote::connect_to(socket_, std::chrono::seconds(30));
        ASSERT_TRUE(socket) << socket.error().message;
        (void)::send(socket->fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    }
    // A frame that says it is huge is not waited for.
    auto huge = remote::connect_to(socket_, std::chrono::seconds(30));
    ASSERT_TRUE(huge);
    ASSERT_EQ(::send(huge->fd(), "\xff\xff\xff\x7f\0\0\0\0", 8, MSG_NOSIGNAL), 8);
    std::string answer(1 << 16, '\0');
    pollfd gone{huge->fd(), POLLIN, 0};
    ssize_t n = 1;
    while (n > 0) {
        ASSERT_GT(::poll(&gone, 1, 30000), 0) << "the connection was not closed";
        n = ::recv(huge->fd(), answer.data(), answer.size(), 0);
    }
    const std::int64_t then = script_.steps;
    ASSERT_TRUE(watcher->until(
        [&] { return !watcher->all<StepDone>().empty() && watcher->all<StepDone>().back().step > then; }));
    EXPECT_EQ(session_->state(), RunState::Running);
}

/// While it lives no file can be opened, as in a process that has used up its descriptors.
class NoDescriptors {
public:
    NoDescriptors() {
        EXPECT_EQ(::getrlimit(RLIMIT_NOFILE, &before_), 0);
        rlimit few = before_;
        few.rlim_cur = 3;
        EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
    }
    ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }
    NoDescriptors(const NoDescriptors&) = delete;
    NoDescriptors& operator=(const NoDescriptors&) = delete;

private:
    rlimit before_{};
};

TEST_F(RemoteServerTest, OneWhoCannotBeLetInYetKeepsNobodyBusy) {
    script_.let(0);  // so that nothing else is at work
    start();
    const FileHandle folder(::open(sockets_.path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)),
        client(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ASSERT_TRUE(folder.valid() && client.valid());
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path =
        "/proc/self/fd/" + std::to_string(folder.fd()) + "/" + std::filesystem::path(socket_).filename().string();
    ASSERT_LT(path.copy(address.sun_path, sizeof address.sun_path - 1), sizeof address.sun_path - 1);
    {
        const NoDescriptors none;
        ASSERT_EQ(::connect(client.fd(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        const std::clock_t began = std::clock();
        std::this_thread::sleep_for(std::chrono::milliseconds(600));
        EXPECT_LT(std::clock() - began, CLOCKS_PER_SEC / 4) << "processor time while it waits";
    }
    pollfd welcomed{client.fd(), POLLIN, 0};
    EXPECT_EQ(::poll(&welcomed, 1, 30000), 1) << "it is let in once there are descriptors";
}

TEST_F(RemoteServerTest, SocketsAreTheUsersAloneAndLeftOnesAreSwept) {
    const std::string stale = sockets_.file("4711.sock");
    {
        auto left = remote::ListeningSocket::open(sockets_.path());
        ASSERT_TRUE(left);
        test::write_bytes(sockets_.file("no-socket.sock"), "mine");
        ASSERT_EQ(::link(left->path().c_str(), stale.c_str()), 0);
    }
    ASSERT_TRUE(std::filesystem::exists(stale));
    start();
    EXPECT_FALSE(std::filesystem::exists(stale));
    EXPECT_TRUE(std::filesystem::exists(sockets_.file("no-socket.sock"))) << "what is no socket is not touched";
    struct stat info {};
    ASSERT_EQ(::stat(socket_.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0600u);
}

}  // namespace
}  // namespace headroom
