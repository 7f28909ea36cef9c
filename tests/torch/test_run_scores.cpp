// Scores of a run under way: nothing of the training changes, they come again, and what is missing is named.
#include "core/train/run/pictures.h"
#include "core/train/score/run_scorer.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"
#include "tests/torch/light_gan_fixture.h"
#include "tests/torch/near_scores.h"
#include "tests/torch/vqgan_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <set>
#include <vector>

namespace headroom::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const ProgressFn kSilentScoring = [](const std::string&, double) {};

class RunScoresTest : public ::testing::Test {
protected:
    const TempFolder cache_;
    const SetVariable cache_variable_{"XDG_CACHE_HOME", cache_.path()};
};

TrainConfig scored_gan() {
    TrainConfig c = small_config();
    c.scores_count = 40;  // no multiple of what is drawn at once
    return c;
}

template <class Run> RunScores scores_of(Run& run) {
    const auto scores = run.trainer->scores(kSilentScoring, {});
    EXPECT_TRUE(scores) << (scores ? "" : scores.error().message);
    return scores ? *scores : RunScores{};
}

void expect_same(const RunScores& a, const RunScores& b) {
    for (const ScoreFigure& figure : kScoreFigures) {
        const double x = a.*figure.of, y = b.*figure.of;
        EXPECT_TRUE(x == y || (std::isnan(x) && std::isnan(y))) << figure.name << ": " << x << " and " << y;
    }
}

TEST_F(RunScoresTest, TrainingGoesOnToTheSameBits) {
    RunOf<DcganTrainer> alone(scored_gan()), scored(scored_gan());
    for (int i = 0; i < 3; ++i) {
        alone.step();
        scored.step();
        const StoredBytes before = scored.state();
        const RunScores first = scores_of(scored);
        EXPECT_EQ(differing(before, scored.state()), "");
        EXPECT_TRUE(scored.trainer->networks().g->is_training());
        EXPECT_EQ(first.features, "random");
        EXPECT_EQ(first.pictures, 40);
        EXPECT_GT(first.fid, 0);
        EXPECT_TRUE(std::isnan(first.mmd));
        expect_same(first, scores_of(scored));  // by the features of the data that are kept
    }
    EXPECT_EQ(differing(alone.state(), scored.state()), "");
}

TEST_F(RunScoresTest, OfALightGanLeaveItsBitsAndComeAgain) {
    TrainConfig c = small_light_gan();
    c.scores_count = 20;
    c.data_held_out = 50;
    c.batch_micro = 2;
    c.edit<LightGanConfig>().gp_every = 2;
    c.augment_adapt = true;
    LightGanRun alone(c, nullptr, 48), scored(c, nullptr, 48);
    alone.steps(2);
    scored.step();
    const StoredBytes before = scored.state();
    const RunScores there = scores_of(scored);
    EXPECT_EQ(differing(before, scored.state()), "");
    EXPECT_EQ(there.pictures, 20);
    for (const ScoreFigure& figure : kScoreFigures)
        EXPECT_EQ(std::isfinite(there.*figure.of), !figure.name.starts_with("mmd")) << figure.name;
    const auto kept = scored.trainer->checkpoint();
    LightGanRun on(c, kept->get(), 48);
    expect_same(there, scores_of(on));
    scored.step();
    on.step();
    EXPECT_EQ(differing(alone.state(), scored.state()), "");
    EXPECT_EQ(differing(alone.state(), on.state()), "");
}

TEST_F(RunScoresTest, ComeAgainInARunThatGoesOn) {
    RunOf<DcganTrainer> run(scored_gan());
    run.steps(3);
    const RunScores there = scores_of(run);
    const auto kept = run.trainer->checkpoint();
    RunOf<DcganTrainer> on(scored_gan(), kept->get());
    expect_same(there, scores_of(on));
    on.step();
    EXPECT_NE(scores_of(on).fid, there.fid);
}

