// Counsel after a change: whether the run's score has moved.
#include "core/config/change_mark.h"
#include "core/engine/counsel/run_counsel.h"
#include "core/families/registry.h"
#include "tests/core/played_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
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
    run.config.scores_every = 500;
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

TEST(Counsel, TellsNoScoresOfTwoSizesAsOneThatMoved) {
    Played run;
    run.config.scores_every = 500;
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
        past.config.scores_every = 500;
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
