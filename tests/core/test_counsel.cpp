// Counsel step by step: what it measures, says, advises and judges; and its place in a session.
#include "core/api/param_schema.h"
#include "core/base/random.h"
#include "core/config/change_mark.h"
#include "core/engine/counsel/run_counsel.h"
#include "core/engine/run_reader.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/family_counsel.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/families/registry.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/io/pictures/image_codec.h"
#include "tests/core/played_run.h"
#include "tests/core/session_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>

namespace headroom::counsel_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Pictures of `side` pixels, one grey channel, by a function of picture, x and y.
template <class Level> ImageList drawn(int count, int side, Level level) {
    ImageList out;
    for (int n = 0; n < count; ++n) {
        auto pixels = std::make_shared<std::vector<std::uint8_t>>();
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x)
                pixels->push_back(static_cast<std::uint8_t>(std::clamp(level(n, x, y), 0.0, 255.0)));
        out.push_back({side, side, 1, std::move(pixels)});
    }
    return out;
}

/// White noise, another one for each picture.
double noise(int n, int x, int y) {
    const auto at = static_cast<std::uint64_t>((n * 512 + y) * 512 + x);
    return static_cast<double>(mix64(at) % 256);
}

double twin_share(const ImageList& pictures) {
    ManyPictures many;
    many.add(pictures);
    return many.twin_share();
}

TEST(Counsel, MeasuresHowDifferentPicturesAre) {
    const GreyPictures noisy(drawn(16, 32, noise));
    const PictureMeasures different = noisy.measures();
    EXPECT_GT(different.diversity, 0.9);
    EXPECT_EQ(twin_share(drawn(16, 32, noise)), 0);
    EXPECT_EQ(different.empty, 0);
    EXPECT_NEAR(different.contrast, 73.9, 3);  // a uniform distribution's 256 / sqrt(12)
    const auto one = [](int, int x, int y) { return noise(0, x, y); };
    const GreyPictures alike(drawn(16, 32, one));
    const PictureMeasures same = alike.measures();
    EXPECT_NEAR(same.diversity, 0, 1e-6);
    EXPECT_DOUBLE_EQ(twin_share(drawn(16, 32, one)), 15.0 / 16) << "the first one repeats nothing";
    const auto half_empty = [](int n, int x, int y) { return n % 2 ? noise(n, x, y) : 200.0 + n; };
    EXPECT_DOUBLE_EQ(GreyPictures(drawn(16, 32, half_empty)).measures().empty, 0.5);
}

TEST(Counsel, FindsPatternsAtTheStridesFrequencies) {
    const double plain = GreyPictures(drawn(8, 32, noise)).measures().checkerboard;
    EXPECT_LT(plain, 2.5);
    for (const int period : {2, 4}) {
        const auto lattice = [&](int n, int x, int y) {
            return 0.4 * noise(n, x, y) + (x % period < period / 2 ? 100 : 0);
        };
        const auto across = [&](int n, int x, int y) {
            return 0.4 * noise(n, x, y) + (y % period < period / 2 ? 100 : 0);
        };
        const auto board = [&](int n, int x, int y) {
            return 0.4 * noise(n, x, y) + ((x / (period / 2) + y / (period / 2)) % 2 ? 100 : 0);
        };
        EXPECT_GT(GreyPictures(drawn(8, 32, lattice)).measures().checkerboard, 10) << period;
        EXPECT_GT(GreyPictures(drawn(8, 64, across)).measures().checkerboard, 10) << period;
        EXPECT_GT(GreyPictures(drawn(8, 64, board)).measures().checkerboard, 10) << period;
    }
    // A pattern of another period is a texture.
    const auto texture = [](int n, int x, int y) {
        return 0.5 * noise(n, x, y) + 60 * std::sin(2 * M_PI * x * 5 / 64.0);
    };
    EXPECT_LT(GreyPictures(drawn(8, 64, texture)).measures().checkerboard, 3);
}

/// Noise of squares: what enlarging by repeated pixels leaves.
double squares(int n, int x, int y) { return noise(n, x / 4, y / 4); }
/// Horizontal and vertical lines that belong there.
double bars(int n, int x, int y) { return 0.2 * noise(n, x, y) + ((x + n) % 7 < 2 || (y + 3 * n) % 9 < 2 ? 180 : 20); }

