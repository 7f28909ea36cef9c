// A run that is scored between its steps: when, what is kept of it, which checkpoint is the best, what goes wrong.
#include "core/engine/run_reader.h"
#include "tests/core/session_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <new>
#include <thread>

namespace headroom {
namespace {

RunScores scored_as(double kid, double fid = 1) {
    RunScores out;
    out.features = "random";
    out.pictures = 64;
    out.fid = fid;
    out.kid = kid;
    out.kid_error = 0.01;
    return out;
}

class RunScoresTest : public SessionTest {
protected:
    /// Scored every 5 steps as `kids` says, the best by KID.
    RunRequest scored(std::int64_t steps, std::map<std::int64_t, double> kids, const ParamPatch& more = {}) {
        script_.scores = [kids = std::move(kids)](std::int64_t step, std::stop_token) -> Result<RunScores> {
            const auto kid = kids.find(step);
            return kid == kids.end() ? scored_as(1) : scored_as(kid->second);
        };
        RunRequest r = request(steps);
        ParamPatch patch{{"scores.every", std::int64_t{5}},
                         {"checkpoint.best", std::string("kid")},
                         {"checkpoint.keep", std::int64_t{1}}};
        for (const auto& [key, value] : more) patch[key] = value;
        r.config = std::make_shared<const TrainConfig>(*with_patch(*r.config, patch));
        return r;
    }
    bool runs_to_its_end(RunRequest r) {
        events_.clear();
        EXPECT_TRUE(session_->start(std::move(r)));
        return ends();
    }
    /// The state comes last: from then on another run may be started.
    bool ends() { return until_state(RunState::Finished); }
    std::string dir() { return all<Finished>().front().run_dir; }
    std::vector<std::int64_t> scored_steps() {
        std::vector<std::int64_t> out;
        for (const ScoresDone& s : all<ScoresDone>()) out.push_back(s.step);
        return out;
    }
    /// The steps of the checkpoints on the disk, the best one first.
    std::vector<std::int64_t> kept(const std::string& run_dir) {
        std::vector<std::int64_t> out;
        const auto run = read_run(run_dir);
        if (!run) return out;
        for (const CheckpointInfo& c : run->info.checkpoints) out.insert(c.best ? out.begin() : out.end(), c.step);
        return out;
    }
};

TEST_F(RunScoresTest, EverySoOftenToldAndKept) {
    ASSERT_TRUE(runs_to_its_end(scored(17, {{5, 0.5}, {10, 0.2}, {15, 0.4}})));
    EXPECT_EQ(scored_steps(), (std::vector<std::int64_t>{5, 10, 15}));
    const auto run = read_run(dir());
    ASSERT_TRUE(run) << run.error().message;
    ASSERT_EQ(run->scores.size(), 3u);
    EXPECT_EQ(run->scores[1].step, 10);
    EXPECT_EQ(run->scores[1].images, 80);
    EXPECT_EQ(run->scores[1].scores.kid, 0.2);
    EXPECT_EQ(run->scores[1].scores.features, "random");
    EXPECT_TRUE(std::isnan(run->scores[1].scores.precision)) << "not known stays not known";
    const auto lines = all<LogLine>();
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const LogLine& line) {
        return line.text.find("step 5: FID 1, KID 0.5") != std::string::npos && line.text.ends_with(" s");
    })) << "how long it took";
}

TEST_F(RunScoresTest, TheBestScoreIsTheBestCheckpointAndSavedAtOnce) {
    ASSERT_TRUE(runs_to_its_end(scored(22, {{5, 0.5}, {10, 0.2}, {15, 0.4}, {20, 0.3}})));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{10, 22}));
}

TEST_F(RunScoresTest, AnotherFigureMakesAnotherCheckpointTheBest) {
    RunRequest r = scored(22, {}, {{"checkpoint.best", std::string("fid")}});
    script_.scores = [](std::int64_t step, std::stop_token) -> Result<RunScores> {
        return scored_as(step == 10 ? 0.1 : 0.2, step == 15 ? 3 : 4);
    };
    ASSERT_TRUE(runs_to_its_end(r));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{15, 22}));
}

