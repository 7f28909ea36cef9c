// Text as it may be shown: what would steer a terminal is escaped, everything else stays byte for byte.
#include "core/base/utf8.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace headroom {
namespace {

TEST(Printable, LeavesTextOfEveryScriptAsItIs) {
    for (const std::string text :
         {"", "plain", "Grüße, 図, 🦊, שלום, “quoted” \\ \"x\"", "U+00A0:\xc2\xa0|"}) {
        EXPECT_EQ(printable(text), text);
        EXPECT_EQ(printable_line(text), text);
    }
}

TEST(Printable, EscapesWhatATerminalObeys) {
    EXPECT_EQ(printable_line("a\x1b[31mb"), R"(a\u001b[31mb)");
    EXPECT_EQ(printable_line(std::string("\0\x08\x7f", 3)), R"(\u0000\u0008\u007f)");
    EXPECT_EQ(printable_line("\xc2\x85\xc2\x9b"), R"(\u0085\u009b)") << "C1, which old terminals obey";
    EXPECT_EQ(printable_line("\xe2\x80\xaetxt.exe\xe2\x81\xa9\xd8\x9c"), R"(\u202etxt.exe\u2069\u061c)");
    EXPECT_EQ(printable_line("cut \xe2\x80"), R"(cut \xE2\x80)") << "bytes that are no UTF-8";
}

TEST(Printable, KeepsLinesApartOnlyWhereTheTextHasLines) {
    EXPECT_EQ(printable("a\n\tb\r"), "a\n\tb\\u000d");
    EXPECT_EQ(printable_line("a\n\tb"), R"(a\u000a\u0009b)");
}

TEST(Printable, JsonMeansTheSame) {
    const nlohmann::json whole = {{"name", "a\x7f\xc2\x9b\xe2\x80\xae\x1b\n"}};
    EXPECT_EQ(nlohmann::json::parse(printable(whole.dump())), whole);
}

}  // namespace
}  // namespace headroom
