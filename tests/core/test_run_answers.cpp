// Every request of a run is answered: two who change settings in one step, a checkpoint that is there already, a pause of a lent run.
#include "tests/core/cli_verbs.h"
#include "tests/core/remote_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <future>

namespace headroom {
namespace {

using ::testing::HasSubstr;

class RunAnswersTest : public SessionTest {
protected:
    void ask(ParamPatch patch, const std::string& by) {
        ASSERT_TRUE(session_->apply(std::move(patch), ChangeSource{ChangeOrigin::Elsewhere, by}));
    }
    /// Who made the latest change of `key`, ever with this value; "nobody" so far.
    std::string made(const std::string& key, const ParamValue& value) const {
        for (const ParamApplied& e : all<ParamApplied>())
            if (e.key == key && e.new_value == value) return e.by;
        return "nobody";
    }
    /// The run stands within a step until goes_on().
    void hold() {
        script_.let(3);
        ASSERT_TRUE(session_->start(request()));
        ASSERT_TRUE(until([&] { return script_.under_way == 4; }));
    }
    void goes_on() { script_.let(std::numeric_limits<std::int64_t>::max()); }
};

TEST_F(RunAnswersTest, ChangesByTwoInOneStepAreEachTheirOwn) {
    hold();
    ask({{"lr.g", 0.001}, {"lr.d", 0.001}}, "first");
    ask({{"lr.d", 0.002}, {"ema.half_life", 250.0}}, "second");
    goes_on();
    ASSERT_TRUE(until([&] { return made("lr.d", 0.002) != "nobody"; }));
    EXPECT_EQ(made("lr.g", 0.001), "first");
    EXPECT_EQ(made("lr.d", 0.001), "first") << "also what the second one changed again";
    EXPECT_EQ(made("lr.d", 0.002), "second");
    EXPECT_EQ(made("ema.half_life", 250.0), "second");
    EXPECT_EQ(session_->snapshot()->lr_d, 0.002);
    EXPECT_EQ(all<ParamApplied>().front().step, all<ParamApplied>().back().step) << "before one step";
}

TEST_F(RunAnswersTest, OfOneWhoChangesAKeyTwiceInAStepTheLatestValueWins) {
    hold();
    ask({{"lr.g", 0.001}}, "first");
    ask({{"lr.g", 0.002}}, "first");
    goes_on();
    ASSERT_TRUE(until([&] { return !all<ParamApplied>().empty(); }));
    EXPECT_EQ(all<ParamApplied>().front().new_value, ParamValue(0.002));
}

TEST_F(RunAnswersTest, AChangeThatIsRefusedTakesNoOtherWithIt) {
    hold();
    ask({{"lr.g", 0.001}}, "first");
    ask({{"precision", std::string("fp32")}, {"steps", std::int64_t{0}}}, "second");
    goes_on();
    ASSERT_TRUE(until([&] { return made("steps", std::int64_t{0}) == "second"; }));
    EXPECT_EQ(made("lr.g", 0.001), "first");
}

TEST_F(RunAnswersTest, OneWaitsBehindThePicturesOfAnother) {
    script_.packs = true;
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Running));
    ask({{"image.size", std::int64_t{128}}, {"lr.g", 0.001}}, "first");
    ASSERT_TRUE(until([&] { return script_.packings == 1; }));
    ask({{"lr.d", 0.002}}, "second");  // has nothing to do with it
    ASSERT_TRUE(until([&] { return made("lr.d", 0.002) == "second"; }));
    ask({{"image.size", std::int64_t{256}}}, "second");
    ask({{"lr.g", 0.003}}, "third");
    script_.release();
    ASSERT_TRUE(until([&] { return made("lr.g", 0.003) == "third"; }));
    EXPECT_EQ(made("image.size", std::int64_t{128}), "first");
    EXPECT_EQ(made("lr.g", 0.001), "first");
    ASSERT_TRUE(until([&] { return made("image.size", std::int64_t{256}) == "second"; }));
    EXPECT_EQ(session_->snapshot()->image_size, 256);
    EXPECT_EQ(session_->snapshot()->lr_g, 0.003);
}