TEST_F(RunScoresTest, HoldNoTensorsAfterwards) {
    RunOf<DcganTrainer> run(scored_gan());
    run.steps(2);
    RoleBytes before = run.trainer->device_memory().counts().live;
    (void)scores_of(run);
    before[Role::Cache] = {};
    const RoleBytes after = run.trainer->device_memory().counts().live;
    for (const Role role : {Role::Weights, Role::Preview, Role::Workspace, Role::Other, Role::Cache})
        EXPECT_EQ(after[role].count, before[role].count) << name_of(role);
    EXPECT_EQ(after.total().count, before.total().count);
}

TEST_F(RunScoresTest, OfAVqganAreThoseOfItsReconstructions) {
    TrainConfig c = small_vqgan();
    c.scores_count = 24;
    VqganRun run(c);
    run.steps(2);
    const StoredBytes before = run.state();
    const RunScores scores = scores_of(run);
    EXPECT_EQ(differing(before, run.state()), "");
    EXPECT_EQ(scores.pictures, 24);
    EXPECT_TRUE(std::isfinite(scores.fid) && std::isfinite(scores.kid) && std::isfinite(scores.recall));
    const auto chosen = scored_pictures(c, 64);
    EXPECT_EQ(std::set<std::int64_t>(chosen.begin(), chosen.end()).size(), 24u);
}

TEST_F(RunScoresTest, TellWhatDKnowsByHeart) {
    RunOf<DcganTrainer> without(scored_gan());
    without.step();
    EXPECT_TRUE(std::isnan(scores_of(without).d_gap));

    TrainConfig c = scored_gan();
    c.data_held_out = 50;
    c.lr_g = c.lr_d = 2e-3;
    RunOf<DcganTrainer> run(c, nullptr, 48);
    run.step();
    const RunScores first = scores_of(run);
    EXPECT_EQ(first.pictures, 24) << "held-out pictures are none of the data";
    EXPECT_LT(std::abs(first.d_gap), 0.01) << "after one step there is nothing to remember";
    run.steps(250);
    const StoredBytes before = run.state();
    const RunScores scores = scores_of(run);
    EXPECT_EQ(differing(before, run.state()), "");
    EXPECT_GT(scores.d_gap, 3 * scores.d_gap_error);
    EXPECT_GT(scores.d_recognised, 0.75);
    expect_same(scores, scores_of(run));
}

TEST_F(RunScoresTest, WhatIsWrongNamesItsFileAndTheRunGoesOn) {
    TrainConfig c = scored_gan();
    RunOf<DcganTrainer> run(c);
    run.step();
    const auto error = [&](const ParamPatch& patch) {
        EXPECT_TRUE(run.change(patch));
        const auto scores = run.trainer->scores(kSilentScoring, {});
        EXPECT_FALSE(scores);
        return scores ? std::string() : scores.error().message;
    };
    EXPECT_THAT(error({{"scores.features", std::string("clip")}, {"scores.weights", std::string("/nowhere/clip.pt")}}),
                HasSubstr("/nowhere/clip.pt"));
    EXPECT_THAT(error({{"scores.features", std::string("inception")}, {"scores.weights", std::string()}}),
                HasSubstr("scores.weights"));
    const std::string other = std::string(HEADROOM_TEST_DATA) + "/score/cases.json";
    EXPECT_THAT(error({{"scores.weights", other}}), HasSubstr(other));
    EXPECT_TRUE(run.change({{"scores.features", std::string("random")}}));
    run.step();
    EXPECT_GT(scores_of(run).fid, 0);
}

TEST_F(RunScoresTest, AreStoppedBetweenTwoPieces) {
    RunOf<DcganTrainer> run(scored_gan());
    run.step();
    std::stop_source stop;
    int told = 0;
    const auto scores = run.trainer->scores(
        [&](const std::string&, double) {
            if (++told == 3) stop.request_stop();
        },
        stop.get_token());
    ASSERT_FALSE(scores);
    EXPECT_EQ(scores.error().code, ErrorCode::Cancelled);
    run.step();
}

