// Steps that a device makes behind the program's back, on paper: figures come in one copy with their own step's number and time, the host
// keeps its pace, and a failure that is found late is the right step's and phase's.
#include "core/memory/gpu/gpu_registry.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/train/step/steps_under_way.h"
#include "tests/torch/stand_ins/fake_driver.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace headroom::test {
namespace {

struct PaperSteps {
    FakeDriver driver;
    std::unique_ptr<GpuRegistry> gpus;
    std::shared_ptr<DeviceMemory> memory;
    std::optional<Turn> turn;
    StepsUnderWay steps;
    std::int64_t made = 0;
    std::int64_t diverges_at = 0;  ///< the step whose loss is no number; 0: none

    explicit PaperSteps(bool marks = true) {
        driver.gpus = {paper_gpu("Paper 8", 8)};
        driver.marks = marks;
        gpus = std::make_unique<GpuRegistry>(Result<GpuDriver*>(&driver), "libno-such-nvml.so.1");
        memory = *gpus->memory(0);
        turn.emplace(memory->turn());
    }

    bool begin() { return steps.begin_try(*memory, at::kCPU, made + 1); }
    static void work() {
        const PhaseScope g(Phase::G);
        { const PhaseScope d(Phase::DFake); }
    }
    /// One step whose figure is its number; empty: all is well.
    std::string step() {
        EXPECT_TRUE(begin());
        work();
        steps.end_try(true);
        StepDone done;
        done.step = ++made;
        done.step_seconds = 1;
        done.images_per_second = 8;
        const at::Tensor figure = at::scalar_tensor(static_cast<double>(made), at::kFloat);
        steps.add(done, pack_figures({figure, {}}), [this](const std::vector<double>& numbers, StepDone& out) {
            out.loss_g = numbers.at(0);
            out.loss_d = numbers.at(1);
            return out.step != diverges_at;
        });
        return steps.keep_pace();
    }
    std::vector<StepDone> take(bool all) {
        std::string problem;
        auto out = steps.take(all, problem);
        EXPECT_EQ(problem, "");
        return out;
    }
};

TEST(StepsUnderWay, FiguresComeWhenTheyHaveArrivedWithTheirOwnStepAndTime) {
    PaperSteps p;
    ASSERT_EQ(p.step(), "");
    EXPECT_TRUE(p.take(false).empty()) << "the device has done nothing yet";
    ASSERT_EQ(p.step(), "");
    p.driver.finish(p.driver.last_mark);
    std::vector<StepDone> told = p.take(true);
    ASSERT_EQ(told.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(told[i].step, static_cast<std::int64_t>(i + 1));
        EXPECT_EQ(told[i].loss_g, static_cast<double>(i + 1));
        EXPECT_TRUE(std::isnan(told[i].loss_d)) << "a figure that there is not";
        // Begin, three ends and beginnings of phases within it, end: four marks on from the first, a millisecond each on paper.
        EXPECT_NEAR(told[i].step_seconds, 4e-3, 1e-12);
        EXPECT_NEAR(told[i].images_per_second, 8 / 4e-3, 1e-6);
    }
    EXPECT_TRUE(p.steps.empty());
    EXPECT_TRUE(p.take(true).empty()) << "each is told once";
}

TEST(StepsUnderWay, TheHostWaitsForNothingWhileTheDeviceKeepsUp) {
    PaperSteps p;
    std::vector<std::int64_t> told;
    for (int i = 0; i < 50; ++i) {
        ASSERT_EQ(p.step(), "");
        p.driver.finish(p.driver.last_mark);
        for (const StepDone& step : p.take(false)) told.push_back(step.step);
    }
    EXPECT_EQ(p.driver.waits, 0);
    EXPECT_EQ(p.driver.synchronised, 0);
    for (const StepDone& step : p.take(true)) told.push_back(step.step);
    ASSERT_EQ(told.size(), 50u);
    for (std::size_t i = 0; i < told.size(); ++i) EXPECT_EQ(told[i], static_cast<std::int64_t>(i + 1));
    EXPECT_LE(p.driver.held.size(), 5u) << "more than the marks of one step are held";
}

TEST(StepsUnderWay, TheHostIsNeverMoreThanSomeStepsAhead) {
    PaperSteps p;
    for (std::size_t i = 0; i < StepsUnderWay::kAhead; ++i) ASSERT_EQ(p.step(), "");
    EXPECT_EQ(p.driver.waits, 0);
    ASSERT_EQ(p.step(), "");
    EXPECT_EQ(p.driver.waits, 1) << "for the first step, so that two are left";
    EXPECT_GT(p.driver.done, 0u);
    EXPECT_LT(p.driver.done, p.driver.last_mark) << "not for the latest";
}

TEST(StepsUnderWay, AFailureThatIsFoundLateIsTheRightStepsAndPhases) {
    PaperSteps p;
    ASSERT_EQ(p.step(), "");
    p.driver.finish(p.driver.last_mark);
    const GpuMark before = p.driver.last_mark;
    ASSERT_EQ(p.step(), "");
    // Of step 2: begin, the end of what G did before D's look at it, D's look, G's end, the step's end.
    p.driver.broken_before = before + 3;
    ASSERT_TRUE(p.begin());
    EXPECT_FALSE(p.steps.failure()) << "the device has not come so far";
    p.driver.finish(p.driver.last_mark);
    const auto failure = p.steps.failure();
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->step, 2);
    EXPECT_EQ(failure->phase, Phase::DFake);
    EXPECT_EQ(failure->words, p.driver.breaks_with);
    p.steps.end_try(false);
    std::string problem;
    EXPECT_TRUE(p.steps.take(true, problem).empty());
    EXPECT_EQ(problem, p.driver.breaks_with);
}

TEST(StepsUnderWay, ATryThatWasUndoneLeavesNothing) {
    PaperSteps p;
    ASSERT_TRUE(p.begin());
    PaperSteps::work();
    p.steps.end_try(false);
    EXPECT_TRUE(p.steps.empty());
    EXPECT_TRUE(p.driver.held.empty());
    ASSERT_EQ(p.step(), "");
    const auto told = p.take(true);
    ASSERT_EQ(told.size(), 1u);
    EXPECT_EQ(told.front().step, 1);
}

TEST(StepsUnderWay, AStepWhoseLossIsNoNumberIsTheLastThatIsHeardOf) {
    PaperSteps p;
    p.diverges_at = 2;
    for (int i = 0; i < 3; ++i) ASSERT_EQ(p.step(), "");
    const auto told = p.take(true);
    ASSERT_EQ(told.size(), 1u);
    EXPECT_EQ(told.front().step, 1);
    EXPECT_EQ(p.steps.diverged(), 2);
    EXPECT_TRUE(p.take(true).empty());
}

TEST(StepsUnderWay, WithoutMarksWhoeverAsksWaits) {
    PaperSteps p(/*marks=*/false);
    EXPECT_FALSE(p.begin());
    EXPECT_TRUE(p.steps.empty());
}

}  // namespace
}  // namespace headroom::test
