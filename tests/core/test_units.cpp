// Byte amounts: literals, text forms and what people write.
#include "core/base/units.h"

#include <gtest/gtest.h>

#include <limits>

namespace headroom {
namespace {

using namespace literals;

TEST(Units, LiteralsAreBinaryAndAddUp) {
    EXPECT_EQ((1_KiB).count, 1024);
    EXPECT_EQ((3_MiB).count, 3 * 1048576);
    EXPECT_EQ((2_GiB + 1_B - 1_GiB).count, 1073741825);
    EXPECT_LT(1_MiB, 1_GiB);
    EXPECT_EQ((-(1_B)).count, -1);
    EXPECT_DOUBLE_EQ((1536_MiB).gib(), 1.5);
}

TEST(Units, TextPicksTheUnit) {
    EXPECT_EQ(to_text(17_B), "17 B");
    EXPECT_EQ(to_text(3_KiB), "3.0 KiB");
    EXPECT_EQ(to_text(412_MiB), "412 MiB");
    EXPECT_EQ(to_text(Bytes{1965000000}), "1.83 GiB");
    EXPECT_EQ(to_text(-(2_GiB)), "-2.00 GiB");
    EXPECT_EQ(to_text(0_B), "0 B");
}

TEST(Units, ReadsWhatPeopleWrite) {
    const auto read = [](const char* text) {
        const auto b = parse_bytes(text);
        return b ? b->count : -1;
    };
    EXPECT_EQ(read("6GiB"), 6ll << 30);
    EXPECT_EQ(read(" 512 MiB "), 512ll << 20);
    EXPECT_EQ(read("8GB"), 8000000000ll);
    EXPECT_EQ(read("1.5G"), 3ll << 29);
    EXPECT_EQ(read("1048576"), 1048576);
    EXPECT_EQ(read("10kb"), 10000);
    EXPECT_EQ(read("0"), 0);
}

TEST(Units, ErrorsHaveTwoDigits) {
    EXPECT_EQ(plus_minus_text(0.00083), " ± 0.00083");
    EXPECT_EQ(plus_minus_text(1.25), " ± 1.2");
    EXPECT_EQ(plus_minus_text(99.7), " ± 99.7") << "none of a hundred would be 1e+02";
    EXPECT_EQ(plus_minus_text(0), " ± 0");
    EXPECT_EQ(plus_minus_text(std::numeric_limits<double>::quiet_NaN()), "") << "not known";
}

TEST(Units, RefusesTheRestAndSaysHow) {
    for (const char* text :
         {"", "GiB", "-1GiB", "6 apples", "6GiBx", "nan", "inf", "1e30", "9999999999TiB", "6,5GiB", "0x10"}) {
        const auto bytes = parse_bytes(text);
        ASSERT_FALSE(bytes) << text;
        EXPECT_EQ(bytes.error().code, ErrorCode::InvalidArgument);
        EXPECT_NE(bytes.error().hint.find("6GiB"), std::string::npos);
    }
}

}  // namespace
}  // namespace headroom
