// Figures that come after their steps, as a device's do that works behind the program's back: the worker tells each step once, in order,
// and all of them before anything that relies on them.
#include "core/io/runs/run_history.h"
#include "tests/core/session_fixture.h"

#include <gtest/gtest.h>

#include <string>

namespace headroom {
namespace {

class LateFigures : public SessionTest {
protected:
    void SetUp() override {
        SessionTest::SetUp();
        script_.late = 3;
    }
    /// The steps that were told, each with its own figures.
    std::vector<std::int64_t> told() const {
        std::vector<std::int64_t> out;
        for (const StepDone& step : all<StepDone>()) {
            EXPECT_EQ(step.loss_g, static_cast<double>(step.step)) << "figures of another step";
            out.push_back(step.step);
        }
        return out;
    }
    static std::vector<std::int64_t> up_to(std::int64_t last) {
        std::vector<std::int64_t> out;
        for (std::int64_t i = 1; i <= last; ++i) out.push_back(i);
        return out;
    }
};

TEST_F(LateFigures, EachStepIsToldOnceInOrderToTheWindowAndTheHistory) {
    ASSERT_TRUE(session_->start(request(20)));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(told(), up_to(20));
    EXPECT_EQ(all<Finished>().front().step, 20);
    const auto history = HistoryStore::open_read_only(all<Finished>().front().run_dir + "/history.db");
    ASSERT_TRUE(history);
    std::vector<std::int64_t> kept;
    for (const StepDone& step : history->steps()) {
        EXPECT_EQ(step.loss_g, static_cast<double>(step.step));
        kept.push_back(step.step);
    }
    EXPECT_EQ(kept, up_to(20));
}

TEST_F(LateFigures, APauseTellsTheStepsBeforeIt) {
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until([&] { return script_.steps > 5; }));
    session_->pause();
    ASSERT_TRUE(until_state(RunState::Paused));
    EXPECT_EQ(told(), up_to(script_.steps));
    const std::int64_t at_pause = script_.steps;
    session_->step_once();
    ASSERT_TRUE(until([&] { return !told().empty() && told().back() == at_pause + 1; })) << "a single step is told too";
}

TEST_F(LateFigures, ACheckpointComesAfterTheStepsThatItHolds) {
    RunRequest asked = request(12);
    TrainConfig config = *asked.config;
    config.checkpoint_every = 4;
    asked.config = std::make_shared<const TrainConfig>(config);
    ASSERT_TRUE(session_->start(asked));
    ASSERT_TRUE(until_state(RunState::Finished));
    std::int64_t last = 0, saved = 0;
    for (const Event& event : events_) {
        if (const auto* step = std::get_if<StepDone>(&event)) last = step->step;
        if (const auto* checkpoint = std::get_if<CheckpointSaved>(&event)) {
            ++saved;
            EXPECT_GE(last, checkpoint->step);
        }
    }
    EXPECT_GE(saved, 1);
}

TEST_F(LateFigures, ADeviceThatFailsBehindTheProgramsBackEndsTheRun) {
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until([&] { return script_.steps > 5; }));
    script_.figures_fail = 1;
    ASSERT_TRUE(until_state(RunState::Failed));
    EXPECT_EQ(all<Failed>().front().error.message, "the device failed");
    const std::vector<std::int64_t> seen = told();
    EXPECT_EQ(seen, up_to(static_cast<std::int64_t>(seen.size()))) << "what was told until then stands";
}

}  // namespace
}  // namespace headroom
