// ThreadTuner on a simulated machine: which thread count it ends up with, how they wait, and what its trials cost; and what it is told by, and
// moves, on a real one.
#include "core/memory/patient_threads.h"
#include "core/train/step/crowding.h"
#include "core/train/step/thread_tuner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <thread>
#include <vector>

namespace headroom {
namespace {

/// Runs `steps` steps; `seconds(step, threads)` is the machine. Returns the thread counts used.
template <class F> std::vector<int> run(ThreadTuner& tuner, int steps, F seconds, int first = 0) {
    std::vector<int> used;
    for (int i = 0; i < steps; ++i) {
        used.push_back(tuner.begin_step().count);
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

/// A machine of two cores as measured: seconds of a step, and how long ready threads stood without a core, beside `others` busy programs.
struct Measured {
    double seconds, crowded;
};
Measured measured(StepThreads threads, int others) {
    if (others == 0) return {threads.count == 1 ? 0.45 : threads.patient ? 0.31 : 0.28, 0.0};
    if (threads.count == 1) return {0.46, others == 1 ? 0.0 : 0.3};
    return {threads.patient ? 0.49 : 6.3, threads.patient ? 0.7 : 1.3};
}

class BesideOthers : public testing::Test {
protected:
    /// Makes `steps` steps beside `others`; how many of them spun.
    int make(int steps, int others) {
        int spun = 0;
        for (int i = 0; i < steps; ++i) {
            last_ = tuner_.begin_step();
            const Measured step = measured(last_, others);
            spun += last_.count == 2 && !last_.patient ? 1 : 0;
            tuner_.end_step(step.seconds, true, step.crowded);
            seconds_ += step.seconds;
        }
        return spun;
    }
    ThreadTuner tuner_{0, 2};
    StepThreads last_;
    double seconds_ = 0;
};

TEST_F(BesideOthers, OneStepIsEnoughToWaitPatientlyAndTwoToSpinAgain) {
    EXPECT_GE(make(100, 0), 95) << "all but a trial of half the threads";
    EXPECT_EQ(make(1, 1), 1) << "nothing foretells the others";
    EXPECT_EQ(make(30, 1), 0);
    EXPECT_TRUE(last_.patient);
    make(2, 0);
    EXPECT_GE(make(10, 0), 9);
    EXPECT_FALSE(last_.patient);
    EXPECT_EQ(last_.count, 2);
}

TEST_F(BesideOthers, WhereHalfTheThreadsAreFasterTheyAreChosenAndTheOthersEndIsSeen) {
    const auto make_slow = [&](int steps) {  // waiting patiently is of little use: two cores of many that are taken
        for (int i = 0; i < steps; ++i) {
            last_ = tuner_.begin_step();
            tuner_.end_step(last_.count == 1 ? 0.4 : 0.9, true, last_.count == 1 ? 0.0 : 1.0);
        }
    };
    make_slow(8);
    EXPECT_EQ(last_.count, 1);
    make_slow(40);
    make(15, 0);
    EXPECT_EQ(last_.count, 2);
    EXPECT_FALSE(last_.patient);
}

TEST_F(BesideOthers, OthersThatComeAndGoCostFewSteps) {
    int collapsed = 0;
    for (int i = 0; i < 40; ++i) {
        collapsed += make(3, 1);
        make(3, 0);
    }
    EXPECT_LE(collapsed, 6) << "of 120 beside others: they are not believed to be gone as quickly as before";
    make(200, 0);
    EXPECT_FALSE(last_.patient) << "in the end they are";
}

TEST_F(BesideOthers, AFixedNumberOfThreadsWaitsPatientlyToo) {
    tuner_ = ThreadTuner(2, 2);
    make(3, 1);
    EXPECT_TRUE(last_.patient);
    EXPECT_EQ(last_.count, 2);
    make(3, 0);
    EXPECT_FALSE(last_.patient);
}

TEST_F(BesideOthers, WhereNothingIsKnownOfThemTrialsDecide) {
    const auto used =
        run(tuner_, 300, [](int step, int threads) { return flutter(step) * (threads == 2 ? 3.0 : 0.4); });
    EXPECT_EQ(used.back(), 1);
    EXPECT_FALSE(tuner_.begin_step().patient);
}

TEST(Crowding, IsNoneWhereThreadsRunAndGrowsWhereMoreAreReadyThanCores) {
    Crowding crowding;
    crowding.since_last();
    std::atomic<bool> over = false;
    std::vector<std::jthread> busy;
    for (unsigned i = 0; i < std::thread::hardware_concurrency() + 2; ++i)
        busy.emplace_back([&] {
            while (!over) {}
        });
    // At least two of them stand ready at any time.
    double most = 0;
    for (const auto begin = Clock::now(); most < 1 && seconds_since(begin) < 60;)
        most = std::max(most, crowding.since_last().value_or(0));
    over = true;
    EXPECT_GE(most, 1);
    EXPECT_FALSE(crowding.since_last()) << "asked again at once";
}

TEST(PatientThreads, KeepMoreOpenMpThreadsThanProcessorsWhileTheyLive) {
    const auto threads_now = [] {
        const std::filesystem::directory_iterator tasks("/proc/self/task");
        return std::distance(begin(tasks), end(tasks));
    };
    const auto before = threads_now();
    {
        const PatientThreads patient;
        EXPECT_GT(threads_now() - before, static_cast<std::ptrdiff_t>(std::thread::hardware_concurrency()));
    }
    for (const auto begin = Clock::now(); threads_now() > before && seconds_since(begin) < 60;)
        std::this_thread::yield();
    EXPECT_LE(threads_now(), before);
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
