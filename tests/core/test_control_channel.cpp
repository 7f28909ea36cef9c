// The words between the processes of a run, with threads in place of processes.
#include "core/ranks/control.h"
#include "core/ranks/wire.h"
#include "tests/support/test_seed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <future>
#include <random>

namespace headroom {
namespace {

using ::testing::HasSubstr;

GroupPlace place(int rank, int size, double timeout = 20) {
    GroupPlace p;
    p.rank = p.local_rank = rank;
    p.size = p.local_size = size;
    p.timeout = timeout;
    p.version = "1";
    return p;
}

/// All processes of a run, met.
struct Channels {
    explicit Channels(int size) {
        auto first = ControlChannel::listen(place(0, size), "token");
        EXPECT_TRUE(first);
        all.push_back(std::move(*first));
        for (int rank = 1; rank < size; ++rank) {
            auto next = ControlChannel::connect(place(rank, size), all[0]->port(), "token");
            EXPECT_TRUE(next);
            all.push_back(std::move(*next));
        }
        for (const auto& channel : all) EXPECT_TRUE(channel->meet());
    }
    ControlChannel& operator[](std::size_t rank) { return *all[rank]; }
    std::vector<std::unique_ptr<ControlChannel>> all;
};

/// A socket of a stranger, or of a process that says what it likes.
int connected_to(int port) {
    const int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    EXPECT_EQ(connect(s, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    return s;
}

TEST(ControlChannel, OrdersCollectionsAndPosts) {
    Channels c(3);
    EXPECT_EQ(c[2].peers()[1].pid, getpid());
    ASSERT_TRUE(c[0].tell("first"));
    ASSERT_TRUE(c[0].tell(std::string(300000, 'x')));
    for (std::size_t rank : {1u, 2u}) {
        EXPECT_EQ(*c[rank].hear(), "first");
        EXPECT_EQ(c[rank].hear()->size(), 300000u);
    }
    const auto collect = [&](std::size_t rank) { return *c[rank].collect("of " + std::to_string(rank)); };
    auto one = std::async(std::launch::async, collect, 1), two = std::async(std::launch::async, collect, 2);
    const std::vector<std::string> expected{"of 0", "of 1", "of 2"};
    EXPECT_EQ(collect(0), expected);
    EXPECT_EQ(one.get(), expected);
    EXPECT_EQ(two.get(), expected);
    EXPECT_EQ(c[0].look("memory", 1), "");
    c[1].post("memory", "7");
    ASSERT_TRUE(c[0].tell("after"));
    while (c[0].look("memory", 1).empty()) std::this_thread::yield();
    EXPECT_EQ(c[0].look("memory", 1), "7");
}

TEST(ControlChannel, OneThatGoesWithoutAWordIsNamedByAll) {
    // A process that says its greeting and no more.
    auto first = ControlChannel::listen(place(0, 3), "token");
    ASSERT_TRUE(first);
    auto second = ControlChannel::connect(place(1, 3), (*first)->port(), "token");
    ASSERT_TRUE(second);
    const int third = connected_to((*first)->port());
    const std::string hello = joined_parts({"token", "2", "1", "mordor", "4711"});
    const auto length = static_cast<std::uint32_t>(hello.size());
    std::string bytes(reinterpret_cast<const char*>(&length), 4);
    bytes += '\0';
    bytes += hello;
    ASSERT_EQ(write(third, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    ASSERT_TRUE((*first)->meet());
    ASSERT_TRUE((*second)->meet());
    close(third);
    for (ControlChannel* channel : {first->get(), second->get()}) {
        const auto all = channel->collect("mine");
        ASSERT_FALSE(all);
        EXPECT_THAT(all.error().message, HasSubstr("process 2 (pid 4711 on mordor) of 3 ended unexpectedly"));
    }
}

TEST(ControlChannel, OneThatSaysWhyItGoesIsQuoted) {
    Channels c(3);
    c[1].leave("the disk is full");
    const auto heard = c[2].hear();
    ASSERT_FALSE(heard);
    EXPECT_THAT(heard.error().message, HasSubstr("process 1 "));
    EXPECT_THAT(heard.error().message, HasSubstr("ended: the disk is full"));
    EXPECT_THAT(c[0].blame(1, "").message, HasSubstr("the disk is full"));
}

TEST(ControlChannel, WhoIsBehindIsNamedThoughItLives) {
    Channels c(2);
    c[0].enter();
    EXPECT_THAT(c[0].blame(5, "timed out").message, HasSubstr("process 1 "));
    EXPECT_THAT(c[1].hear().error().message, HasSubstr("lives, but has kept the others waiting"));
}

TEST(ControlChannel, OneAloneWaitsForNobody) {
    GroupPlace place;
    place.timeout = 60;
    const auto alone = ControlChannel::listen(place, "token");
    ASSERT_TRUE(alone) << alone.error().message;
    ASSERT_TRUE((*alone)->meet());
    const auto told = (*alone)->collect("mine");
    ASSERT_TRUE(told);
    EXPECT_EQ(*told, std::vector<std::string>{"mine"});
}

TEST(ControlChannel, OneThatDoesNotComeIsNamed) {
    auto first = ControlChannel::listen(place(0, 3, 0.3), "token");
    ASSERT_TRUE(first);
    auto second = ControlChannel::connect(place(1, 3), (*first)->port(), "token");
    const auto met = (*first)->meet();
    ASSERT_FALSE(met);
    EXPECT_THAT(met.error().message, HasSubstr("process 2 of 3 did not come"));
}

TEST(ControlChannel, StrangersAreShutOut) {
    auto first = ControlChannel::listen(place(0, 2), "token");
    ASSERT_TRUE(first);
    std::mt19937_64 random(test::test_seed());
    for (int i = 0; i < 50; ++i) {
        const int stranger = connected_to((*first)->port());
        std::string bytes(random() % 3000, '\0');
        for (char& byte : bytes) byte = static_cast<char>(random());
        if (i % 2 == 0 && bytes.size() > 5) std::fill_n(bytes.begin() + 2, 3, '\0');  // a likely length, a greeting
        [[maybe_unused]] const auto sent = send(stranger, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        close(stranger);
    }
    auto second = ControlChannel::connect(place(1, 2), (*first)->port(), "token");
    ASSERT_TRUE(second);
    EXPECT_TRUE((*first)->meet());
    EXPECT_TRUE((*second)->meet());
    ASSERT_TRUE((*first)->tell("well"));
    EXPECT_EQ(*(*second)->hear(), "well");
}

TEST(Wire, PartsComeBackAndWhatIsCutShortDoesNot) {
    const std::vector<std::string> parts{"", "one", std::string("\0two", 4)};
    const std::string text = joined_parts(parts);
    EXPECT_EQ(*split_parts(text), parts);
    for (std::size_t cut = 1; cut < text.size(); ++cut) {
        const auto some = split_parts(std::string_view(text).substr(0, cut));
        if (some) { EXPECT_LT(some->size(), parts.size()); }
    }
}

}  // namespace
}  // namespace headroom
