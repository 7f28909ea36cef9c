// A run that cannot be begun in a process of its own leaves nothing behind, and what was left before is taken away.
#include "core/engine/remote/begin_elsewhere.h"

#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/io/files/partial_name.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class BeginElsewhereTest : public ::testing::Test {
protected:
    /// With a program that ends at once, without a word.
    static Result<std::string> begin() {
        remote::Beginning beginning;
        beginning.request.config = std::make_shared<const TrainConfig>(default_config(kDcgan));
        beginning.runs_root = "/runs";
        return remote::begin_elsewhere("/bin/true", beginning, {}, {});
    }
    /// What lies where sockets and what is said through files lie.
    std::vector<std::string> left() const {
        std::vector<std::string> names;
        std::error_code failed;
        for (fs::directory_iterator it(folder_.file("headroom"), failed), end; !failed && it != end;
             it.increment(failed))
            names.push_back(it->path().filename().string());
        return names;
    }

    test::TempFolder folder_;

private:
    const test::SetVariable runtime_variable_{"XDG_RUNTIME_DIR", folder_.path()};
};

TEST_F(BeginElsewhereTest, AProcessThatEndsWithoutAWordLeavesNothing) {
    const auto begun = begin();
    ASSERT_FALSE(begun);
    EXPECT_THAT(begun.error().message, HasSubstr("ended before the run began"));
    EXPECT_THAT(left(), IsEmpty());
}

TEST_F(BeginElsewhereTest, ARequestThatCannotBeWrittenLeavesNothing) {
    const auto begun = [] {
        const test::FileSizeLimit full(16);
        return begin();
    }();
    ASSERT_FALSE(begun);
    EXPECT_EQ(begun.error().code, ErrorCode::Disk);
    EXPECT_THAT(left(), IsEmpty());
}

TEST_F(BeginElsewhereTest, WhatAKilledWindowLeftIsTakenAway) {
    std::string name = make_partial_name("begin");
    char& digit = name[name.rfind('-') - 1];
    digit = digit == '0' ? '1' : '0';  // of an earlier process with the same pid
    fs::create_directories(folder_.file("headroom"));
    test::write_bytes(folder_.file("headroom/" + name + ".json"), "{}");
    test::write_bytes(folder_.file("headroom/" + name + ".log"), "");
    ASSERT_FALSE(begin());
    EXPECT_THAT(left(), IsEmpty());
}

}  // namespace
}  // namespace headroom