TEST_F(RunScoresTest, TheUsualScoreAsksForNoCheckpoints) {
    ASSERT_TRUE(runs_to_its_end(scored(12, {{5, 0.1}, {10, 0.9}}, {{"checkpoint.best", std::string("family")}})));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{12}));
}

TEST_F(RunScoresTest, AStepThatWasSavedBeforeItWasScoredCanStillBeTheBest) {
    RunRequest r = scored(0, {{3, 0.1}}, {{"scores.every", std::int64_t{0}}});
    script_.let(3);
    ASSERT_TRUE(session_->start(r));
    ASSERT_TRUE(until([this] { return !all<StepDone>().empty() && all<StepDone>().back().step == 3; }));
    session_->pause();
    script_.let(4);
    ASSERT_TRUE(until([this] { return session_->state() == RunState::Paused; }));
    session_->request_checkpoint();
    ASSERT_TRUE(until([this] { return !all<CheckpointSaved>().empty(); }));
    session_->request_scores();
    ASSERT_TRUE(until([this] { return all<CheckpointSaved>().size() == 2; }));
    const auto saved = all<CheckpointSaved>();
    EXPECT_FALSE(saved[0].best);
    EXPECT_TRUE(saved[1].best);
    EXPECT_EQ(saved[0].step, saved[1].step);
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(ends());
}

TEST_F(RunScoresTest, ABestCheckpointThatNoScoreChoosesIsToldAtTheStart) {
    const auto told = [this] {
        const auto warnings = all<Warning>();
        return std::count_if(warnings.begin(), warnings.end(),
                             [](const Warning& w) { return w.message.starts_with("checkpoint.best: "); });
    };
    ASSERT_TRUE(runs_to_its_end(scored(3, {}, {{"scores.every", std::int64_t{0}}})));
    EXPECT_EQ(told(), 1);
    ASSERT_TRUE(runs_to_its_end(scored(7, {})));
    EXPECT_EQ(told(), 0);
}

TEST_F(RunScoresTest, ARunThatGoesOnKnowsItsBest) {
    ASSERT_TRUE(runs_to_its_end(scored(12, {{5, 0.5}, {10, 0.2}})));
    RunRequest on = scored(27, {{15, 0.3}, {20, 0.25}, {25, 0.9}});
    on.resume_from = dir();
    ASSERT_TRUE(runs_to_its_end(on));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{10, 27}));
    EXPECT_EQ(read_run(dir())->scores.size(), 5u);
    on = scored(32, {{30, 0.1}});
    on.resume_from = dir();
    ASSERT_TRUE(runs_to_its_end(on));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{30, 32}));
}

TEST_F(RunScoresTest, OtherFeaturesBeginAnew) {
    ASSERT_TRUE(runs_to_its_end(scored(7, {{5, 0.1}})));
    RunRequest on = scored(12, {});
    script_.scores = [](std::int64_t, std::stop_token) -> Result<RunScores> {
        RunScores out = scored_as(7);
        out.features = "clip";
        return out;
    };
    on.resume_from = dir();
    ASSERT_TRUE(runs_to_its_end(on));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{10, 12}));
}

TEST_F(RunScoresTest, APrecisionIsTheBetterTheHigherItIs) {
    RunRequest r = scored(22, {}, {{"checkpoint.best", std::string("precision")}});
    script_.scores = [](std::int64_t step, std::stop_token) -> Result<RunScores> {
        RunScores out = scored_as(static_cast<double>(step));
        out.precision = step == 10 ? 0.9 : 0.5;
        return out;
    };
    ASSERT_TRUE(runs_to_its_end(r));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{10, 22}));
}

TEST_F(RunScoresTest, CopiesAreTheBetterTheFewerThereAre) {
    RunRequest r = scored(22, {}, {{"checkpoint.best", std::string("copies")}});
    script_.scores = [](std::int64_t step, std::stop_token) -> Result<RunScores> {
        RunScores out = scored_as(static_cast<double>(step));
        out.copies = step == 10 ? 0.1 : 0.5;
        return out;
    };
    ASSERT_TRUE(runs_to_its_end(r));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{10, 22}));
}

