// RunScorer: copies among all of the data, what is kept between two scorings and for other processes, and one that is cut short and goes on.
#include "core/api/param_schema.h"
#include "core/base/user_folders.h"
#include "core/memory/libtorch.h"
#include "core/models/score/random_features.h"
#include "core/models/score/standard_errors.h"
#include "core/train/run/memory_dataset.h"
#include "core/train/run/pictures.h"
#include "core/train/score/run_scorer.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const ProgressFn kSilentScorer = [](const std::string&, double) {};

TrainConfig of_so_many(std::int64_t count) {
    TrainConfig config;
    config.scores_count = count;
    return config;
}

void expect_equal(const Result<RunScores>& a, const Result<RunScores>& b) {
    ASSERT_TRUE(a && b);
    for (const ScoreFigure& figure : kScoreFigures) {
        const double x = (*a).*figure.of, y = (*b).*figure.of;
        EXPECT_TRUE(x == y || (std::isnan(x) && std::isnan(y))) << figure.name << ": " << x << " and " << y;
    }
}

class RunScorerTest : public ::testing::Test {
protected:
    /// Pictures of `from` as if they were drawn; draws_ says which pieces were.
    RunScorer::DrawFn drawing(const MemoryDataset& from) {
        return [this, all = &from](std::int64_t first, std::int64_t count) {
            draws_.push_back(first);
            ImageList out;
            for (std::int64_t i = first; i < first + count; ++i) out.push_back(picture_of(*all, i));
            return out;
        };
    }
    /// Stopped while it looks at the second piece of what is called so.
    Result<RunScores> cut_at(const std::string& what, RunScorer& scorer, const RunScorer::Setting& setting) {
        std::stop_source stop;
        int told = 0;
        return scorer.score(
            of_so_many(64), setting, drawing(data_),
            [&](const std::string& now, double) {
                if (now.starts_with(what) && ++told == 2) stop.request_stop();
            },
            stop.get_token());
    }

    /// As another process would, which has what is in the user's cache alone. looks_ and reads_: pieces of the data that it looks at, and that it reads.
    Result<RunScores> afresh(const RunScorer::Setting& setting) {
        looks_ = reads_ = 0;
        RunScorer scorer;
        return scorer.score(of_so_many(64), setting, drawing(data_),
                            [this](const std::string& now, double) {
                                looks_ += now.starts_with("looking at Synthetic") ? 1 : 0;
                                reads_ += now.starts_with("reading known features of Synthetic") ? 1 : 0;
                            },
                            {});
    }
    static std::string kept() { return default_cache_folder() + "/data"; }

    const TempFolder cache_;
    const SetVariable cache_variable_{"XDG_CACHE_HOME", cache_.path()};
    const MemoryDataset data_{64, 32, 3, 7}, other_{64, 32, 3, 8};
    std::vector<std::int64_t> draws_;
    int looks_ = 0, reads_ = 0;
};

TEST_F(RunScorerTest, FindsCopiesAmongAllOfTheData) {
    const MemoryDataset data(120, 32, 3, 7);
    RunScorer scorer;
    const auto scores = scorer.score(of_so_many(20), {data, "data", at::kCPU}, drawing(data), kSilentScorer, {});
    ASSERT_TRUE(scores) << scores.error().message;
    EXPECT_EQ(scores->copies, 1) << "each is a copy, and most of them are not compared with what they are one of";
    EXPECT_DOUBLE_EQ(scores->copies_error, 1.0 / 42);
    EXPECT_EQ(scores->copies_among, 120);
    EXPECT_EQ(scores->pictures, 20);
    EXPECT_EQ(scores->side, 32);
    EXPECT_DOUBLE_EQ(scores->recall_error, share_error(scores->recall, 20));
    EXPECT_DOUBLE_EQ(scores->precision_error, share_error(scores->precision, 20));
    EXPECT_TRUE(std::isfinite(scores->fid_error) && std::isfinite(scores->ms_ssim_error));
}

