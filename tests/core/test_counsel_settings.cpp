// What counsel says depends on the settings: which network learns, how large the pictures are, what is done for few of them.
#include "core/families/family_counsel.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/families/registry.h"
#include "tests/core/played_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace headroom::counsel_test {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;

TEST(Counsel, OneNetworkThatIsTrainedAloneMayBeAhead) {
    const auto said = [](Train train, auto ahead) {
        Played run;
        run.config.edit<DcganConfig>().train = train;
        run.begin({.count = 300});
        ahead(run);
        return raised(run.told);
    };
    const auto d_ahead = [](Played& run) {
        run.steps(500, [](StepDone& s) {
            s.d_real = 0.98;
            s.d_fake = 0.02;
            s.epoch = 30;
        });
    };
    const auto g_ahead = [](Played& run) {
        run.steps(500, [](StepDone& s) {
            s.d_real = 0.2;
            s.d_fake = 0.8;
        });
    };
    EXPECT_THAT(said(Train::Both, d_ahead), IsSupersetOf({"d-wins", "remembers"}));
    EXPECT_THAT(said(Train::OnlyD, d_ahead), AllOf(Not(Contains("d-wins")), Not(Contains("remembers"))));
    EXPECT_THAT(said(Train::OnlyG, d_ahead), Contains("d-wins"));
    EXPECT_THAT(said(Train::Both, g_ahead), Contains("d-loses"));
    EXPECT_THAT(said(Train::OnlyG, g_ahead), Not(Contains("d-loses")));
    EXPECT_THAT(said(Train::OnlyD, g_ahead), Contains("d-loses"));
}

TEST(Counsel, OfRulesWithOneCauseOneSpeaks) {
    Played run;
    run.begin({.count = 300});
    const auto remember = [&run](int count) {
        run.steps(count, [](StepDone& s) {
            s.d_real = 0.98;
            s.d_fake = 0.02;
            s.epoch = 30;
        });
    };
    remember(380);
    EXPECT_THAT(run.open(), ElementsAre(CounselRule::DWins, CounselRule::DataFew));
    remember(60);
    EXPECT_THAT(run.open(), ElementsAre(CounselRule::Remembers)) << "which is why D wins, and what few pictures do";
    ScoresDone scores{run.at, 0, 0, {}};
    scores.scores.d_recognised = 0.9;
    scores.scores.d_gap = 1.2;
    scores.scores.d_gap_error = 0.1;
    run.watch.add_scores(scores);
    remember(40);
    EXPECT_THAT(run.open(), ElementsAre(CounselRule::Overfits)) << "which was measured";
    run.config.counsel_muted = "overfits remembers";
    run.watch.changed(run.config, {"counsel.muted"}, run.at, false);
    EXPECT_THAT(run.open(), ElementsAre(CounselRule::DWins, CounselRule::DataFew)) << "who is muted is in nobody's way";
}

TEST(Counsel, NoTwoAdviseWhatUndoesTheOther) {
    Played run;
    run.config.lr_g = run.config.lr_d = 0.05;
    run.begin();
    run.steps(500, [](StepDone& s) {
        s.d_real = 0.2;
        s.d_fake = 0.8;
        s.loss_d = s.step % 2 ? 0.2 : 1.2;
    });
    EXPECT_THAT(raised(run.told), ElementsAre("rate-high")) << "a D that loses would have its rate doubled";
}

