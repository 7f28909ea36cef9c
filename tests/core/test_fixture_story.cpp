// The fixture story: its ledgers add up and carry the figures of the design, its session plays a run.
#include "core/base/median.h"
#include "core/families/counsel_rules.h"
#include "tests/support/fake_session.h"
#include "tests/support/fixture_memory.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace headroom {
namespace {

double rounded(Bytes b) { return std::round(b.gib() * 100) / 100; }

template <class T> int count_of(const std::vector<Event>& events) {
    int n = 0;
    for (const Event& e : events) n += std::holds_alternative<T>(e) ? 1 : 0;
    return n;
}

TEST(FixtureStory, EveryLedgerColumnSumsToTheDevice) {
    for (const MemoryReport& r :
         {fixture::story_report(), fixture::crowded_report(), fixture::idle_report(), fixture::failure_report()}) {
        EXPECT_EQ(r.now.total(), r.device_total);
        EXPECT_EQ(r.at_peak.total(), r.device_total);
    }
    EXPECT_DOUBLE_EQ(rounded(fixture::story_report().to_spare), 1.83);
    EXPECT_DOUBLE_EQ(rounded(fixture::crowded_report().to_spare), 1.52);
    EXPECT_TRUE(fixture::crowded_report().others_are_tighter);
}

TEST(FixtureStory, ForecastOfTheStagedEditIsTheOneOfTheDesign) {
    FakeSession session(fixture::make_story("story"));
    const auto f = session.forecast({{"batch.micro", std::int64_t{192}}});
    ASSERT_TRUE(f);
    EXPECT_DOUBLE_EQ(rounded(f->peak), 4.91);
    EXPECT_DOUBLE_EQ(rounded(f->high - f->peak), 0.12);
    EXPECT_NEAR(384 / f->seconds_per_step, 181, 0.5);
}

TEST(FixtureStory, CounselSaysWhatItsCurvesShow) {
    const CounselNotice notice = fixture::story_notice();
    std::vector<double> sure, loss_d, loss_g;
    const auto note = [&](const StepDone& step) {
        sure.push_back(step.d_real - step.d_fake);
        loss_d.push_back(step.loss_d);
        loss_g.push_back(step.loss_g);
    };
    const fixture::Story story = fixture::make_story("counsel");
    for (const Event& e : story.past)
        if (const auto* step = std::get_if<StepDone>(&e);
            step && step->step >= notice.from && step->step <= notice.step)
            note(*step);
    ASSERT_EQ(loss_d.size(), 300U);
    ASSERT_EQ(notice.figures.size(), 3U);
    EXPECT_NEAR(median(sure), notice.figures[0].value, 0.005);
    EXPECT_NEAR(median(loss_d), notice.figures[1].value, 0.005);
    EXPECT_NEAR(median(loss_g), notice.figures[2].value, 0.05);
    EXPECT_EQ(notice.figures[0].limit, row_of(notice.rule).looks.front().limit);
    EXPECT_GT(notice.figures[0].value, notice.figures[0].limit) << "or there was nothing to say";
    FakeSession session(story);
    (void)session.drain_events();
    session.advance();
    for (const Event& e : session.drain_events())
        if (const auto* step = std::get_if<StepDone>(&e)) EXPECT_LT(step->loss_d, 0.1) << "and it goes on so";
}

TEST(FakeSession, AppliesAtTheNextStepAndSurvivesOutOfMemory) {
    FakeSession session(fixture::make_story("story"));
    EXPECT_EQ(count_of<StepDone>(session.drain_events()), 4210);
    ASSERT_TRUE(session.apply({{"lr.g", 5e-5}}, ChangeOrigin::User));
    EXPECT_DOUBLE_EQ(session.snapshot()->lr_g, 1e-4);
    session.run_out_of_memory_next_step();
    session.advance();
    EXPECT_DOUBLE_EQ(session.snapshot()->lr_g, 5e-5);
    EXPECT_EQ(session.snapshot()->batch_micro, 64);
    EXPECT_EQ(session.snapshot()->effective_batch(), 256);
    const auto events = session.drain_events();
    EXPECT_EQ(count_of<OomRecovered>(events), 1);
    EXPECT_EQ(count_of<ParamApplied>(events), 3);
    EXPECT_EQ(count_of<StepDone>(events), 1);
}

TEST(FakeSession, StepsOnlyWhenAskedWhilePausedAndStopsInTwoStages) {
    FakeSession session(fixture::make_story("story"));
    session.pause();
    (void)session.drain_events();
    session.advance();
    EXPECT_EQ(count_of<StepDone>(session.drain_events()), 0);
    session.step_once();
    session.advance();
    session.advance();
    EXPECT_EQ(count_of<StepDone>(session.drain_events()), 1);
    session.request_stop(StopMode::SaveAndStop);
    EXPECT_EQ(session.state(), RunState::Stopping);
    session.advance();
    EXPECT_EQ(session.state(), RunState::Finished);
    EXPECT_EQ(count_of<CheckpointSaved>(session.drain_events()), 1);
}

}  // namespace
}  // namespace headroom