TEST_F(RunScorerTest, FindsCopiesOfWhatTheRunMirrors) {
    const RunScorer::DrawFn as_they_are = drawing(data_);
    const auto mirrored = [&](std::int64_t first, std::int64_t count) {
        ImageList out = as_they_are(first, count);
        for (ImageBuffer& picture : out) {
            auto pixels = std::make_shared<std::vector<std::uint8_t>>(*picture.pixels);
            for (std::size_t y = 0; y < 32; ++y)
                for (std::size_t x = 0; x < 32; ++x)
                    std::copy_n(&(*picture.pixels)[(y * 32 + 31 - x) * 3], 3, &(*pixels)[(y * 32 + x) * 3]);
            picture.pixels = std::move(pixels);
        }
        return out;
    };
    TrainConfig config = of_so_many(20);
    RunScorer scorer;
    int looks = 0;
    const auto score = [&] {
        looks = 0;
        return scorer.score(config, {data_, "data", at::kCPU}, mirrored,
                            [&](const std::string& now, double) { looks += now.starts_with("looking at Synthetic"); },
                            {});
    };
    const auto blind = score();
    ASSERT_TRUE(blind) << blind.error().message;
    EXPECT_EQ(looks, 4);
    config.data_mirror = true;
    const auto seeing = score();
    ASSERT_TRUE(seeing) << seeing.error().message;
    EXPECT_EQ(looks, 8) << "all sixty-four, and mirrored";
    EXPECT_EQ(seeing->copies, 1);
    EXPECT_EQ(seeing->copies_among, 64);
    EXPECT_EQ(seeing->fid, blind->fid) << "what is compared is the same";
}

TEST_F(RunScorerTest, LooksAmongAsManyAsMayBeKept) {
    // Three quarters of it are the data's: sixty rows.
    const Bytes room{80 * 4 * RandomFeatures::width()}, none{1};
    RunScorer scorer;
    const auto some = scorer.score(of_so_many(20), {data_, "data", at::kCPU, room}, drawing(data_), kSilentScorer, {});
    ASSERT_TRUE(some) << some.error().message;
    EXPECT_EQ(some->copies_among, 60);
    const auto few = scorer.score(of_so_many(20), {data_, "data", at::kCPU, none}, drawing(data_), kSilentScorer, {});
    ASSERT_TRUE(few) << few.error().message;
    EXPECT_EQ(few->copies_among, 20) << "those that it is compared with in any case";
    EXPECT_NEAR(few->fid, some->fid, 1e-5 * some->fid);
}

TEST_F(RunScorerTest, LooksAmongNoMoreThanAProcessorSeesInMinutes) {
    EXPECT_EQ(looked_through(50000, 512, 100, false, false, {}), 20000);
    EXPECT_EQ(looked_through(50000, 512, 2048, true, false, {}), 2000);
    EXPECT_EQ(looked_through(50000, 4096, 2048, true, false, {}), 4096) << "those that it is compared with in any case";
    EXPECT_EQ(looked_through(300, 200, 2048, true, false, {}), 300);
    EXPECT_EQ(looked_through(50000, 512, 100, true, false, Bytes{1000 * 400}), 1000);
    EXPECT_EQ(looked_through(50000, 512, 100, false, true, {}), 10000) << "each twice";
    EXPECT_EQ(looked_through(50000, 512, 100, true, true, Bytes{1200 * 400}), 600);
    EXPECT_THAT(std::string(find_param("scores.every")->cost),
                ::testing::AllOf(HasSubstr("up to 20,000 pictures"), HasSubstr("on a processor 2,000")));
}

TEST_F(RunScorerTest, GoesOnWithWhatWasDrawnBeforeItWasCutShort) {
    const RunScorer::Setting first{data_, "data", at::kCPU, {}, 1}, second{data_, "data", at::kCPU, {}, 2};
    RunScorer scorer, fresh;
    const auto cut = cut_at("looking at samples", scorer, first);
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().code, ErrorCode::Cancelled);
    EXPECT_TRUE(scorer.has_drawn());
    EXPECT_THAT(draws_, ElementsAre(0, 16));

    draws_.clear();
    const auto whole = scorer.score(of_so_many(64), first, drawing(data_), kSilentScorer, {});
    EXPECT_THAT(draws_, ElementsAre(0, 32, 48)) << "the first piece shows that the weights are the same";
    expect_equal(whole, fresh.score(of_so_many(64), first, drawing(data_), kSilentScorer, {}));

    // Other weights after the same step, or the same after another one: drawn anew.
    RunScorer others;
    ASSERT_FALSE(cut_at("looking at samples", others, first));
    draws_.clear();
    const auto of_others = others.score(of_so_many(64), first, drawing(other_), kSilentScorer, {});
    EXPECT_THAT(draws_, ElementsAre(0, 0, 16, 32, 48));
    fresh.forget_drawn();
    expect_equal(of_others, fresh.score(of_so_many(64), first, drawing(other_), kSilentScorer, {}));
    draws_.clear();
    EXPECT_TRUE(others.score(of_so_many(64), second, drawing(other_), kSilentScorer, {}));
    EXPECT_THAT(draws_, ElementsAre(0, 16, 32, 48));
    others.forget_drawn();
    EXPECT_FALSE(others.has_drawn());
}