TEST(Counsel, FindsLinesThatRepeatedPixelsLeave) {
    const auto blurred = [](int n, int x, int y) {
        return (noise(n, x, y) + noise(n, x + 1, y) + noise(n, x, y + 1) + noise(n, x + 1, y + 1)) / 4;
    };
    for (const int side : {32, 64, 72}) {
        EXPECT_NEAR(GreyPictures(drawn(8, side, noise)).measures().plaid, 1, 0.3) << side;
        EXPECT_LT(GreyPictures(drawn(8, side, blurred)).measures().plaid, 2) << "what is soft has no direction";
        EXPECT_GT(GreyPictures(drawn(8, side, bars)).measures().plaid, 5)
            << "so the data's own is what it is measured by";
        const PictureMeasures repeated = GreyPictures(drawn(8, side, squares)).measures();
        EXPECT_GT(repeated.plaid, 10) << side;
        EXPECT_LT(repeated.checkerboard, 3) << "which those frequencies do not show";
    }
    EXPECT_TRUE(std::isnan(GreyPictures(drawn(8, 24, noise)).measures().plaid)) << "too small to tell";
}

TEST(Counsel, MeasuresWhatTheBenchOfPicturesMeasures) {
    // tests/python/test_quality.py holds the bench to the same numbers.
    const auto lattice = [](int n, int x, int y) { return std::floor(noise(n, x, y) / 4) + (x % 4 < 2 ? 100 : 0); };
    const std::map<std::string, std::function<double(int, int, int)>> pictures{
        {"noise", noise}, {"squares", squares}, {"lattice", lattice}};
    std::ifstream file(std::string(HEADROOM_TEST_DATA) + "/counsel/measures.json");
    const nlohmann::json cases = nlohmann::json::parse(file);
    EXPECT_GT(cases.size(), pictures.size());
    for (const nlohmann::json& one : cases) {
        SCOPED_TRACE(one.dump());
        const double checkerboard = one.at("checkerboard"), plaid = one.at("plaid");
        const auto& level = pictures.at(one.at("pictures").get<std::string>());
        const PictureMeasures found = GreyPictures(drawn(8, one.at("side"), level)).measures();
        EXPECT_NEAR(found.checkerboard, checkerboard, 1e-6 * checkerboard);
        EXPECT_NEAR(found.plaid, plaid, 1e-6 * plaid);
    }
}

TEST(Counsel, NamesLinesThatTheDataDoesNotHave) {
    const auto told_of = [](const ImageList& data, const ImageList& samples) {
        Played run;
        run.config.lr_g = run.config.lr_d = 4e-4;
        run.config.edit<DcganConfig>().upsampling = Upsampling::Resize;
        run.begin();
        if (!data.empty()) run.watch.add_data_pictures(data);
        for (int i = 0; i < 3; ++i) {
            run.calm(200);
            run.watch.add_sample(run.at, samples, "");
        }
        run.calm(40);
        return run.told;
    };
    const ImageList plain = drawn(16, 64, noise), plaid = drawn(16, 64, squares), lined = drawn(16, 64, bars);
    const std::vector<CounselTold> told = told_of(plain, plaid);
    const auto found = std::find_if(told.begin(), told.end(),
                                    [](const CounselTold& t) { return t.notice.rule == CounselRule::Checkerboard; });
    ASSERT_TRUE(found != told.end());
    EXPECT_EQ(found->notice.figures.front().name, "plaid_over");
    EXPECT_THAT(found->notice.seen, HasSubstr("fine horizontal and vertical lines"));
    EXPECT_EQ(found->notice.change, (ParamPatch{{"model.upsampling", std::string("bilinear")}}))
        << "smaller steps would not help";
    EXPECT_THAT(raised(told_of(plain, plain)), Not(Contains("checkerboard")));
    EXPECT_THAT(raised(told_of(lined, lined)), Not(Contains("checkerboard"))) << "the data has them";
    EXPECT_THAT(raised(told_of({}, plaid)), Not(Contains("checkerboard"))) << "nobody knows what the data has";
}

TEST(Counsel, TakesGridsApart) {
    const ImageList pictures = drawn(5, 32, noise);
    const ImageList again = split_grid(compose_grid(pictures, 3), 32, 32, 5);
    ASSERT_EQ(again.size(), 5u);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(*again[i].pixels, *pictures[i].pixels) << i;
}

TEST(Counsel, SaysWhatTheIssueMissed) {
    Played run;
    run.begin();
    run.winning(400);
    ASSERT_EQ(run.told.size(), 1u);
    const CounselNotice& notice = run.told[0].notice;
    EXPECT_EQ(notice.rule, CounselRule::DWins);
    EXPECT_THAT(notice.seen, HasSubstr("D's loss is 0.06, G's 4.50"));
    EXPECT_EQ(notice.change, (ParamPatch{{"loss.noise", 0.1}}));
    EXPECT_EQ(notice.step - notice.from, 299);
}

