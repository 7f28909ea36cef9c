// When a run of the queue may start: days that there are, and times that are to come.
#include "core/engine/queue/queue_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ctime>

namespace headroom {
namespace {

using ::testing::HasSubstr;

/// Noon of 25 November 2026, here.
std::int64_t noon_of_november() {
    std::tm noon{};
    noon.tm_year = 126;
    noon.tm_mon = 10;
    noon.tm_mday = 25;
    noon.tm_hour = 12;
    noon.tm_isdst = -1;
    return static_cast<std::int64_t>(std::mktime(&noon)) * 1000;
}

TEST(QueueClock, ReadsTimesOfTheDay) {
    const std::int64_t now = noon_of_november(), hour = 3600 * 1000;
    EXPECT_EQ(*parse_clock("22:00", now), now + 10 * hour);
    EXPECT_EQ(*parse_clock("12:00", now), now + 24 * hour);
    EXPECT_EQ(*parse_clock("2026-11-26 13:00", now), now + 25 * hour);
    EXPECT_EQ(*parse_clock("now", now), 0);
    EXPECT_EQ(clock_text(now + 10 * hour, now), "22:00");
    EXPECT_EQ(clock_text(now + 25 * hour, now), "2026-11-26 13:00");
    for (const char* wrong : {"", "22", "25:00", "22:00h", "tomorrow", "2026-13-01 10:00"})
        EXPECT_FALSE(parse_clock(wrong, now)) << wrong;
}

TEST(QueueClock, TakesOnlyDaysThatThereAre) {
    const std::int64_t now = noon_of_november();
    for (const char* wrong : {"2027-02-31 10:00", "2027-02-29 10:00", "2027-04-31 23:59", "2027-00-10 10:00"}) {
        const auto refused = parse_clock(wrong, now);
        ASSERT_FALSE(refused) << wrong;
        EXPECT_THAT(refused.error().message, HasSubstr("is no time"));
    }
    for (const char* right : {"2027-02-28 10:00", "2028-02-29 10:00", "2027-12-31 23:59"})
        EXPECT_TRUE(parse_clock(right, now)) << right;
}

TEST(QueueClock, RefusesWhatIsPastAndNamesNow) {
    const std::int64_t now = noon_of_november();
    for (const char* past : {"2026-11-25 11:59", "2026-11-24 22:00", "1999-01-01 00:00"}) {
        const auto refused = parse_clock(past, now);
        ASSERT_FALSE(refused) << past;
        EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
        EXPECT_THAT(refused.error().message, HasSubstr("is no time that can be waited for"));
        EXPECT_THAT(refused.error().hint, HasSubstr("or now."));
    }
    EXPECT_EQ(*parse_clock("2026-11-25 12:00", now + 30000), now) << "the minute under way";
    EXPECT_EQ(*parse_clock("2026-11-25 12:01", now), now + 60000);
}

}  // namespace
}  // namespace headroom