TEST_F(RunScoresTest, CopiesThatWereLookedForAmongFewerBeginAnew) {
    RunRequest r = scored(17, {}, {{"checkpoint.best", std::string("copies")}});
    script_.scores = [](std::int64_t step, std::stop_token) -> Result<RunScores> {
        RunScores out = scored_as(1);
        out.copies = step == 5 ? 0.1 : step == 10 ? 0.3 : 0.4;
        out.copies_among = step == 5 ? 64 : 500;
        return out;
    };
    ASSERT_TRUE(runs_to_its_end(r));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{10, 17}));
}

TEST_F(RunScoresTest, ScoresAgainstOtherPicturesAreNoRivals) {
    ASSERT_TRUE(runs_to_its_end(scored(7, {{5, 0.1}})));
    RunRequest on = scored(12, {{10, 0.7}});
    on.resume_from = dir();
    script_.other_data = true;
    ASSERT_TRUE(runs_to_its_end(on));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{10, 12})) << "what others scored says nothing of these";
    script_.other_data = false;
    on = scored(17, {{15, 0.8}});
    on.resume_from = dir();
    ASSERT_TRUE(runs_to_its_end(on));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{10, 17})) << "which the run's history remembers";
}

TEST_F(RunScoresTest, TheUsualScoreOfOtherPicturesIsNoRivalEither) {
    const ParamPatch usual{{"scores.every", std::int64_t{0}}, {"checkpoint.best", std::string("family")}};
    script_.score = [](std::int64_t step) { return static_cast<double>(step); };
    ASSERT_TRUE(runs_to_its_end(scored(7, {}, usual)));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{7}));
    RunRequest on = scored(12, {}, usual);
    on.resume_from = dir();
    script_.other_data = true;
    ASSERT_TRUE(runs_to_its_end(on));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{12})) << "and nothing keeps the one before";
    EXPECT_EQ(read_run(dir())->info.score, 12);
    script_.other_data = false;
    on = scored(17, {}, usual);
    on.resume_from = dir();
    ASSERT_TRUE(runs_to_its_end(on));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{12, 17})) << "which the run's history remembers";
}

TEST_F(RunScoresTest, PicturesThatAreCutOtherwiseAreOthers) {
    script_.let(7);
    ASSERT_TRUE(session_->start(scored(17, {{5, 0.1}, {10, 0.7}, {15, 0.8}})));
    ASSERT_TRUE(until([this] { return !all<StepDone>().empty() && all<StepDone>().back().step == 7; }));
    ASSERT_TRUE(session_->apply({{"data.fit", std::string("pad")}}, {}));
    script_.let(1000000);
    ASSERT_TRUE(ends());
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{10, 17}));
    RunRequest on = scored(22, {{20, 0.9}}, {{"data.fit", std::string("stretch")}});
    on.resume_from = dir();
    ASSERT_TRUE(runs_to_its_end(on));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{20, 22})) << "also where the run goes on with them";
}

TEST_F(RunScoresTest, PicturesOfAnotherSizeBeginAnew) {
    RunRequest r = scored(22, {});
    script_.scores = [](std::int64_t step, std::stop_token) -> Result<RunScores> {
        RunScores out = scored_as(step == 5 ? 0.1 : step == 10 ? 0.7 : 0.8);
        out.side = step < 10 ? 32 : 64;
        return out;
    };
    ASSERT_TRUE(runs_to_its_end(r));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{10, 22})) << "what 32 pixels scored says nothing of 64";
    EXPECT_EQ(read_run(dir())->scores[0].scores.side, 32);
}

TEST_F(RunScoresTest, AnUnknownSizeIsComparedAsBefore) {
    RunRequest r = scored(22, {});
    script_.scores = [](std::int64_t step, std::stop_token) -> Result<RunScores> {
        RunScores out = scored_as(step == 5 ? 0.1 : 0.7);
        out.side = step == 5 ? 0 : 64;
        return out;
    };
    ASSERT_TRUE(runs_to_its_end(r));
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{5, 22}));
}

