// A run's history on a disk that cannot be written: another user's, a backup, a medium that is read only.
#include "core/io/files/sqlite_database.h"
#include "core/io/runs/run_history.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include <linux/capability.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom {
namespace {

/// From here on permissions bind this process, also where it is root's. False: they could not be made to.
bool obey_permissions() {
    __user_cap_header_struct self{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct capabilities[_LINUX_CAPABILITY_U32S_3]{};
    if (::syscall(SYS_capget, &self, capabilities) != 0) return false;
    capabilities[0].effective &= ~(1u << CAP_DAC_OVERRIDE);
    return ::syscall(SYS_capset, &self, capabilities) == 0;
}

TEST(SealedHistory, IsReadWhereNothingCanBeWritten) {
    namespace fs = std::filesystem;
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
    fs::permissions(run, fs::perms::owner_read | fs::perms::owner_exec);
    const pid_t reader = ::fork();
    if (reader == 0) {
        if (!obey_permissions()) ::_exit(2);
        const auto store = HistoryStore::open_read_only(path);
        ::_exit(store && store->steps().size() == 1 ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(reader, &status, 0), reader);
    fs::permissions(run, fs::perms::owner_all);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(SealedHistory, WhatCouldNotBeWrittenComesWithWhatFollows) {
    const test::TempFolder folder;
    const std::string path = folder.file("history.db");
    auto store = HistoryStore::open(path);
    ASSERT_TRUE(store) << store.error().message;
    auto other = SqliteDatabase::open(path, false);
    ASSERT_TRUE(other) << other.error().message;
    ASSERT_TRUE(other->execute("ALTER TABLE marks RENAME TO away"));
    EXPECT_FALSE(store->add_mark({1, 8, "edit", "first"}));
    EXPECT_FALSE(store->add_sample(1, "samples/step-00000001.png"));
    EXPECT_FALSE(store->flush()) << "it still waits";
    ASSERT_TRUE(other->execute("ALTER TABLE away RENAME TO marks"));
    EXPECT_TRUE(store->add_mark({2, 16, "edit", "second"}));
    const auto marks = store->marks();
    ASSERT_EQ(marks.size(), 2u);
    EXPECT_EQ(marks[0].text, "first");
    EXPECT_EQ(marks[1].text, "second");
    EXPECT_EQ(store->samples().size(), 1u);
}

}  // namespace
}  // namespace headroom