TEST_F(RunAnswersTest, WhatWaitsBehindPicturesIsAnsweredAtTheEndToo) {
    script_.packs = true;
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Running));
    ask({{"image.size", std::int64_t{128}}}, "first");
    ASSERT_TRUE(until([&] { return script_.packings == 1; }));
    ask({{"image.size", std::int64_t{256}}}, "second");
    const std::int64_t now = script_.steps;
    ASSERT_TRUE(until([&] { return script_.steps > now + 3; })) << "it is taken before a step";
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(all<ParamRefused>().size(), 2u);
}

TEST_F(RunAnswersTest, ACheckpointThatIsThereIsToldAgain) {
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Running));
    session_->pause();
    ASSERT_TRUE(until_state(RunState::Paused));
    for (std::size_t times = 1; times <= 3; ++times) {
        session_->request_checkpoint();
        ASSERT_TRUE(until([&] { return all<CheckpointSaved>().size() == times; }));
    }
    const auto saved = all<CheckpointSaved>();
    EXPECT_EQ(saved[1].path, saved[0].path);
    EXPECT_EQ(saved[1].step, saved[0].step);
    EXPECT_EQ(saved[1].images, saved[0].images);
    EXPECT_EQ(saved[1].size, saved[0].size);
    // One that somebody deleted is written anew.
    std::filesystem::remove_all(saved[0].path);
    session_->request_checkpoint();
    ASSERT_TRUE(until([&] { return all<CheckpointSaved>().size() == 4u; }));
    EXPECT_TRUE(std::filesystem::exists(saved[0].path));
}

TEST_F(RunAnswersTest, ScoresThatAStopCutShortAreAnswered) {
    std::atomic<bool> scoring{false};
    script_.scores = [&](std::int64_t, std::stop_token stop) -> Result<RunScores> {
        scoring = true;
        while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return make_error(ErrorCode::Cancelled, "scoring was stopped");
    };
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Running));
    session_->request_scores();
    ASSERT_TRUE(until([&] { return scoring.load(); }));
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
    ASSERT_EQ(all<Warning>().size(), 1u);
    EXPECT_EQ(all<Warning>().front().id, "scores");
}

/// The command line beside the run that it steers, in one process.
class RunAnswersCliTest : public RemoteTest {
protected:
    class Cli : public CliVerbs {
    public:
        using CliVerbs::err_;
        int run(const std::vector<std::string>& words) { return cli(words); }

    private:
        void TestBody() override {}
    };

    void begin() {
        start();
        session_->pause();
        ASSERT_TRUE(until_state(RunState::Paused));
    }
    /// `runs WORD` of the run; -1: it did not end.
    int runs(const std::string& word) {
        auto ended = std::async(std::launch::async, [&] { return cli_.run({"runs", word, "unix:" + socket_}); });
        if (ended.wait_for(std::chrono::seconds(20)) == std::future_status::ready) return ended.get();
        session_->request_stop(StopMode::StopWithoutSaving);  // that ends the wait
        ended.wait();
        return -1;
    }

    Cli cli_;
};

TEST_F(RunAnswersCliTest, ACheckpointTwiceDuringAPause) {
    begin();
    EXPECT_EQ(runs("checkpoint"), 0) << cli_.err_;
    EXPECT_EQ(runs("checkpoint"), 0) << cli_.err_;
    EXPECT_THAT(cli_.err_, HasSubstr("checkpoint "));
}

TEST_F(RunAnswersCliTest, ALentRunNeedsNoPause) {
    begin();
    session_->lend();
    ASSERT_TRUE(until_state(RunState::Lent));
    EXPECT_EQ(runs("pause"), 0) << cli_.err_;
    EXPECT_THAT(cli_.err_, HasSubstr("lent"));
    EXPECT_EQ(session_->state(), RunState::Lent);
}

TEST_F(RunAnswersCliTest, AStopThatTheDiskHoldsUpIsAnError) {
    begin();
    const std::filesystem::path place = std::filesystem::path(all<RunStarted>().front().run_dir) / "checkpoints";
    std::filesystem::remove_all(place);
    test::write_bytes(place.string(), "in the way");
    EXPECT_EQ(runs("stop"), 5);
    EXPECT_THAT(cli_.err_, HasSubstr("cannot write"));
    EXPECT_EQ(session_->state(), RunState::Paused);
}

}  // namespace
}  // namespace headroom
