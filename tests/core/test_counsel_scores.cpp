// Counsel after a change: whether the run's score has moved.
#include "core/config/change_mark.h"
#include "core/engine/counsel/run_counsel.h"
#include "core/families/registry.h"
#include "tests/core/played_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace headroom::counsel_test {
namespace {

ScoresDone scored_at(std::int64_t step, double kid) {
    ScoresDone out{step, 0, 0, {}};
    out.scores.features = "random";
    out.scores.kid = kid;
    out.scores.kid_error = 0.03;
    return out;
}

TEST(Counsel, SaysWhetherTheScoreMoved) {
    Played run;
    run.config.scores_every = 250;
    run.begin();
    run.winning(400);
    run.watch.add_scores(scored_at(400, 0.5));
    run.config.edit<DcganConfig>().instance_noise = 0.1;
    run.watch.changed(run.config, {"loss.noise"}, run.at, false);
    run.config.scores_count = 100;
    run.watch.changed(run.config, {"scores.count"}, run.at, false);  // of no consequence for the training
    run.calm(400);
    EXPECT_EQ(run.told.back().state, CounselState::Changed) << "the score of after the change is still to come";
    run.watch.add_scores(scored_at(run.at, 0.2));
    run.calm(40);
    ASSERT_EQ(run.told.back().state, CounselState::Judged);
    EXPECT_EQ(run.told.back().score_name, "KID");
    EXPECT_EQ(run.told.back().score_before, 0.5);
    EXPECT_EQ(run.told.back().score_after, 0.2);
    EXPECT_NEAR(run.told.back().score_error, std::hypot(0.03, 0.03), 1e-12);
}

TEST(Counsel, JudgesWithoutAScoreThatDoesNotCome) {
    Played run;
    run.config.scores_every = 100;
    run.begin();
    run.winning(400);
    run.watch.add_scores(scored_at(400, 0.5));
    run.config.edit<DcganConfig>().instance_noise = 0.1;
    run.watch.changed(run.config, {"loss.noise"}, run.at, false);
    run.calm(600);
    ASSERT_EQ(run.told.back().state, CounselState::Judged);
    EXPECT_TRUE(run.told.back().score_name.empty());
    EXPECT_TRUE(std::isnan(run.told.back().score_after));
}

void add_noise(Played& run) {
    run.config.edit<DcganConfig>().instance_noise = 0.1;
    run.watch.changed(run.config, {"loss.noise"}, run.at, false);
}

TEST(Counsel, AsksForScoresAroundAChangeWhereNoneAreDue) {
    Played run;
    run.begin();
    run.winning(400);
    EXPECT_FALSE(run.watch.asks_for_scores());
    add_noise(run);
    EXPECT_TRUE(run.watch.asks_for_scores()) << "before a step with the change is made";
    EXPECT_FALSE(run.watch.asks_for_scores()) << "once";
    run.watch.add_scores(scored_at(400, 0.5));
    run.calm(300);
    EXPECT_FALSE(run.watch.asks_for_scores());
    run.calm(1);
    EXPECT_TRUE(run.watch.asks_for_scores()) << "a window after it";
    EXPECT_EQ(run.told.back().state, CounselState::Changed);
    run.watch.add_scores(scored_at(run.at, 0.2));
    run.calm(40);
    ASSERT_EQ(run.told.back().state, CounselState::Judged);
    EXPECT_EQ(run.told.back().score_name, "KID");
    EXPECT_EQ(run.told.back().score_before, 0.5);
    EXPECT_EQ(run.told.back().score_after, 0.2);
}

TEST(Counsel, AsksAgainForScoresThatAStopCutShort) {
    RunHistory past;
    past.config = default_config(kDcgan);
    past.config.edit<DcganConfig>().instance_noise = 0.1;
    const auto make_steps = [&past](int count, double d_real, double d_fake) {
        for (int i = 0; i < count; ++i) {
            StepDone step;
            step.step = std::ssize(past.steps) + 1;
            step.d_real = d_real;
            step.d_fake = d_fake;
            past.steps.push_back(step);
        }
    };
    const auto asks = [&past] {
        Played on;
        catch_up(on.watch, past, past.config, {});
        return on.watch.asks_for_scores();
    };
    make_steps(400, 0.98, 0.02);
    ParamApplied change;
    change.key = "loss.noise";
    change.old_value = 0.0;
    change.new_value = 0.1;
    past.marks.push_back({400, 0, "edit", mark_text(change)});
    EXPECT_TRUE(asks()) << "before a step with the change is made";
    make_steps(1, 0.7, 0.2);
    EXPECT_FALSE(asks()) << "it was made without them: they could not be had";
    past.scores.push_back(scored_at(400, 0.5));
    make_steps(299, 0.7, 0.2);
    EXPECT_FALSE(asks());
    make_steps(1, 0.7, 0.2);
    EXPECT_TRUE(asks()) << "a window after it";
    make_steps(1, 0.7, 0.2);
    EXPECT_FALSE(asks());
    past.steps.pop_back();
    past.scores.push_back(scored_at(701, 0.2));
    EXPECT_FALSE(asks()) << "they were had";
}

TEST(Counsel, JudgesWithoutScoresThatCannotBeHad) {
    for (const bool before : {false, true}) {
        Played run;
        run.begin();
        run.winning(400);
        add_noise(run);
        EXPECT_TRUE(run.watch.asks_for_scores());
        if (before) run.watch.add_scores(scored_at(400, 0.5));
        run.calm(301);
        EXPECT_EQ(run.watch.asks_for_scores(), before) << "nothing to compare them with";
        run.calm(39);
        ASSERT_EQ(run.told.back().state, CounselState::Judged);
        EXPECT_TRUE(run.told.back().score_name.empty());
        EXPECT_TRUE(std::isnan(run.told.back().score_after));
    }
}

TEST(Counsel, JudgesNothingBeforeTheRunHasHeardThatItAsksForScores) {
    Played run;
    run.begin();
    run.winning(400);
    add_noise(run);
    EXPECT_TRUE(run.watch.asks_for_scores());
    run.watch.add_scores(scored_at(400, 0.5));
    run.calm(380);  // figures that come all at once
    EXPECT_EQ(run.told.back().state, CounselState::Changed);
    EXPECT_TRUE(run.watch.would_ask_for_scores());
    EXPECT_TRUE(run.watch.asks_for_scores());
    EXPECT_FALSE(run.watch.would_ask_for_scores());
    run.watch.add_scores(scored_at(run.at, 0.2));
    run.calm(40);
    ASSERT_EQ(run.told.back().state, CounselState::Judged);
    EXPECT_EQ(run.told.back().score_after, 0.2);
}

TEST(Counsel, AsksForNoScoresThatAreThereOrWillBe) {
    const auto asks = [](std::int64_t every, std::int64_t scored) {
        Played run;
        run.config.scores_every = every;
        run.begin();
        run.winning(400);
        run.watch.add_scores(scored_at(scored, 0.5));
        add_noise(run);
        const bool before = run.watch.asks_for_scores();
        run.watch.add_scores(scored_at(before ? 400 : scored, 0.5));
        run.calm(340);
        return std::pair(before, run.watch.asks_for_scores());
    };
    EXPECT_EQ(asks(250, 250), std::pair(false, false)) << "the next ones are due soon enough";
    EXPECT_EQ(asks(5000, 50), std::pair(true, true)) << "they are old, and the next ones far off";
    EXPECT_EQ(asks(0, 350), std::pair(false, true)) << "somebody has just asked for them";
}

TEST(Counsel, AsksForNoScoresThatSayNothingOfItsChange) {
    Played spare;
    spare.config.checkpointing = Checkpointing::On;
    spare.begin();
    spare.steps(150, [](StepDone& s) {
        s.peak = Bytes{100};
        s.budget = Bytes{1000};
    });
    ASSERT_EQ(raised(spare.told), std::vector<std::string>{"memory-spare"});
    spare.config.checkpointing = Checkpointing::Off;
    spare.watch.changed(spare.config, {"memory.checkpointing"}, spare.at, false);
    ASSERT_EQ(spare.told.back().state, CounselState::Changed);
    EXPECT_FALSE(spare.watch.asks_for_scores()) << "the pictures are the same";

    Played cut;
    cut.begin({.count = 20000, .cut = 0.6});
    cut.calm(40);
    cut.config.data_fit = FitMode::Pad;
    cut.watch.changed(cut.config, {"data.fit"}, cut.at, false);
    ASSERT_EQ(cut.told.back().state, CounselState::Changed);
    EXPECT_FALSE(cut.watch.asks_for_scores()) << "the data are others";
}

TEST(Counsel, TellsTheScoreByWhichCheckpointsAreTheBest) {
    const auto told = [](BestBy best, std::int64_t pictures) {
        Played run;
        run.config.best_by = best;
        run.begin();
        run.winning(400);
        const auto add = [&](double precision, std::int64_t count) {
            ScoresDone scores = scored_at(run.at, 0.5);
            scores.scores.pictures = count;
            scores.scores.precision = precision;
            scores.scores.precision_error = 0.02;
            run.watch.add_scores(scores);
        };
        add(0.6, 100);
        add_noise(run);
        run.calm(301);
        add(0.8, pictures);
        run.calm(40);
        EXPECT_EQ(run.told.back().state, CounselState::Judged);
        return run.told.back();
    };
    const CounselTold precision = told(BestBy::Precision, 100);
    EXPECT_EQ(precision.score_name, "Precision score");
    EXPECT_EQ(precision.score_before, 0.6);
    EXPECT_EQ(precision.score_after, 0.8);
    EXPECT_NEAR(precision.score_error, std::hypot(0.02, 0.02), 1e-12);
    EXPECT_EQ(told(BestBy::Family, 100).score_name, "KID");
    EXPECT_EQ(told(BestBy::DGap, 100).score_name, "KID") << "nothing was held out";
    EXPECT_EQ(told(BestBy::Precision, 200).score_name, "KID") << "of other numbers of pictures it alone says something";
}

TEST(Counsel, TellsNoScoresOfTwoSizesAsOneThatMoved) {
    Played run;
    run.config.scores_every = 250;
    run.begin();
    run.winning(400);
    const auto of_side = [&](std::int64_t side, double kid) {
        ScoresDone scores = scored_at(run.at, kid);
        scores.scores.side = side;
        run.watch.add_scores(scores);
    };
    of_side(32, 0.5);
    run.config.edit<DcganConfig>().instance_noise = 0.1;
    run.watch.changed(run.config, {"loss.noise"}, run.at, false);
    run.calm(400);
    of_side(64, 0.2);
    run.calm(40);
    ASSERT_EQ(run.told.back().state, CounselState::Judged);
    EXPECT_TRUE(run.told.back().score_name.empty()) << "the run has grown since: its pictures are others";
    EXPECT_TRUE(std::isnan(run.told.back().score_after));
}

TEST(Counsel, TellsNoScoresOfOtherPicturesAsOnesThatMoved) {
    Played run;
    run.config.scores_every = 50;
    run.begin({.count = 20000, .cut = 0.6});
    run.calm(40);
    run.watch.add_scores(scored_at(40, 0.5));
    ASSERT_EQ(raised(run.told), std::vector<std::string>{"data-aspect"});
    run.config.data_fit = FitMode::Pad;
    run.watch.changed(run.config, {"data.fit"}, run.at, false);
    run.calm(20);
    run.watch.add_scores(scored_at(run.at, 0.2));
    run.calm(60);
    ASSERT_EQ(run.told.back().state, CounselState::Judged);
    EXPECT_TRUE(run.told.back().better);
    EXPECT_TRUE(run.told.back().score_name.empty()) << "the pictures are cut otherwise since";
}

TEST(Counsel, TellsNoScoresOfBeforeItsUserCutThePicturesOtherwise) {
    Played run;
    run.config.scores_every = 500;
    run.begin();
    run.winning(200);
    run.watch.add_scores(scored_at(200, 0.5));
    run.config.data_ground = Ground::Grey;
    run.watch.changed(run.config, {"data.ground"}, run.at, false);
    run.winning(400);
    run.config.edit<DcganConfig>().instance_noise = 0.1;
    run.watch.changed(run.config, {"loss.noise"}, run.at, false);
    run.calm(400);
    run.watch.add_scores(scored_at(run.at, 0.2));
    run.calm(40);
    ASSERT_EQ(run.told.back().state, CounselState::Judged);
    EXPECT_TRUE(run.told.back().score_name.empty()) << "those of step 200 were against other pictures";
}

TEST(Counsel, TellsNoScoresOfThePicturesThatWereThereBeforeTheRunWentOn) {
    RunHistory past;
    past.config = default_config(kDcgan);
    past.config.scores_every = 500;
    for (std::int64_t step = 1; step <= 400; ++step) {
        StepDone won;
        won.step = step;
        won.d_real = 0.98;
        won.d_fake = 0.02;
        past.steps.push_back(won);
    }
    past.scores.push_back(scored_at(200, 0.5));
    past.marks.push_back({400, 0, std::string(kDataMark), "the run goes on with other pictures"});
    Played run;
    run.config = past.config;
    run.at = 400;
    catch_up(run.watch, past, run.config, {});
    run.config.edit<DcganConfig>().instance_noise = 0.1;
    run.watch.changed(run.config, {"loss.noise"}, run.at, false);
    run.calm(400);
    run.watch.add_scores(scored_at(run.at, 0.2));
    run.calm(40);
    ASSERT_EQ(run.told.back().state, CounselState::Judged);
    EXPECT_TRUE(run.told.back().score_name.empty()) << "against others nothing is known of before the change";
}

TEST(Counsel, PlaysThinnedHistoriesInTheOrderOfTheirSteps) {
    // Of a long run every tenth step is left; the run was scored, and went on with other pictures, between two of these.
    const auto score_before = [](std::int64_t scored, std::int64_t other_data) {
        RunHistory past;
        past.config = default_config(kDcgan);
        past.config.scores_every = 250;
        for (std::int64_t step = 10; step <= 400; step += 10) {
            StepDone won;
            won.step = step;
            won.d_real = 0.98;
            won.d_fake = 0.02;
            past.steps.push_back(won);
        }
        past.scores.push_back(scored_at(scored, 0.5));
        past.marks.push_back({other_data, 0, std::string(kDataMark), "the run goes on with other pictures"});
        Played run;
        run.config = past.config;
        run.at = 400;
        catch_up(run.watch, past, run.config, {});
        run.config.edit<DcganConfig>().instance_noise = 0.1;
        run.watch.changed(run.config, {"loss.noise"}, run.at, false);
        run.calm(400);
        run.watch.add_scores(scored_at(run.at, 0.2));
        run.calm(40);
        EXPECT_EQ(run.told.back().state, CounselState::Judged);
        return run.told.back().score_name;
    };
    EXPECT_EQ(score_before(203, 206), "") << "that score is of the pictures before";
    EXPECT_EQ(score_before(206, 203), "KID");
}

TEST(Counsel, FollowsNetworksThroughTheirChangesOfSize) {
    RunHistory run;
    run.config = default_config(kDcgan);
    EXPECT_TRUE(networks_of(run).empty()) << "its settings alone decide";
    run.config.image_size = 128;
    ParamApplied grown;
    grown.key = "image.size";
    grown.old_value = std::int64_t{64};
    grown.new_value = std::int64_t{128};
    run.marks.push_back({400, 0, "edit", mark_text(grown)});
    const Family& family = family_of(run.config);
    TrainConfig first = run.config;
    first.image_size = 64;
    const NetworkLayout now = networks_of(run);
    EXPECT_EQ(now, family.layout(run.config, family.layout(first, {})));
    EXPECT_EQ(now.size, 128);
    EXPECT_NE(now, family.layout(run.config, {})) << "fresh ones would be wider";
}

ScoresDone with_gap(std::int64_t step, double recognised, double gap) {
    ScoresDone out = scored_at(step, 0.4);
    out.scores.d_recognised = recognised;
    out.scores.d_gap = gap;
    out.scores.d_gap_error = 0.1;
    return out;
}

TEST(Counsel, SaysThatDOverfitsByHeldOutPictures) {
    Played run;
    run.begin();
    run.calm(200);
    run.watch.add_scores(with_gap(200, 0.7, 2));
    run.calm(400);
    EXPECT_TRUE(run.told.empty()) << "some of it is usual";
    run.watch.add_scores(with_gap(600, 0.9, 0.2));
    run.calm(40);
    EXPECT_TRUE(run.told.empty()) << "two errors are noise";
    run.watch.add_scores(with_gap(640, 0.9, 1.2));
    run.calm(40);
    ASSERT_EQ(run.states(), std::vector{CounselState::Raised});
    const CounselNotice& notice = run.told.back().notice;
    EXPECT_EQ(notice.rule, CounselRule::Overfits);
    EXPECT_THAT(notice.seen, ::testing::HasSubstr("At step 640 D found"));
    EXPECT_THAT(notice.seen, ::testing::HasSubstr("90 %"));
    EXPECT_THAT(notice.seen, ::testing::HasSubstr("12 times"));
    EXPECT_TRUE(notice.change.contains("augment.colour")) << "what helps against memorising helps here";

    // Judged by the scores that come after the change, not by those before it.
    run.config.edit<DcganConfig>().diffaug_colour = run.config.edit<DcganConfig>().diffaug_translation = true;
    run.watch.changed(run.config, {"augment.colour", "augment.translation"}, run.at, false);
    run.calm(400);
    EXPECT_EQ(run.told.back().state, CounselState::Changed);
    run.watch.add_scores(with_gap(run.at, 0.6, 0.5));
    run.calm(40);
    EXPECT_EQ(run.told.back().state, CounselState::Judged);
    EXPECT_TRUE(run.told.back().better);
}

}  // namespace
}  // namespace headroom::counsel_test