TEST_F(RunScoresTest, TheUsualScoreOfASmallerSizeIsNoRivalAfterGrowth) {
    RunRequest r = scored(12, {},
                          {{"scores.every", std::int64_t{0}},
                           {"checkpoint.best", std::string("family")},
                           {"checkpoint.every", std::int64_t{5}},
                           {"image.size", std::int64_t{32}}});
    script_.score = [](std::int64_t step) { return step == 5 ? 1.0 : step == 10 ? 4.0 : 6.0; };
    // Checkpoint by checkpoint: one that waits to be written gives way to the next.
    script_.let(6);
    ASSERT_TRUE(session_->start(r));
    ASSERT_TRUE(until([this] { return all<CheckpointSaved>().size() == 1; }));
    ASSERT_TRUE(session_->apply({{"image.size", std::int64_t{64}}}, {}));
    script_.let(11);
    ASSERT_TRUE(until([this] { return all<CheckpointSaved>().size() == 2; }));
    script_.let(1000000);
    ASSERT_TRUE(ends());
    EXPECT_EQ(kept(dir()), (std::vector<std::int64_t>{10, 12})) << "the first one at 64 px, not that at 32";
}

TEST_F(RunScoresTest, WhoAskedAndWasCutShortGetsThemWhenTheRunGoesOn) {
    RunRequest r = scored(0, {}, {{"scores.every", std::int64_t{0}}});
    std::atomic<bool> begun{false};
    script_.scores = [&](std::int64_t, std::stop_token stop) -> Result<RunScores> {
        begun = true;
        while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return make_error(ErrorCode::Cancelled, "scoring was stopped");
    };
    ASSERT_TRUE(session_->start(r));
    ASSERT_TRUE(until_state(RunState::Running));
    session_->request_scores();
    ASSERT_TRUE(until([&] { return begun.load(); }));
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(ends());
    EXPECT_TRUE(all<ScoresDone>().empty());
    const auto warnings = all<Warning>();
    EXPECT_EQ(std::count_if(warnings.begin(), warnings.end(), [](const Warning& w) { return w.id == "scores"; }), 2)
        << "that no score chooses the best checkpoint, and that these were cut short";
    const std::string run_dir = dir();
    const std::int64_t step = all<Finished>().front().step;
    EXPECT_TRUE(std::filesystem::exists(run_dir + "/scores-wanted"));

    RunRequest on = scored(step + 3, {}, {{"scores.every", std::int64_t{0}}});
    on.resume_from = run_dir;
    ASSERT_TRUE(runs_to_its_end(on));
    EXPECT_EQ(scored_steps(), std::vector<std::int64_t>{step});
    EXPECT_FALSE(std::filesystem::exists(run_dir + "/scores-wanted"));
    on = scored(step + 6, {}, {{"scores.every", std::int64_t{0}}});
    on.resume_from = run_dir;
    ASSERT_TRUE(runs_to_its_end(on));
    EXPECT_TRUE(scored_steps().empty()) << "once is enough";
}

TEST_F(RunScoresTest, TheNoteThatScoresAreWantedGoesWithItsRun) {
    ASSERT_TRUE(runs_to_its_end(scored(3, {})));
    const std::string run_dir = dir();
    std::ofstream(run_dir + "/scores-wanted").flush();
    EXPECT_TRUE(delete_run_folder(run_dir));
    EXPECT_FALSE(std::filesystem::exists(run_dir));
}

TEST_F(RunScoresTest, WhatGoesWrongIsToldAndTheRunGoesOn) {
    RunRequest r = scored(12, {});
    script_.scores = [](std::int64_t, std::stop_token) -> Result<RunScores> {
        return make_error(ErrorCode::BadFile, "/weights/wrong.pth holds no Inception", "Name another file.");
    };
    ASSERT_TRUE(runs_to_its_end(r));
    const auto warnings = all<Warning>();
    ASSERT_EQ(std::count_if(warnings.begin(), warnings.end(), [](const Warning& w) { return w.id == "scores"; }), 1)
        << "the second time it is known";
    EXPECT_EQ(warnings.front().message, "/weights/wrong.pth holds no Inception");
    EXPECT_TRUE(all<ScoresDone>().empty());
}

TEST_F(RunScoresTest, AScoringThatThrowsIsMissedAndTheRunGoesOn) {
    RunRequest r = scored(7, {});
    script_.scores = [](std::int64_t, std::stop_token) -> Result<RunScores> { throw std::bad_alloc(); };
    ASSERT_TRUE(runs_to_its_end(r));
    const auto warnings = all<Warning>();
    EXPECT_EQ(std::count_if(warnings.begin(), warnings.end(), [](const Warning& w) { return w.id == "scores"; }), 1);
    EXPECT_TRUE(all<ScoresDone>().empty());
}

