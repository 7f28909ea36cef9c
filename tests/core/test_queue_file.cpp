// The queue's file: damage, other formats, several users at once, processes that are killed while they write.
#include "tests/core/queue_fixture.h"
#include "tests/support/file_size_limit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using QueueFileTest = QueueTest;

/// One whole line of 16 bytes; false at the end.
bool read_fully(int pipe, char (&line)[16]) {
    std::size_t have = 0;
    while (have < sizeof line) {
        const ssize_t n = ::read(pipe, line + have, sizeof line - have);
        if (n <= 0) return false;
        have += static_cast<std::size_t>(n);
    }
    return true;
}

TEST_F(QueueFileTest, ADamagedFileIsKeptAsideAndSaid) {
    add("lost");
    const std::string rubbish = "{\"format\":\"headroom-queue-1\",\"items\":[{";
    test::write_bytes(folder_.file("queue/queue.json"), rubbish);
    const QueueSnapshot now = read();
    EXPECT_TRUE(now.items.empty());
    EXPECT_THAT(now.next_words, HasSubstr("queue.json.damaged-1"));
    EXPECT_EQ(test::read_bytes(folder_.file("queue/queue.json.damaged-1")), rubbish);
    add("new");
    EXPECT_THAT(names(), ElementsAre("new"));
    EXPECT_THAT(read().next_words, HasSubstr("damaged-1")) << "until it was cleared";
    ASSERT_TRUE(queue_->clear(false));
    EXPECT_THAT(read().next_words, ::testing::Not(HasSubstr("damaged")));
    EXPECT_TRUE(fs::exists(folder_.file("queue/queue.json.damaged-1")));
    for (const char* other : {"", "[]", "{}", "null", "{\"format\":\"headroom-queue-1\",\"items\":5}"}) {
        test::write_bytes(folder_.file("queue/queue.json"), other);
        EXPECT_TRUE(read().items.empty()) << other;
    }
    EXPECT_TRUE(fs::exists(folder_.file("queue/queue.json.damaged-6")));
}

TEST_F(QueueFileTest, ADamagedFileStaysWhileNoNewOneCanBeWritten) {
    add("lost");
    const std::string rubbish = "{\"format\":\"headroom-queue-1\",\"items\":[{";
    test::write_bytes(folder_.file("queue/queue.json"), rubbish);
    const auto refused = [this] {
        const test::FileSizeLimit full(0);
        return queue_->read();
    }();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::Disk);
    EXPECT_EQ(test::read_bytes(folder_.file("queue/queue.json")), rubbish);
    EXPECT_THAT(read().next_words, HasSubstr("queue.json.damaged-1"));
}

TEST_F(QueueFileTest, WhatCanBeReadOfADamagedFileGoesOn) {
    add("one");
    add("two");
    add("three");
    std::string text = test::read_bytes(folder_.file("queue/queue.json"));
    const auto at = text.find("\"batch.micro\"", text.find("\"two\""));
    ASSERT_NE(at, std::string::npos);
    text.replace(at, 13, "\"batch.macro\"");
    test::write_bytes(folder_.file("queue/queue.json"), text);
    queue_ = make_queue({folder_.file("queue"), ""});  // which remembers nothing of it
    EXPECT_THAT(names(), ElementsAre("one", "three"));
    EXPECT_THAT(read().next_words, HasSubstr("1 runs of the queue could not be read"));
    EXPECT_EQ(test::read_bytes(folder_.file("queue/queue.json.damaged-1")), text);
}

TEST_F(QueueFileTest, WhatItWroteIsNotReadAgain) {
    add("one");
    const std::string file = folder_.file("queue/queue.json");
    const fs::file_time_type written = fs::last_write_time(file);
    std::string text = test::read_bytes(file);
    const auto at = text.find("\"one\"");
    ASSERT_NE(at, std::string::npos);
    text.replace(at, 5, "\"two\"");
    test::write_bytes(file, text);
    fs::last_write_time(file, written);  // the same file, as far as it can tell
    EXPECT_THAT(names(), ElementsAre("one"));
    EXPECT_EQ(make_queue({folder_.file("queue"), ""})->read()->items.front().name, "two");
    add("three");
    EXPECT_THAT(names(), ElementsAre("two", "three")) << "a change is made of what is there";
}

TEST_F(QueueFileTest, AQueueOfANewerHeadroomIsLeftAlone) {
    const std::string text = "{\"format\":\"headroom-queue-2\",\"items\":{}}";
    fs::create_directories(folder_.file("queue"));
    test::write_bytes(folder_.file("queue/queue.json"), text);
    EXPECT_EQ(queue_->read().error().code, ErrorCode::BadFile);
    EXPECT_THAT(queue_->add(addition("a")).error().message, HasSubstr("newer Headroom"));
    EXPECT_EQ(test::read_bytes(folder_.file("queue/queue.json")), text);
}

TEST_F(QueueFileTest, ThreadsAndProcessesAddAtOnce) {
    constexpr int each = 5;  // every change reads and writes all that is there
    const auto work = [&](const std::string& who) {
        const auto own = make_queue({folder_.file("queue"), ""});
        bool good = true;
        for (int i = 0; i < each; ++i) good &= own->add(addition(who)).ok() && own->read().ok();
        return good;
    };
    std::array<pid_t, 2> processes{};
    for (pid_t& pid : processes) {
        pid = fork();
        if (pid == 0) _exit(work("process") ? 0 : 1);
    }
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 3; ++i) threads.emplace_back([&] { EXPECT_TRUE(work("thread")); });
    }
    for (const pid_t pid : processes) {
        int status = 0;
        ASSERT_EQ(waitpid(pid, &status, 0), pid);
        EXPECT_EQ(status, 0);
    }
    std::set<std::string> ids;
    for (const QueueItem& i : read().items) ids.insert(i.id);
    EXPECT_EQ(ids.size(), 5u * each);
    EXPECT_EQ(read().revision, 5u * each);
}

TEST_F(QueueFileTest, AProcessKilledWhileItWritesLosesNothingThatWasAdded) {
    std::set<std::string> told;
    for (int round = 0; round < 4; ++round) {
        int ends[2];
        ASSERT_EQ(pipe(ends), 0);
        const pid_t pid = fork();
        if (pid == 0) {
            for (;;) {
                const auto ids = make_queue({folder_.file("queue"), ""})->add(addition("a"));
                char line[16] = {};
                if (!ids || ids->front().copy(line, 15) == 0 || write(ends[1], line, sizeof line) != sizeof line)
                    _exit(1);
            }
        }
        close(ends[1]);
        char line[16] = {};
        for (int i = 0; i < 2 + round; ++i) {
            ASSERT_EQ(read_fully(ends[0], line), true);
            told.insert(line);
        }
        kill(pid, SIGKILL);
        waitpid(pid, nullptr, 0);
        while (read_fully(ends[0], line)) told.insert(line);
        close(ends[0]);
        std::set<std::string> there;
        for (const QueueItem& i : read().items) there.insert(i.id);
        EXPECT_TRUE(std::includes(there.begin(), there.end(), told.begin(), told.end()));
    }
    add("last");
    for (const auto& entry : fs::directory_iterator(folder_.file("queue")))
        EXPECT_EQ(entry.path().string().find("partial"), std::string::npos) << "swept with the next change";
}

}  // namespace
}  // namespace headroom
