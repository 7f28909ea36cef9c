// A run in bf16 says so before it starts where the processor is no faster in it.
#include "core/memory/where/roof.h"
#include "core/train/run/run_memory.h"
#include "tests/torch/trainer_fixture.h"

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

/// 1 or 0: what is right on this machine; nothing: it may be either.
std::optional<int> expected() {
    cpu_allocator::install();
    const double speed = bf16_speed();
    EXPECT_GE(speed, 0);
    if (speed > 0.8 && speed < 1.15) return std::nullopt;
    return speed <= 0.8 ? 1 : 0;
}

TEST(SlowPrecision, IsToldAtTheStartAndAtAChange) {
    const auto wanted = expected();
    RunOf<DcganTrainer> plain(small_config());
    EXPECT_EQ(times_told(plain), 0);
    EXPECT_TRUE(plain.change({{"precision", std::string("bf16")}}));
    TrainConfig c = small_config();
    c.precision = Precision::Bf16;
    const RunOf<DcganTrainer> half(c);
    if (wanted) {
        EXPECT_EQ(times_told(plain), *wanted);
        EXPECT_EQ(times_told(half), *wanted);
    }
    EXPECT_TRUE(plain.change({{"precision", std::string("fp32")}}));
    EXPECT_LE(times_told(plain), 1) << "going back says nothing";
}

}  // namespace
}  // namespace headroom::test
