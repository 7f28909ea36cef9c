// A run's history on a disk that cannot be written: another user's, a backup, a medium that is read only.
#include "core/io/runs/run_history.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

namespace headroom {
namespace {

TEST(SealedHistory, IsReadWhereNothingCanBeWritten) {
    namespace fs = std::filesystem;
    constexpr int kNotHere = 2;
    const test::TempFolder folder;
    const std::string run = folder.file("what? 100%, #1"), path = run + "/history.db";
    fs::create_directory(run);
    {
        auto store = HistoryStore::open(path);
        ASSERT_TRUE(store) << store.error().message;
        StepDone step;
        step.step = 7;
        store->add_step(step);
    }
    const auto everyone = fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read |
                          fs::perms::others_exec | fs::perms::owner_read | fs::perms::owner_exec;
    fs::permissions(folder.path(), fs::perms::owner_all | everyone);
    fs::permissions(run, everyone);
    const pid_t reader = ::fork();
    if (reader == 0) {
        if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(kNotHere);
        if (::access(path.c_str(), R_OK) != 0) ::_exit(kNotHere);
        const auto store = HistoryStore::open_read_only(path);
        ::_exit(store && store->steps().size() == 1 ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(reader, &status, 0), reader);
    fs::permissions(run, fs::perms::owner_all);
    ASSERT_TRUE(WIFEXITED(status));
    if (WEXITSTATUS(status) == kNotHere) GTEST_SKIP() << "no other user reads in the temporary folder";
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace headroom
