// Programs started detached and as children: what they are given, how they end, what cannot be started.
#include "core/io/files/detached_process.h"
#include "core/io/files/program_start.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom {
namespace {

using ::testing::HasSubstr;

bool until(const std::function<bool()>& done) {
    for (int i = 0; i < 3000 && !done(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return done();
}

TEST(DetachedProcess, RunsInASessionOfItsOwnAndItsOutputIsKept) {
    const test::TempFolder folder;
    const std::string out = folder.file("out.txt");
    auto process = DetachedProcess::start("/bin/sh", {"-c", "echo $$ $PPID \"$1\"; echo words >&2", "sh", "a b"}, out);
    ASSERT_TRUE(process) << process.error().message;
    ASSERT_TRUE(until([&] { return process->ended(); }));
    const std::string text = test::read_bytes(out);
    EXPECT_THAT(text, HasSubstr(std::to_string(process->pid()) + " "));
    EXPECT_THAT(text, ::testing::Not(HasSubstr(" " + std::to_string(getpid()) + " "))) << "it is no child";
    EXPECT_THAT(text, HasSubstr("a b\nwords\n"));
    EXPECT_LT(waitpid(process->pid(), nullptr, WNOHANG), 0) << "nothing is left to be waited for";
}

TEST(DetachedProcess, GoesOnWhenItIsLetGo) {
    const test::TempFolder folder;
    pid_t pid = 0;
    {
        auto process = DetachedProcess::start("/bin/sleep", {"1000"});
        ASSERT_TRUE(process);
        EXPECT_FALSE(process->ended());
        EXPECT_EQ(getsid(process->pid()) == getsid(0), false);
        pid = process->pid();
    }
    EXPECT_EQ(kill(pid, 0), 0);
    kill(pid, SIGKILL);
}

TEST(DetachedProcess, WhatCannotBeStartedIsSaidAtOnce) {
    const auto process = DetachedProcess::start("/nowhere/headroom-cli", {});
    ASSERT_FALSE(process);
    EXPECT_EQ(process.error().code, ErrorCode::Environment);
    EXPECT_THAT(process.error().message, HasSubstr("/nowhere/headroom-cli cannot be started"));
    EXPECT_EQ(DetachedProcess::start("/bin/true", {}, "/nowhere/log").error().code, ErrorCode::Disk);
}

TEST(ProgramStart, AChildEndsWithTheThreadThatStartedIt) {
    pid_t pid = 0;
    std::thread([&] {
        auto child = start_program({"/bin/sleep", {"1000"}});
        ASSERT_TRUE(child);
        pid = *child;
        EXPECT_EQ(getpgid(pid), pid);
    }).join();
    int status = 0;
    ASSERT_EQ(waitpid(pid, &status, 0), pid);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
}

TEST(ProgramStart, AFurtherDescriptorIsHandedOnWithoutAnyOther) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const FileHandle ours(ends[0]);
    FileHandle theirs(ends[1]);
    const FileHandle unmarked(fcntl(ends[0], F_DUPFD, 50));
    const std::string other = "/proc/self/fd/" + std::to_string(unmarked.fd());
    ProgramStart start{"/bin/sh", {"-c", "[ -e \"$1\" ] && echo open >&3; echo words >&3", "sh", other}};
    start.also = theirs.fd();
    const auto child = start_program(start);
    ASSERT_TRUE(child) << child.error().message;
    theirs.close();
    std::string text;
    char piece[64];
    for (ssize_t n; (n = read(ours.fd(), piece, sizeof piece)) > 0;) text.append(piece, static_cast<std::size_t>(n));
    EXPECT_EQ(waitpid(*child, nullptr, 0), *child);
    EXPECT_EQ(text, "words\n");
}

TEST(ProgramStart, FindsCompanionsBesideTheProgramAndInThePath) {
    const std::string self = find_companion("headroom_core_tests");
    EXPECT_TRUE(self.empty() || self[0] == '/');
    EXPECT_THAT(find_companion("sh"), HasSubstr("/sh"));
    EXPECT_EQ(find_companion("no-such-program-of-headroom"), "");
}

}  // namespace
}  // namespace headroom