TEST(Counsel, AdvisesTheMildestChangeThatIsNotMadeYet) {
    Played run;
    run.config.lr_d = 1e-3;
    run.config.lr_g = 2e-4;
    run.begin();
    run.winning(400);
    ASSERT_EQ(run.told.size(), 1u);
    EXPECT_EQ(run.told[0].notice.change, (ParamPatch{{"lr.d", 2e-4}}));
}

TEST(Counsel, JudgesAChangeAndTriesAnother) {
    Played run;
    run.begin();
    run.winning(400);
    run.config.edit<DcganConfig>().instance_noise = 0.1;
    run.watch.changed(run.config, {"loss.noise"}, run.at, false);
    run.winning(290);
    EXPECT_THAT(run.states(), ElementsAre(CounselState::Raised, CounselState::Changed));
    EXPECT_FALSE(run.watch.to_change()) << "one at a time";
    run.winning(60);
    ASSERT_GE(run.told.size(), 4u);
    EXPECT_EQ(run.told[2].state, CounselState::Judged);
    EXPECT_FALSE(run.told[2].better);
    EXPECT_EQ(run.told[3].state, CounselState::Raised);
    EXPECT_EQ(run.told[3].notice.change, (ParamPatch{{"lr.d", run.config.lr_d / 2}}));
    run.config.lr_d /= 2;
    run.watch.changed(run.config, {"lr.d"}, run.at, true);
    run.calm(400);
    ASSERT_EQ(run.told.size(), 6u);
    EXPECT_EQ(run.told[4].state, CounselState::Changed);
    EXPECT_TRUE(run.told[4].automatic);
    EXPECT_EQ(run.told[5].state, CounselState::Judged);
    EXPECT_TRUE(run.told[5].better);
    EXPECT_NEAR(run.told[5].before, 0.96, 1e-9);
    EXPECT_NEAR(run.told[5].after, 0.5, 1e-9);
}

TEST(Counsel, ForgetsWhatIsGone) {
    Played run;
    run.begin();
    run.winning(400);
    run.calm(600);
    EXPECT_THAT(run.states(), ElementsAre(CounselState::Raised, CounselState::Gone));
    EXPECT_THAT(run.watch.open(), IsEmpty());
}

TEST(Counsel, AMutedRuleSaysNothing) {
    Played run;
    run.config.counsel_muted = "d-wins";
    run.begin();
    run.winning(600);
    EXPECT_THAT(run.told, IsEmpty());
    run.config.counsel_muted.clear();
    run.watch.changed(run.config, {"counsel.muted"}, run.at, false);
    EXPECT_THAT(run.states(), ElementsAre(CounselState::Raised)) << "at once: the steps were seen";
    run.config.counsel_muted = "d-wins";
    run.watch.changed(run.config, {"counsel.muted"}, run.at, false);
    EXPECT_THAT(run.states(), ElementsAre(CounselState::Raised, CounselState::Gone));
}

TEST(Counsel, WhatIsJudgedWhenItsRuleFallsSilentIsGone) {
    Played run;
    run.begin();
    run.winning(400);
    run.config.edit<DcganConfig>().instance_noise = 0.1;
    run.watch.changed(run.config, {"loss.noise"}, run.at, false);
    run.config.edit<DcganConfig>().train = Train::OnlyD;
    run.watch.changed(run.config, {"train"}, run.at, false);
    run.winning(400);
    EXPECT_THAT(run.states(), ElementsAre(CounselState::Raised, CounselState::Changed, CounselState::Gone));
}

TEST(Counsel, SeesLossScalesFall) {
    Played run;
    run.config.precision = Precision::Fp16;
    run.begin();
    run.steps(500, [](StepDone& s) { s.scale_g = s.scale_d = 65536; });
    EXPECT_THAT(run.told, IsEmpty());
    run.steps(400, [&](StepDone& s) { s.scale_g = std::ldexp(65536.0, -static_cast<int>((s.step - 500) / 60)); });
    ASSERT_THAT(raised(run.told), ElementsAre("scale-drift"));
    EXPECT_EQ(run.told[0].notice.change, (ParamPatch{{"precision", std::string("bf16")}}));
}

