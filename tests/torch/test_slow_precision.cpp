// A run in bf16 says so before it starts where the processor is no faster in it.
#include "core/memory/cpu_kernels.h"
#include "core/memory/where/roof.h"
#include "core/train/run/run_memory.h"
#include "tests/torch/trainer_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headroom::test {
namespace {

template <class Run> int times_told(const Run& run) {
    int told = 0;
    for (const Event& event : run.events) {
        const auto* warning = std::get_if<Warning>(&event);
        told += warning && warning->id == kSlowPrecision;
    }
    return told;
}

TEST(SlowPrecision, SpeaksWhereBf16SavesNoTime) {
    for (const double fast : {0.95, 1., 1.9, 16.}) EXPECT_FALSE(slow_precision(fast)) << fast;
    const auto slower = slow_precision(0.6);
    ASSERT_TRUE(slower);
    EXPECT_EQ(slower->id, kSlowPrecision);
    EXPECT_THAT(slower->message, testing::HasSubstr("0.60 times its speed in fp32"));
    const auto without = slow_precision(0);
    ASSERT_TRUE(without);
    EXPECT_THAT(without->message, testing::HasSubstr("no vectors for bf16"));
}

// How fast this processor is in bf16 changes with what else it does. Under ctest this suite runs without oneDNN's kernels for bf16, so that
// the answer is known.
TEST(SlowPrecision, IsToldAtTheStartAndAtAChange) {
    cpu_allocator::install();
    EXPECT_EQ(bf16_speed() > 0, has_bf16_kernels());
    RunOf<DcganTrainer> plain(small_config());
    EXPECT_EQ(times_told(plain), 0);
    EXPECT_TRUE(plain.change({{"precision", std::string("bf16")}}));
    TrainConfig c = small_config();
    c.precision = Precision::Bf16;
    const RunOf<DcganTrainer> half(c);
    if (!has_bf16_kernels()) {
        EXPECT_EQ(times_told(plain), 1);
        EXPECT_EQ(times_told(half), 1);
    }
    const int told = times_told(plain);
    EXPECT_LE(told, 1);
    EXPECT_TRUE(plain.change({{"precision", std::string("fp32")}}));
    EXPECT_EQ(times_told(plain), told) << "going back says nothing";
}

}  // namespace
}  // namespace headroom::test