TEST_F(RunScorerTest, TheDatasFeaturesAreGoneOnWithToo) {
    const RunScorer::Setting setting{data_, "data", at::kCPU};
    RunScorer scorer;
    ASSERT_FALSE(cut_at("looking at Synthetic", scorer, setting));
    std::vector<double> told;
    const auto whole = scorer.score(of_so_many(64), setting, drawing(data_),
                                    [&](const std::string& now, double fraction) {
                                        if (now.starts_with("looking at")) told.push_back(fraction);
                                    },
                                    {});
    ASSERT_TRUE(whole) << whole.error().message;
    EXPECT_THAT(told, ElementsAre(0.5, 0.75)) << "none of the samples, and the other half of the data";
}

TEST_F(RunScorerTest, WhatMayNotBeKeptAnyMoreIsLookedAtAnew) {
    RunScorer::Setting setting{data_, "data", at::kCPU};
    RunScorer samples, pictures, fresh;
    ASSERT_FALSE(cut_at("looking at samples", samples, setting));
    ASSERT_FALSE(cut_at("looking at Synthetic", pictures, setting));
    setting.keep = Bytes{1};  // the budget is smaller by now
    const auto whole = fresh.score(of_so_many(64), setting, drawing(data_), kSilentScorer, {});
    std::filesystem::remove_all(kept());
    expect_equal(samples.score(of_so_many(64), setting, drawing(data_), kSilentScorer, {}), whole);
    std::filesystem::remove_all(kept());
    expect_equal(pictures.score(of_so_many(64), setting, drawing(data_), kSilentScorer, {}), whole);
}

TEST_F(RunScorerTest, AnotherProcessReadsTheDatasFeatures) {
    RunScorer::Setting setting{data_, "data", at::kCPU};
    const auto first = afresh(setting);
    EXPECT_EQ(looks_, 4);
    EXPECT_EQ(reads_, 0);
    const auto again = afresh(setting);
    EXPECT_EQ(looks_, 0);
    EXPECT_EQ(reads_, 1);
    expect_equal(first, again);
    setting.keep = Bytes{1};  // of memory; what is on the disk is as well known
    const auto tight = afresh(setting);
    EXPECT_EQ(looks_, 0);
    const auto of_others = afresh({other_, "data", at::kCPU});
    EXPECT_EQ(looks_, 4) << "other pictures, by their fingerprint";
    ASSERT_TRUE(first && tight && of_others);
    EXPECT_NEAR(tight->fid, first->fid, 1e-6);
    EXPECT_GT(of_others->fid, first->fid + 1e-3);
}

TEST_F(RunScorerTest, WhatWasFoundIsKeptThoughTheScoringStopsWhileItIsWritten) {
    const RunScorer::Setting setting{data_, "data", at::kCPU};
    {
        std::stop_source stop;
        int told = 0;
        RunScorer scorer;
        const auto cut = scorer.score(
            of_so_many(64), setting, drawing(data_),
            [&](const std::string& now, double) {
                if (now.starts_with("looking at Synthetic") && ++told == 4) stop.request_stop();  // the last piece
            },
            stop.get_token());
        ASSERT_FALSE(cut);
        EXPECT_EQ(cut.error().code, ErrorCode::Cancelled);
        RunScorer on = std::move(scorer);  // as a run leaves it to the one that goes on
        scorer = {};
    }
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(kept()), {}), 1) << "nothing half written is left";
    ASSERT_TRUE(afresh(setting));
    EXPECT_EQ(looks_, 0);
    EXPECT_EQ(reads_, 1);
}

TEST_F(RunScorerTest, DamagedFeaturesAreMadeAnew) {
    const RunScorer::Setting setting{data_, "data", at::kCPU};
    const auto whole = afresh(setting);
    const std::string path = std::filesystem::directory_iterator(kept())->path().string(), good = read_bytes(path);
    write_bytes(path, good.substr(0, good.size() / 2));
    expect_equal(whole, afresh(setting));
    EXPECT_EQ(looks_, 4);
    EXPECT_EQ(read_bytes(path), good);
    std::string flipped = good;
    flipped[good.size() / 2] = static_cast<char>(good[good.size() / 2] ^ 1);
    write_bytes(path, flipped);
    expect_equal(whole, afresh(setting));
    EXPECT_EQ(looks_, 4);
}

}  // namespace
}  // namespace headroom::test
