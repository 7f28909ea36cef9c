// The log: listeners get level, time and text; files come and go; an unwritable file is an error.
#include "core/base/log.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace headroom {
namespace {

TEST(Log, ListenersReceiveFromTheirLevelOnAndStopWhenRemoved) {
    std::vector<std::string> seen;
    std::int64_t last_ms = 0;
    const LogSinkId id = add_log_listener([&](LogSeverity severity, std::int64_t unix_ms, const std::string& text) {
        seen.push_back(std::to_string(static_cast<int>(severity)) + text);
        last_ms = unix_ms;
    });
    log_message(LogSeverity::Debug, "too fine");
    log_message(LogSeverity::Info, "100 % {} of it");
    log_message(LogSeverity::Warn, "careful");
    remove_log_sink(id);
    log_message(LogSeverity::Info, "nobody hears this");
    EXPECT_EQ(seen, (std::vector<std::string>{"1100 % {} of it", "2careful"}));
    EXPECT_GT(last_ms, 1600000000000);
}

TEST(Log, FilesHoldWhatWasLoggedWhileTheyWereAttached) {
    const test::TempFolder folder;
    const std::string path = folder.file("log.txt");
    log_message(LogSeverity::Info, "before");
    const auto id = add_log_file(path);
    ASSERT_TRUE(id) << id.error().message;
    log_message(LogSeverity::Debug, "during");
    EXPECT_NE(test::read_bytes(path).find("debug: during\n"), std::string::npos) << "written out line by line";
    remove_log_sink(*id);
    log_message(LogSeverity::Info, "after");
    const std::string text = test::read_bytes(path);
    EXPECT_EQ(text.find("before"), std::string::npos);
    EXPECT_EQ(text.find("after"), std::string::npos);
}

TEST(Log, UnwritableFileIsAnError) {
    const test::TempFolder folder;
    test::write_bytes(folder.file("plain"), "x");
    const auto id = add_log_file(folder.file("plain/log.txt"));
    ASSERT_FALSE(id);
    EXPECT_EQ(id.error().code, ErrorCode::Disk);
    EXPECT_NE(id.error().message.find("plain/log.txt"), std::string::npos);
}

}  // namespace
}  // namespace headroom
