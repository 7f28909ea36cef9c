// Limits of control groups, from folders that look like the kernel's.
#include "core/memory/control_group.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace headroom::test {
namespace {

class ControlGroup : public testing::Test {
protected:
    void write(const std::string& path, const std::string& text) {
        const std::filesystem::path file = folder_.path() + "/" + path;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }
    std::optional<GroupLimit> read() {
        return tightest_group(folder_.path() + "/membership", folder_.path() + "/mount");
    }
    TempFolder folder_;
};

TEST_F(ControlGroup, NoneWithoutALimit) {
    EXPECT_FALSE(read());  // no /proc
    write("membership", "0::/a/b\n");
    EXPECT_FALSE(read());
    write("mount/a/b/memory.max", "max\n");
    write("mount/a/b/memory.current", "1000\n");
    EXPECT_FALSE(read());
}

TEST_F(ControlGroup, TheOneThatLeavesLeastOfAllAbove) {
    write("membership", "0::/a/b\n");
    write("mount/a/b/memory.max", "5000\n");
    write("mount/a/b/memory.current", "1000\n");
    EXPECT_EQ(read()->left().count, 4000);
    write("mount/a/memory.max", "6000\n");
    write("mount/a/memory.current", "4500\n");  // siblings take much
    EXPECT_EQ(read()->limit.count, 6000);
    EXPECT_EQ(read()->left().count, 1500);
    // Pages of files that nobody reads any more can be had back.
    write("mount/a/memory.stat", "anon 1000\nfile 3500\ninactive_file 3000\nactive_file 500\n");
    EXPECT_EQ(read()->used.count, 1000);  // b's 4,000 left are fewer than a's 4,500
    EXPECT_EQ(read()->limit.count, 5000);
    write("mount/a/b/memory.current", "9000\n");
    EXPECT_EQ(read()->left().count, 0);
}

TEST_F(ControlGroup, VersionOneAndAPathOfTheHost) {
    write("membership", "9:cpu,cpuacct:/x\n7:memory:/docker/abc\n0::/\n");
    write("mount/memory/memory.limit_in_bytes", "8000\n");
    write("mount/memory/memory.usage_in_bytes", "3000\n");
    write("mount/memory/memory.stat", "cache 2000\ntotal_inactive_file 500\n");
    ASSERT_TRUE(read());
    EXPECT_EQ(read()->limit.count, 8000);
    EXPECT_EQ(read()->left().count, 5500);
    write("mount/memory/memory.limit_in_bytes", "9223372036854771712\n");  // how version 1 writes none
    EXPECT_FALSE(read());
}

TEST_F(ControlGroup, RubbishIsNoLimit) {
    write("membership", "nonsense\n0\n::::\n0::/../../..\n");
    write("mount/memory.max", "-5\n");
    EXPECT_FALSE(read());
    write("mount/memory.max", "many\n");
    EXPECT_FALSE(read());
}

}  // namespace
}  // namespace headroom::test