TEST(Counsel, SpeaksOfTheData) {
    const auto said_of = [](const DataFacts& data) {
        Played run;
        run.begin(data);
        run.calm(100);
        return raised(run.told);
    };
    DataFacts data;
    data.count = 20000;
    EXPECT_THAT(said_of(data), IsEmpty());
    data.twins = 0.3;
    EXPECT_THAT(said_of(data), ElementsAre("data-twins"));
    data.twins = 0;
    data.empty = 0.5;
    EXPECT_THAT(said_of(data), ElementsAre("data-empty"));
    data.empty = 0;
    data.cut = 0.6;
    EXPECT_THAT(said_of(data), ElementsAre("data-aspect"));
    for (const ModelKind kind : {kDcgan, kLightGan, kVqgan}) {
        Played run;
        run.config = default_config(kind);
        run.begin(data);
        run.calm(60);
        ASSERT_THAT(raised(run.told), Contains("data-aspect")) << name_of(kind);
        EXPECT_EQ(run.told.back().notice.change, (ParamPatch{{"data.fit", std::string("pad")}})) << name_of(kind);
        Played padded;
        padded.config = *with_patch(run.config, run.told.back().notice.change);
        padded.begin(data);
        padded.calm(60);
        EXPECT_THAT(raised(padded.told), Not(Contains("data-aspect"))) << "nothing is cropped";
    }
    data.cut = 0;
    data.count = 300;
    EXPECT_THAT(said_of(data), ElementsAre("data-few"));
}

TEST(Counsel, RepeatedAndEmptyPicturesAreSkippedByTheNextRun) {
    for (const ModelKind kind : {kDcgan, kLightGan, kVqgan}) {
        const auto advised = [](const TrainConfig& config) {
            Played run;
            run.config = config;
            run.begin({.count = 20000, .twins = 0.3, .empty = 0.3, .cut = 0});
            run.calm(60);
            std::map<CounselRule, CounselNotice> out;
            for (const CounselTold& told : run.told) out[told.notice.rule] = told.notice;
            EXPECT_FALSE(run.watch.to_change()) << "a change for the next run is none of Autopilot's";
            return out;
        };
        const TrainConfig config = default_config(kind);
        auto said = advised(config);
        const ParamPatch twins = said[CounselRule::DataTwins].change, empty = said[CounselRule::DataEmpty].change;
        EXPECT_EQ(twins, (ParamPatch{{"data.skip_duplicates", true}})) << name_of(kind);
        EXPECT_EQ(empty, (ParamPatch{{"data.skip_empty", true}})) << name_of(kind);
        EXPECT_EQ(policy_of(twins), Policy::NewRun) << "what was held out would be trained on";
        EXPECT_EQ(policy_of(empty), Policy::NewRun);
        said = advised(*with_patch(*with_patch(config, twins), empty));
        for (const CounselRule rule : {CounselRule::DataTwins, CounselRule::DataEmpty}) {
            EXPECT_TRUE(said[rule].change.empty()) << "what is left by other looks no setting skips";
            EXPECT_THAT(said[rule].advice, HasSubstr("out of the data set"));
        }
    }
}

TEST(Counsel, KnowsTheDataFromAnInspection) {
    DatasetReport report;
    report.accepted = 4;
    report.images = {{"a", 100, 100, {}}, {"b", 300, 100, {}}, {"c", 100, 140, {}}, {"d", 100, 400, {}}};
    report.thumbnails = drawn(8, 32, [](int n, int x, int y) { return noise(n / 2, x, y); });
    const DataFacts facts = facts_of(report, {});
    EXPECT_EQ(facts.count, 4);
    EXPECT_DOUBLE_EQ(facts.cut, 0.5);
    EXPECT_DOUBLE_EQ(facts.twins, 0.5) << "each second one";
    EXPECT_EQ(facts.side, 32);
    report.accepted = 40;
    report.facts = DatasetFacts{.pictures = 40, .near_duplicates = 12, .empty = 0.25};
    EXPECT_DOUBLE_EQ(facts_of(report, {}).twins, 0.3);
    TrainConfig skipping;
    skipping.data_skip_duplicates = skipping.data_skip_empty = true;
    const DataFacts left = facts_of(report, skipping);
    EXPECT_EQ(left.count, 40 - 12 - 10);
    EXPECT_EQ(left.twins, 0);
    EXPECT_EQ(left.empty, 0);
}