TEST_F(RunScoresTest, ARunThatGoesOnTakesWhatTheOneBeforeHadDrawn) {
    const auto shelf = std::make_shared<ScoreShelf>();
    auto run = std::make_unique<RunOf<DcganTrainer>>(scored_gan());
    run->trainer->keep_scores_on(shelf);
    run->steps(2);
    std::stop_source stop;
    int told = 0;
    const auto cut = run->trainer->scores(
        [&](const std::string& what, double) {
            if (what.starts_with("looking at samples") && ++told == 2) stop.request_stop();
        },
        stop.get_token());
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().code, ErrorCode::Cancelled);
    const auto kept = run->trainer->checkpoint();
    RunOf<DcganTrainer> on(scored_gan(), kept->get()), fresh(scored_gan(), kept->get());
    run.reset();
    on.trainer->keep_scores_on(shelf);
    std::vector<double> fractions;
    const auto scores = on.trainer->scores(
        [&](const std::string& what, double fraction) {
            if (what.starts_with("looking at samples")) fractions.push_back(fraction);
        },
        {});
    ASSERT_TRUE(scores) << scores.error().message;
    EXPECT_EQ(fractions, std::vector<double>{32.0 / 40}) << "two pieces of three were there";
    expect_same(*scores, scores_of(fresh));
    EXPECT_EQ(scores->side, 32);
    EXPECT_EQ(scores->copies_among, 64);
    on.step();
    fresh.step();
    EXPECT_EQ(differing(fresh.state(), on.state()), "");
    EXPECT_FALSE(shelf->take().has_drawn()) << "nothing is left of what is done";
}

TEST_F(RunScoresTest, ComeInSmallerPassesWhereThereIsLittleRoom) {
    RunOf<DcganTrainer> run(scored_gan());
    run.steps(2);
    DeviceMemory& memory = run.trainer->device_memory();
    const auto most_for = [&](RunScores& scores) {
        memory.begin_step(false);
        scores = scores_of(run);
        return memory.counts().step_peak;
    };
    const Bytes held = memory.counts().live_total, limit = memory.limit();
    RunScores roomy, tight;
    const Bytes allowed{(held + most_for(roomy)).count / 2};
    const std::int64_t refused = memory.counts().out_of_memory;
    memory.set_limit(allowed - run.trainer->memory()->reserve);
    EXPECT_LE(most_for(tight), allowed);
    EXPECT_GT(memory.counts().out_of_memory, refused) << "else passes were as large as before";
    expect_near_scores(tight, roomy);
    memory.set_limit(limit);
    run.step();
}

TEST(InPieces, AreHalvedWhereTheDeviceOrALibraryOfItsHasNoRoom) {
    std::vector<std::int64_t> firsts;
    in_pieces(20, 16, [&](std::int64_t first, std::int64_t count) {
        TORCH_CHECK_WITH(OutOfMemoryError, count <= 8, "out of memory");
        TORCH_CHECK(count <= 4, "cuDNN error: CUDNN_STATUS_ALLOC_FAILED");
        firsts.push_back(first);
    });
    EXPECT_THAT(firsts, ElementsAre(0, 4, 8, 12, 16));
    int tries = 0;
    const auto defect = [&](std::int64_t, std::int64_t) {
        ++tries;
        TORCH_CHECK(false, "a defect");
    };
    EXPECT_THROW(in_pieces(20, 16, defect), c10::Error);
    EXPECT_EQ(tries, 1);
}

TEST_F(RunScoresTest, WithoutRoomSaySoAndTheRunGoesOn) {
    RunOf<DcganTrainer> run(scored_gan());
    run.step();
    DeviceMemory& memory = run.trainer->device_memory();
    const Bytes limit = memory.limit();
    memory.set_limit(Bytes{1});
    const auto scores = run.trainer->scores(kSilentScoring, {});
    ASSERT_FALSE(scores);
    EXPECT_EQ(scores.error().code, ErrorCode::OutOfMemory);
    EXPECT_THAT(scores.error().hint, HasSubstr("scores.count"));
    memory.set_limit(limit);
    run.step();
}

TEST_F(RunScoresTest, TooFewPicturesAreRefused) {
    RunOf<DcganTrainer> run(scored_gan(), nullptr, 4);
    const auto scores = run.trainer->scores(kSilentScoring, {});
    ASSERT_FALSE(scores);
    EXPECT_THAT(scores.error().message, HasSubstr("too few"));
}

}  // namespace
}  // namespace headroom::test
