// ThreadTuner on a simulated machine: which thread count it ends up with, and what its trials cost.
#include "core/train/step/thread_tuner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace headroom {
namespace {

/// Runs `steps` steps; `seconds(step, threads)` is the machine. Returns the thread counts used.
template <class F> std::vector<int> run(ThreadTuner& tuner, int steps, F seconds, int first = 0) {
    std::vector<int> used;
    for (int i = 0; i < steps; ++i) {
        used.push_back(tuner.begin_step());
        tuner.end_step(seconds(first + i, used.back()), true);
    }
    return used;
}

/// A repeatable flutter: every seventh step takes twice as long, as on a desktop that draws.
double flutter(int step) { return step % 7 == 3 ? 2.0 : 1.0 + 0.05 * std::sin(step); }

int count(const std::vector<int>& used, int threads) {
    return static_cast<int>(std::count(used.begin(), used.end(), threads));
}

TEST(ThreadTuner, KeepsAllThreadsOnANoisyButFreeMachine) {
    ThreadTuner tuner(0, 2);
    const auto used =
        run(tuner, 5000, [](int step, int threads) { return flutter(step) * (threads == 2 ? 0.06 : 0.11); });
    EXPECT_LT(count(used, 1), 5000 / 100) << "trials may cost a hundredth of the steps";
    EXPECT_GT(count(used, 1), 0) << "it must try";
    EXPECT_EQ(used.back(), 2);
}

TEST(ThreadTuner, GoesToHalfWhenTwoThreadsCollapseAndComesBack) {
    ThreadTuner tuner(0, 2);
    const auto busy = [](int step, int threads) { return flutter(step) * (threads == 2 ? 0.30 : 0.12); };
    const auto free = [](int step, int threads) { return flutter(step) * (threads == 2 ? 0.06 : 0.11); };
    run(tuner, 400, free);
    const auto while_busy = run(tuner, 200, busy, 400);
    EXPECT_EQ(while_busy.back(), 1);
    EXPECT_LT(count(while_busy, 2), 60) << "a slowed machine is tried at once, not at the next turn";
    EXPECT_EQ(run(tuner, 400, free, 600).back(), 2);
}

TEST(ThreadTuner, ObeysAFixedNumber) {
    ThreadTuner fixed(3, 8);
    const auto used = run(fixed, 1000, [](int, int) { return 1.0; });
    EXPECT_EQ(count(used, 3), 1000);
}

TEST(ThreadTuner, ForgetsWhatItMeasuredWhenTheStepChanges) {
    ThreadTuner tuner(0, 2);
    run(tuner, 300, [](int, int threads) { return threads == 2 ? 0.06 : 0.11; });
    tuner.begin_step();
    tuner.end_step(3.0, false);
    // Ten times the work per step: nothing has collapsed, so no flight to one thread.
    const auto used = run(tuner, 40, [](int, int threads) { return threads == 2 ? 0.6 : 1.1; });
    EXPECT_EQ(used.back(), 2);
    EXPECT_LE(count(used, 1), 8);
}

}  // namespace
}  // namespace headroom
