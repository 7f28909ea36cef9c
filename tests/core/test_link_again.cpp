// A broken link to a run that is found again: what happened meanwhile is told once, and what was asked for is answered.
#include "tests/core/relay.h"
#include "tests/core/remote_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace headroom {
namespace {

class LinkAgainTest : public RemoteTest {
protected:
    /// A paused run, and who watches it over a link that can be broken.
    void begin(bool story = true) {
        start();
        ASSERT_TRUE(until([&] { return script_.steps > 5; }));
        session_->pause();
        ASSERT_TRUE(until_state(RunState::Paused));
        relay_ = std::make_unique<test::Relay>(links_.path(), socket_);
        ASSERT_FALSE(relay_->path().empty());
        auto session = remote::attach_to(relay_->path(), {{"test"}, story});
        ASSERT_TRUE(session) << session.error().message;
        watcher_ = std::make_unique<Watcher>(*std::move(session));
        ASSERT_TRUE(watcher_->until([&] { return watcher_->session().place().watchers == 1; }));
        if (story) ASSERT_TRUE(watcher_->until([&] { return watcher_->last_step() == script_.steps; }));
    }
    void TearDown() override {
        watcher_.reset();
        relay_.reset();
        RemoteTest::TearDown();
    }
    void break_link() {
        relay_->hold(true);
        relay_->cut();
    }
    bool set(const std::string& key, double value) {
        if (!session_->apply({{key, value}}, ChangeOrigin::User)) return false;
        return until([&] { return !all<ParamApplied>().empty() && all<ParamApplied>().back().key == key; });
    }
    std::size_t changes_of(const std::string& key) const {
        const auto changes = watcher_->all<ParamApplied>();
        return static_cast<std::size_t>(
            std::count_if(changes.begin(), changes.end(), [&](const ParamApplied& e) { return e.key == key; }));
    }