TEST(Counsel, NoRemedyIsForANetworkThatStandsStill) {
    const auto change_of = [](CounselRule rule, auto settings, auto figures) {
        Played run;
        settings(run.config, run.config.edit<DcganConfig>());
        run.begin({.count = 300});
        run.steps(500, figures);
        for (const CounselTold& told : run.told)
            if (told.state == CounselState::Raised && told.notice.rule == rule)
                return std::optional(told.notice.change);
        return std::optional<ParamPatch>();
    };
    const auto d_ahead = [](StepDone& s) {
        s.d_real = 0.98;
        s.d_fake = 0.02;
    };
    const auto g_ahead = [](StepDone& s) {
        s.d_real = 0.2;
        s.d_fake = 0.8;
    };
    const auto leaping = [](StepDone& s) { s.loss_d = s.step % 2 ? 0.2 : 1.2; };
    const auto g_alone = [](TrainConfig& c, DcganConfig& own) {
        own.train = Train::OnlyG;
        c.lr_d = 1e-3;
        own.d_steps = 3;
        own.instance_noise = 0.1;
    };
    EXPECT_EQ(change_of(CounselRule::DWins, g_alone, d_ahead), ParamPatch{}) << "it is D that would have to change";
    EXPECT_FALSE(change_of(CounselRule::DataFew, g_alone, d_ahead)) << "no picture teaches anybody anything";
    const auto d_alone = [](TrainConfig& c, DcganConfig& own) {
        own.train = Train::OnlyD;
        c.lr_g = 0.1;
        c.lr_d = 1e-4;
    };
    EXPECT_EQ(change_of(CounselRule::DLoses, d_alone, g_ahead), (ParamPatch{{"lr.d", 2e-4}})) << "twice its own";
    EXPECT_FALSE(change_of(CounselRule::RateHigh, d_alone, leaping)) << "G's rate moves nothing";
    const auto fast = [&](TrainConfig& c, DcganConfig& own) {
        d_alone(c, own);
        c.lr_d = 0.05;
    };
    EXPECT_EQ(change_of(CounselRule::RateHigh, fast, leaping), (ParamPatch{{"lr.d", 2e-4}}));
    const auto both = [](TrainConfig& c, DcganConfig&) { c.lr_g = c.lr_d = 0.05; };
    EXPECT_EQ(change_of(CounselRule::RateHigh, both, leaping), (ParamPatch{{"lr.d", 2e-4}, {"lr.g", 2e-4}}));
}

TEST(Counsel, WhatIsFewDependsOnTheSideOfThePictures) {
    const auto said = [](std::int64_t side, std::int64_t pictures) {
        Played run;
        run.config.image_size = side;
        run.begin({.count = pictures});
        run.calm(100);
        return run.told.empty() ? std::string() : run.told[0].notice.seen;
    };
    EXPECT_EQ(said(32, 700), "");
    EXPECT_THAT(said(32, 400), HasSubstr("400 pictures, few for 32 px"));
    EXPECT_THAT(said(32, 7), HasSubstr("has 7 pictures, few")) << "a count has no fractions";
    EXPECT_THAT(said(64, 700), HasSubstr("700 pictures, few for 64 px"));
    EXPECT_EQ(said(64, 1200), "");
    EXPECT_THAT(said(256, 3000), HasSubstr("3000 pictures, few for 256 px"));
    EXPECT_EQ(said(256, 5000), "");
}

TEST(Counsel, PicturesThatMayBeWritingAreNotMirrored) {
    for (const Family* family : families()) {
        if (!family->counsel()) continue;
        TrainConfig config = default_config(family->facts().kind);
        bool mirrors = false;
        for (const bool grey : {false, true}) {
            config.data_grey = grey;
            for (const Remedy& remedy : family->counsel()->remedies()) {
                const bool mirrored = remedy.change(config).contains("data.mirror");
                EXPECT_FALSE(grey && mirrored) << family->facts().info.name << ": " << remedy.words;
                mirrors = mirrors || mirrored;
            }
        }
        EXPECT_EQ(mirrors, config.model == kDcgan || config.model == kLightGan) << family->facts().info.name;
    }
    Played run;
    run.config.data_grey = true;
    run.begin({.count = 300});
    run.calm(100);
    ASSERT_THAT(raised(run.told), ElementsAre("data-few"));
    EXPECT_EQ(run.told[0].notice.change, (ParamPatch{{"augment.colour", true}, {"augment.translation", true}}));
}

TEST(Counsel, AugmentationsThatTouchHardlyAnythingAreMadeToTouchMore) {
    const auto advised = [](double strength, bool adapts) {
        Played run;
        DcganConfig& own = run.config.edit<DcganConfig>();
        own.diffaug_colour = own.diffaug_translation = own.diffaug_cutout = true;
        own.augment_strength = strength;
        run.config.augment_adapt = adapts;
        run.begin({.count = 300});
        run.steps(460, [](StepDone& s) {
            s.d_real = 0.98;
            s.d_fake = 0.02;
            s.epoch = 30;
        });
        for (const CounselTold& told : run.told)
            if (told.state == CounselState::Raised && told.notice.rule == CounselRule::Remembers)
                return told.notice.change;
        return ParamPatch();
    };
    EXPECT_EQ(advised(0, false), (ParamPatch{{"augment.strength", 1.0}})) << "nothing is augmented so";
    EXPECT_EQ(advised(0.3, false), (ParamPatch{{"augment.strength", 0.8}}));
    EXPECT_EQ(advised(0.3, true), (ParamPatch{{"data.mirror", true}})) << "D's signs lead it";
    EXPECT_EQ(advised(1, false), (ParamPatch{{"data.mirror", true}}));
}

