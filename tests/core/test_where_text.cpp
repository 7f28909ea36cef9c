// The table of where a step's time goes.
#include "app/cli/where_text.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace headroom::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

json operation(const char* name, const char* shape, double ms) {
    return {{"operation", name},
            {"shape", shape},
            {"precision", *shape ? json("bf16") : json()},
            {"calls", 2.0},
            {"ms", ms},
            {"share", ms / 100},
            {"gflops", *shape ? 250.0 : 0.0},
            {"gb_s", 8.0},
            {"share_of_roof", 0.5}};
}

TEST(WhereText, ShowsWhatCountsAndAddsUpTheRest) {
    const json where{
        {"steps", 3},
        {"step_ms", 100.0},
        {"gflops", 200.0},
        {"gb_s", 4.0},
        {"share_of_roof", 0.4},
        {"roof", {{"fp32_gflops", 300.0}, {"bf16_gflops", 500.0}, {"fp32_gb_s", 20.0}, {"bf16_gb_s", 21.0}}},
        {"phases",
         json::array({{{"phase", "d_real"},
                       {"ms", 100.0},
                       {"share", 1.0},
                       {"gflops", 200.0},
                       {"gb_s", 4.0},
                       {"share_of_roof", nullptr},
                       {"between_ms", 9.5},
                       {"operations", json::array({operation("convolution", "1x2 by 2x2", 90),
                                                   operation("tiny", "", 0.25), operation("smaller", "", 0.25)})}}})}};
    const std::string text = cli::where_text(where);
    EXPECT_THAT(text,
                HasSubstr("300 GFLOP/s in fp32, 500 in bf16; a copy reads and writes 20.0 GB/s in fp32, 21.0 in bf16"));
    EXPECT_THAT(text, testing::ContainsRegex(
                          "\n  convolution 1x2 by 2x2, bf16 +2\\.0 +90\\.00 +90\\.0 % +250\\.0 +8\\.0 +50\\.0 %\n"));
    EXPECT_THAT(text, Not(HasSubstr("tiny")));
    EXPECT_THAT(text, testing::ContainsRegex("\n  smaller ones, and between operations +10\\.00 +10\\.0 %"));
    EXPECT_THAT(text, testing::ContainsRegex("\nall, mean of 3 +100\\.00 +100\\.0 % +200\\.0 +4\\.0 +40\\.0 %\n$"));
}

}  // namespace
}  // namespace headroom::test