    test::TempFolder links_;
    std::unique_ptr<test::Relay> relay_;
    std::unique_ptr<Watcher> watcher_;
};

TEST_F(LinkAgainTest, WhatHappenedMeanwhileIsToldAndNothingTwice) {
    script_.scores = [](std::int64_t, std::stop_token) {
        RunScores scores;
        scores.kid = 0.5;
        return Result<RunScores>(scores);
    };
    begin();
    ASSERT_TRUE(set("lr.g", 0.001));
    ASSERT_TRUE(watcher_->until([&] { return changes_of("lr.g") == 1; }));

    break_link();
    ASSERT_TRUE(set("lr.d", 0.002));
    session_->request_checkpoint();
    session_->request_scores();
    ASSERT_TRUE(until([&] { return !all<CheckpointSaved>().empty() && !all<ScoresDone>().empty(); }));
    const std::int64_t before = script_.steps;
    script_.let(before + 3);
    session_->resume();
    ASSERT_TRUE(until([&] { return script_.steps == before + 3; }));
    relay_->hold(false);

    ASSERT_TRUE(watcher_->until([&] { return watcher_->last_step() == before + 3; }));
    ASSERT_TRUE(watcher_->until([&] { return changes_of("lr.d") == 1; }));
    EXPECT_EQ(watcher_->all<CheckpointSaved>().size(), 1u);
    EXPECT_EQ(watcher_->all<ScoresDone>().size(), 1u);
    EXPECT_EQ(changes_of("lr.g"), 1u) << "told before";
    EXPECT_EQ(watcher_->all<RunStarted>().size(), 1u);
    std::set<std::int64_t> steps;
    for (const StepDone& step : watcher_->all<StepDone>()) EXPECT_TRUE(steps.insert(step.step).second) << step.step;
    for (std::int64_t step = before + 1; step <= before + 3; ++step) EXPECT_TRUE(steps.contains(step)) << step;
    EXPECT_EQ(watcher_->session().snapshot()->lr_d, 0.002);
}

TEST_F(LinkAgainTest, WhatWasAskedForAndDidNotArriveIsAskedAgain) {
    script_.scores = [](std::int64_t, std::stop_token) { return Result<RunScores>(RunScores{}); };
    begin();
    relay_->swallow(true);
    Session& session = watcher_->session();
    session.request_scores();
    session.request_checkpoint();
    session.request_sample({.ticket = {.number = 7}});
    ASSERT_TRUE(session.apply({{"lr.g", 0.003}}, ChangeOrigin::Control));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_TRUE(watcher_->all<ParamApplied>().empty());
    relay_->swallow(false);
    relay_->cut();
    ASSERT_TRUE(watcher_->until([&] { return !watcher_->all<ScoresDone>().empty(); }));
    ASSERT_TRUE(watcher_->until([&] { return !watcher_->all<CheckpointSaved>().empty(); }));
    ASSERT_TRUE(watcher_->until([&] {
        const auto samples = watcher_->all<SampleReady>();
        return std::any_of(samples.begin(), samples.end(), [](const SampleReady& s) { return s.ticket.number == 7; });
    }));
    ASSERT_TRUE(watcher_->until([&] { return changes_of("lr.g") == 1; }));
    EXPECT_EQ(watcher_->all<ParamApplied>().back().origin, ChangeOrigin::Control);
}

TEST_F(LinkAgainTest, AnOwnChangeThatWasMadeMeanwhileIsTheOwn) {
    begin();
    const std::int64_t at = script_.steps;
    script_.let(at);
    session_->resume();
    ASSERT_TRUE(until([&] { return script_.under_way == at + 1; }));
    // It arrives during a step, after which the link is broken.
    ASSERT_TRUE(watcher_->session().apply({{"lr.g", 0.003}}, ChangeOrigin::Undo));
    ASSERT_TRUE(watcher_->session().forecast({{"batch.micro", std::int64_t{4}}}));
    ASSERT_TRUE(watcher_->until([&] { return !watcher_->all<ForecastReady>().empty(); }));
    break_link();
    script_.let(at + 1);
    ASSERT_TRUE(until([&] { return !all<ParamApplied>().empty(); }));
    relay_->hold(false);
    ASSERT_TRUE(watcher_->until([&] { return changes_of("lr.g") == 1; }));
    EXPECT_EQ(watcher_->all<ParamApplied>().back().origin, ChangeOrigin::Undo);
}

TEST_F(LinkAgainTest, OneWhoAskedForNoPastIsToldNoneLater) {
    script_.scores = [](std::int64_t, std::stop_token) { return Result<RunScores>(RunScores{}); };
    start();
    session_->request_checkpoint();
    ASSERT_TRUE(until([&] { return !all<CheckpointSaved>().empty(); }));
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
    events_.clear();
    begin(/*story=*/false);
    const std::size_t told = watcher_->all<CheckpointSaved>().size();
    relay_->cut();
    ASSERT_TRUE(watcher_->until([&] { return watcher_->session().place().watchers == 1; }));
    session_->resume();
    ASSERT_TRUE(watcher_->until_state(RunState::Running)) << "the state is known again";
    EXPECT_EQ(watcher_->all<CheckpointSaved>().size(), told);
    EXPECT_TRUE(watcher_->all<RunStarted>().empty());
}

TEST_F(LinkAgainTest, AStateThatChangesWhileOneIsGreetedIsTold) {
    start();
    auto socket = remote::connect_to(socket_);
    ASSERT_TRUE(socket);
    remote::FramedSocket talk(*std::move(socket), remote::kReplyLimits);
    const auto next = [&]() -> std::optional<remote::Reply> {
        for (int tries = 0; tries < 2000; ++tries) {
            talk.fill();
            if (auto frame = talk.take()) {
                auto reply = remote::decode_reply(*frame);
                return reply ? std::optional(*std::move(reply)) : std::nullopt;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return std::nullopt;
    };
    const auto welcome = next();
    ASSERT_TRUE(welcome && std::holds_alternative<remote::Welcome>(*welcome));
    EXPECT_EQ(std::get<remote::Welcome>(*welcome).live.state, RunState::Running);
    session_->pause();
    ASSERT_TRUE(until_state(RunState::Paused));
    remote::Hello hello;
    hello.story = false;
    talk.queue(remote::encode(remote::Request(hello)));
    ASSERT_TRUE(talk.flush());
    bool told = false;
    while (!told) {
        const auto reply = next();
        ASSERT_TRUE(reply);
        ASSERT_FALSE(std::holds_alternative<remote::CaughtUp>(*reply));
        const auto* event = std::get_if<Event>(&*reply);
        const auto* state = event ? std::get_if<StateChanged>(event) : nullptr;
        told = state && state->to == RunState::Paused;
    }
}

TEST_F(LinkAgainTest, TheStateThatChangedMeanwhileIsToldToOneWithoutAPast) {
    begin(/*story=*/false);
    break_link();
    session_->resume();
    ASSERT_TRUE(until([&] { return session_->state() == RunState::Running; }));
    relay_->hold(false);
    ASSERT_TRUE(watcher_->until([&] {
        const auto changes = watcher_->all<StateChanged>();
        return !changes.empty() && changes.back().to == RunState::Running;
    }));
}

}  // namespace
}  // namespace headroom
