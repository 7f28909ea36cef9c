// Two signals to one process: a person's second one ends it at once, that of the runner that looks after it is the same wish. A process
// without standard streams.
#include "app/cli/signals.h"
#include "core/base/standard_streams.h"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom {
namespace {

/// What a process with a SignalWatch is to its parent.
enum class SignalledAs { ChildOfRunner, RankOfRun, ChildOfShell };

/// Longer than two signals may lie apart that are one wish whoever sends them.
constexpr auto kMuchLater = std::chrono::milliseconds(300);

/// The next letter of a pipe; 0: it has ended.
char next_letter(int pipe) {
    char letter = 0;
    ssize_t n = 0;
    while ((n = ::read(pipe, &letter, 1)) < 0 && errno == EINTR) {}
    return n == 1 ? letter : '\0';
}

void say_letter(int pipe, char letter) { [[maybe_unused]] const auto written = ::write(pipe, &letter, 1); }

/// The life of such a process: it says 'r' when it watches, 'w' when it is told to stop, and 's' when `go` ends and it has saved.
[[noreturn]] void live_signalled(SignalledAs as, int told, int go) {
    if (as != SignalledAs::ChildOfShell) ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (as == SignalledAs::RankOfRun) ::setenv("HEADROOM_PROCESSES", "2", 1);
    const cli::SignalWatch watch([told](int) { say_letter(told, 'w'); });
    say_letter(told, 'r');
    next_letter(go);
    say_letter(told, 's');
    ::_exit(0);
}

class SignalsTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(::pipe(told_.data()), 0);
        ASSERT_EQ(::pipe(go_.data()), 0);
    }
    void TearDown() override {
        save();
        ::close(told_[0]);
        if (pid_ <= 0) return;
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    /// Starts the process and waits until it watches.
    void start(SignalledAs as) {
        pid_ = ::fork();
        if (pid_ == 0) {
            ::close(go_[1]);
            live_signalled(as, told_[1], go_[0]);
        }
        watches();
    }
    void watches() {
        ASSERT_GT(pid_, 0);
        ::close(told_[1]);
        ::close(go_[0]);
        ASSERT_EQ(next(), 'r');
    }
    char next() const { return next_letter(told_[0]); }
    void save() {
        if (go_[1] >= 0) ::close(go_[1]);
        go_[1] = -1;
    }

    std::array<int, 2> told_{-1, -1}, go_{-1, -1};
    pid_t pid_ = -1;
};

TEST_F(SignalsTest, ThoseOfTheRunnerAreOneWishHoweverFarApart) {
    start(SignalledAs::ChildOfRunner);
    ::kill(pid_, SIGTERM);
    ASSERT_EQ(next(), 'w');
    std::this_thread::sleep_for(kMuchLater);
    ::kill(pid_, SIGTERM);
    save();
    EXPECT_EQ(next(), 's') << "it was ended before it had saved";
}

TEST_F(SignalsTest, TheEndOfTheRunnerIsTheSameWish) {
    pid_ = ::fork();
    if (pid_ == 0) {  // the runner: told with its child, as by a shutdown, and killed later
        ::setpgid(0, 0);
        std::signal(SIGTERM, SIG_IGN);
        ::close(go_[1]);
        if (::fork() == 0) live_signalled(SignalledAs::ChildOfRunner, told_[1], go_[0]);
        for (;;) ::pause();
    }
    watches();
    ::kill(-pid_, SIGTERM);
    ASSERT_EQ(next(), 'w');
    std::this_thread::sleep_for(kMuchLater);
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
    save();
    EXPECT_EQ(next(), 's') << "it was ended before it had saved";
}

TEST_F(SignalsTest, TheSecondOneOfAPersonEndsAtOnce) {
    start(SignalledAs::ChildOfShell);
    ::kill(pid_, SIGINT);
    ASSERT_EQ(next(), 'w');
    std::this_thread::sleep_for(kMuchLater);
    ::kill(pid_, SIGINT);
    EXPECT_EQ(next(), '\0');
}

TEST_F(SignalsTest, ThatOfAProcessThatSharesItsRunEndsAtOnceToo) {
    start(SignalledAs::RankOfRun);
    ::kill(pid_, SIGINT);
    ASSERT_EQ(next(), 'w');
    std::this_thread::sleep_for(kMuchLater);
    ::kill(pid_, SIGTERM);
    EXPECT_EQ(next(), '\0');
}

TEST(StandardStreams, NoFileGetsTheNumberOfAClosedOne) {
    const pid_t pid = ::fork();
    ASSERT_GE(pid, 0);
    if (pid == 0) {
        ::close(STDIN_FILENO);
        ::close(STDOUT_FILENO);
        reserve_standard_streams();
        const int file = ::open("/dev/null", O_RDWR);
        char letter = 'x';
        const bool fails = ::write(STDOUT_FILENO, &letter, 1) < 0 && ::read(STDIN_FILENO, &letter, 1) < 0;
        ::_exit(file > STDERR_FILENO && fails ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(pid, &status, 0), pid);
    EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace headroom