TEST_F(RunScoresTest, AStopGivesUpAScoringWhichIsTakenWhenTheRunGoesOn) {
    RunRequest r = scored(12, {});
    std::atomic<bool> begun{false};
    script_.scores = [&](std::int64_t, std::stop_token stop) -> Result<RunScores> {
        begun = true;
        while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return make_error(ErrorCode::Cancelled, "stopped");
    };
    ASSERT_TRUE(session_->start(r));
    ASSERT_TRUE(until([&] { return begun.load(); }));
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(ends());
    EXPECT_EQ(all<Finished>().front().step, 5);
    EXPECT_TRUE(all<ScoresDone>().empty());
    const std::string run_dir = dir();
    RunRequest on = scored(12, {{5, 0.5}});
    on.resume_from = run_dir;
    ASSERT_TRUE(runs_to_its_end(on));
    EXPECT_EQ(scored_steps(), (std::vector<std::int64_t>{5, 10}));
}

TEST_F(RunScoresTest, AScoringGivesWayToAPauseAndIsTakenBeforeTheNextStep) {
    RunRequest r = scored(12, {});
    std::atomic<bool> begun{false};
    script_.scores = [&](std::int64_t step, std::stop_token stop) -> Result<RunScores> {
        if (begun.exchange(true)) return scored_as(step == 5 ? 0.5 : 0.4);
        while (!stop.stop_requested()) {
            script_.scoring("looking at samples", 0.5);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return make_error(ErrorCode::Cancelled, "scoring was stopped");
    };
    ASSERT_TRUE(session_->start(r));
    ASSERT_TRUE(until([&] { return begun.load(); }));
    session_->pause();
    ASSERT_TRUE(until_state(RunState::Paused));
    EXPECT_TRUE(all<ScoresDone>().empty());
    session_->resume();
    ASSERT_TRUE(ends());
    EXPECT_EQ(scored_steps(), (std::vector<std::int64_t>{5, 10}));
    EXPECT_FALSE(std::filesystem::exists(dir() + "/scores-wanted"));
}

TEST_F(RunScoresTest, AskedForWhileItCannotBeSaysWhy) {
    RunRequest r = scored(0, {}, {{"scores.every", std::int64_t{0}}});
    script_.let(3);
    ASSERT_TRUE(session_->start(r));
    session_->lend();
    script_.let(1000000);
    ASSERT_TRUE(until([this] { return session_->state() == RunState::Lent; }));
    session_->request_scores();
    const auto told = [this] {
        const auto warnings = all<Warning>();
        return std::any_of(warnings.begin(), warnings.end(), [](const Warning& w) {
            return w.id == "scores" && w.message.find("lent") != std::string::npos;
        });
    };
    EXPECT_TRUE(until(told));
    session_->request_stop(StopMode::StopWithoutSaving);
    ASSERT_TRUE(ends());
}

TEST_F(RunScoresTest, ARunOfAnotherKindSaysThatItIsNotScored) {
    script_.let(3);
    ASSERT_TRUE(session_->start(request()));
    session_->request_scores();
    script_.let(1000000);
    ASSERT_TRUE(until([this] { return !all<Warning>().empty(); }));
    EXPECT_EQ(all<Warning>().front().message, "runs of this kind are not scored");
    session_->request_stop(StopMode::StopWithoutSaving);
    ASSERT_TRUE(ends());
}

TEST(BestByScores, EachFigureIsOrderedByWhatIsBetter) {
    for (const std::string_view name : EnumNames<BestBy>::names) {
        const BestBy by = *enum_from_name<BestBy>(name);
        if (by == BestBy::Family) continue;
        const ScoreFigure* figure = score_named(name);
        ASSERT_TRUE(figure) << name;
        RunScores low, high;
        low.*figure->of = 0.2;
        high.*figure->of = 0.7;
        const bool more_is_better = by == BestBy::Precision || by == BestBy::Recall;
        EXPECT_EQ(low.order_by(by) > high.order_by(by), more_is_better) << name;
        EXPECT_TRUE(std::isnan(RunScores{}.order_by(by))) << name << ": what is not known is never the best";
    }
}

}  // namespace
}  // namespace headroom