TEST(Counsel, ALightGansShareIsLeftToWhatLeadsIt) {
    const auto advised = [](bool augments, bool adapts) {
        Played run;
        run.config = default_config(kLightGan);
        LightGanConfig& own = run.config.edit<LightGanConfig>();
        own.diffaug_translation = own.diffaug_cutout = augments;
        own.augment_share = 0.3;
        run.config.augment_adapt = adapts;
        run.begin();
        run.steps(460, [](StepDone& s) {
            s.d_real = 10;
            s.d_fake = -10;
        });
        EXPECT_THAT(raised(run.told), ElementsAre("d-wins"));
        return run.told.empty() ? ParamPatch() : run.told[0].notice.change;
    };
    EXPECT_EQ(advised(true, false), (ParamPatch{{"augment.share", 0.8}}));
    EXPECT_EQ(advised(true, true), (ParamPatch{{"lr.d", 1e-4}})) << "D's signs lead it";
    EXPECT_EQ(advised(false, false), (ParamPatch{{"lr.d", 1e-4}})) << "a share of nothing";
}

TEST(Counsel, MemoryThatARunStillGrowsIntoIsNotToSpare) {
    const auto said = [](std::int64_t grow_to) {
        Played run;
        run.config.image_size = 32;
        run.config.grow_to = grow_to;
        run.config.checkpointing = Checkpointing::On;  // for the largest pictures
        run.begin();
        run.steps(150, [](StepDone& s) {
            s.peak = Bytes{100};
            s.budget = Bytes{1000};
        });
        return raised(run.told);
    };
    EXPECT_THAT(said(0), Contains("memory-spare"));
    EXPECT_THAT(said(64), Not(Contains("memory-spare")));
    EXPECT_THAT(said(32), Contains("memory-spare")) << "it has grown";
}

TEST(Counsel, TheLossScaleOfAHealthyRunComesDownAtItsStart) {
    const auto said = [](auto halvings, int changed_at) {
        Played run;
        run.config.precision = Precision::Fp16;
        run.begin();
        const auto scaled = [&](StepDone& s) { s.scale_g = s.scale_d = std::ldexp(65536.0, -halvings(s.step)); };
        run.steps(changed_at, scaled);
        run.watch.changed(run.config, {"precision"}, run.at, false);
        run.steps(700, scaled);
        return run.told;
    };
    const auto settles = [](std::int64_t step) { return static_cast<int>(std::min<std::int64_t>(step, 20) / 4); };
    EXPECT_THAT(raised(said(settles, 0)), ::testing::IsEmpty());
    EXPECT_THAT(raised(said([&](std::int64_t step) { return step > 500 ? settles(step - 500) : 0; }, 500)),
                ::testing::IsEmpty())
        << "nor where fp16 begins later";
    const auto falls = said([](std::int64_t step) { return static_cast<int>(step / 60); }, 0);
    ASSERT_THAT(raised(falls), ElementsAre("scale-drift"));
    EXPECT_THAT(falls[0].notice.seen, HasSubstr("was halved 4 times"));
}

TEST(Counsel, FoldersOfFewPicturesThatAreCaredForAreLeftInPeace) {
    for (const ModelKind kind : {kDcgan, kLightGan}) {
        for (const std::int64_t pictures : {20, 100}) {
            Played run;
            run.config = default_config(kind);
            if (kind == kDcgan) run.config.edit<DcganConfig>().diffaug_translation = true;
            run.begin({.count = pictures, .twins = 0.02, .empty = 0.05, .cut = 0.1});
            // As a D that does not know them by heart, after hundreds of passes.
            run.steps(1500, [&](StepDone& s) {
                const double outputs = kind == kDcgan ? 1.0 : 2.0;
                s.d_real = 0.7 * outputs;
                s.d_fake = 0.2 * outputs;
                s.epoch = static_cast<double>(s.step) / 5;
            });
            for (const CounselTold& told : run.told) ADD_FAILURE() << name_of(kind) << ": " << told.notice.seen;
        }
    }
}

}  // namespace
}  // namespace headroom::counsel_test