TEST(Counsel, EveryRuleHasItsPlace) {
    std::set<CounselRule> known;
    for (const CounselRuleRow& row : counsel_rules()) {
        EXPECT_TRUE(known.insert(row.rule).second) << name_of(row.rule);
        EXPECT_NE(row.looks.front().sense, Sense::Shown) << name_of(row.rule);
        if (row.or_else) EXPECT_NE(row.or_else->look.sense, Sense::Shown) << name_of(row.rule);
        for (const CounselRule other : row.gives_way_to) {
            const auto& back = row_of(other).gives_way_to;
            EXPECT_TRUE(other != row.rule && std::find(back.begin(), back.end(), row.rule) == back.end())
                << name_of(row.rule) << " and " << name_of(other) << " would both keep silent";
        }
    }
    EXPECT_EQ(known.size(), EnumNames<CounselRule>::names.size());
    for (const Family* family : families()) {
        const FamilyCounsel* counsel = family->counsel();
        if (!counsel) continue;
        const TrainConfig config = default_config(family->facts().kind);
        std::set<CounselRule> helped;
        for (const Remedy& remedy : counsel->remedies()) {
            helped.insert(remedy.rule);
            const ParamPatch change = remedy.change(config);
            for (const auto& [key, value] : change) {
                const ParamRow* row = find_param(key, config.model);
                ASSERT_TRUE(row) << key;
                EXPECT_TRUE(check_param(*row, value)) << key;
            }
        }
        for (const CounselRule rule : counsel->rules(config)) {
            const CounselRuleRow& row = row_of(rule);
            EXPECT_TRUE(helped.contains(row.helped_as.value_or(rule)))
                << "nothing helps a " << name_of(config.model) << " whose rule speaks: " << name_of(rule);
        }
    }
}

using CounselSession = SessionTest;

TEST_F(CounselSession, AutopilotMakesTheChangeAndNotesIt) {
    RunRequest wanted = request(80);
    TrainConfig config = *wanted.config;
    config.counsel_autopilot = true;
    wanted.config = std::make_shared<const TrainConfig>(config);
    ASSERT_TRUE(session_->start(wanted));
    ASSERT_TRUE(until_state(RunState::Finished));
    std::set<std::string> changed;
    for (const ParamApplied& change : all<ParamApplied>()) {
        EXPECT_EQ(change.origin, ChangeOrigin::Autopilot);
        EXPECT_EQ(change.by, kAutopilotName);
        changed.insert(change.key);
    }
    EXPECT_EQ(changed, (std::set<std::string>{"augment.colour", "augment.translation", "data.mirror"}));
    const auto run = read_run(all<Finished>().back().run_dir);
    ASSERT_TRUE(run);
    std::vector<std::string> marks;
    for (const HistoryMark& mark : run->marks)
        if (mark.kind == "counsel") marks.push_back(mark.text);
    ASSERT_EQ(marks.size(), 1u);
    EXPECT_THAT(marks[0], HasSubstr("Few pictures"));
    // Read back, the history says the same.
    const auto again = counsel_of(*run, {.count = 64});
    ASSERT_GE(again.size(), 2u);
    EXPECT_EQ(again[0].notice.rule, CounselRule::DataFew);
    EXPECT_EQ(again[1].state, CounselState::Changed);
    EXPECT_TRUE(again[1].automatic);
}

TEST_F(CounselSession, NothingIsChangedWithoutAutopilot) {
    ASSERT_TRUE(session_->start(request(80)));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_THAT(all<ParamApplied>(), IsEmpty());
    EXPECT_THAT(raised(all<CounselTold>()), Contains("data-few"));
}

TEST_F(CounselSession, LooksAtTheDataAgainAtAnotherSize) {
    RunRequest wanted = request(40);
    TrainConfig config = *wanted.config;
    config.image_size = 32;
    wanted.config = std::make_shared<const TrainConfig>(config);
    script_.let(20);
    ASSERT_TRUE(session_->start(wanted));
    ASSERT_TRUE(until([&] { return !all<StepDone>().empty(); }));
    EXPECT_EQ(script_.data_seen_at, 32);
    ASSERT_TRUE(session_->apply({{"image.size", std::int64_t{64}}}, ChangeOrigin::User));
    script_.let(std::numeric_limits<std::int64_t>::max());
    ASSERT_TRUE(until_state(RunState::Finished));
    ASSERT_EQ(all<ParamApplied>().size(), 1u);
    EXPECT_EQ(script_.data_seen_at, 64);
}

TEST_F(CounselSession, AChangeThatIsRefusedIsTriedOnce) {
    RunRequest wanted = request(120);
    TrainConfig config = *wanted.config;
    config.counsel_autopilot = true;
    wanted.config = std::make_shared<const TrainConfig>(config);
    script_.refuse_changes = true;
    ASSERT_TRUE(session_->start(wanted));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(all<ParamRefused>().size(), 1u);
    EXPECT_THAT(all<ParamApplied>(), IsEmpty());
}

}  // namespace
}  // namespace headroom::counsel_test
