// score_pictures(): folders against folders, choices of pictures, what is refused, what is told while it works.
#include "core/io/pictures/image_codec.h"
#include "core/models/score/standard_errors.h"
#include "core/train/run/memory_dataset.h"
#include "core/train/run/pictures.h"
#include "core/train/score/score.h"
#include "core/train/score/set_scores.h"
#include "tests/support/picture_files.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"
#include "tests/torch/score_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace headroom::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

const ProgressFn kSilentScore = [](const std::string&, double) {};

class Scores : public ::testing::Test {
protected:
    ScoreRequest request() const {
        ScoreRequest out;
        out.source = score_data("ours");
        out.against = score_data("theirs");
        out.features = {"random"};
        out.device = "cpu";
        return out;
    }
    static Error error_of(const ScoreRequest& request) {
        const auto report = score_pictures(request, kSilentScore, {});
        EXPECT_FALSE(report);
        return report ? Error{} : report.error();
    }
    /// Of pieces, how often one of `against` was looked at.
    static Result<ScoreReport> counted(const ScoreRequest& request, int& looks) {
        looks = 0;
        const auto count = [&](const std::string& now, double) {
            looks += now.starts_with("looking at " + request.against) ? 1 : 0;
        };
        return score_pictures(request, count, {});
    }
    TempFolder folder_, cache_;
    const SetVariable cache_variable_{"XDG_CACHE_HOME", cache_.path()};
};

TEST_F(Scores, TheSamePicturesAreNoDistanceApart) {
    ScoreRequest same = request();
    same.against = same.source;
    same.features = {"random,clip"};
    const auto report = score_pictures(same, kSilentScore, {});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->pictures, 6);
    ASSERT_EQ(report->spaces.size(), 2u);
    for (const SpaceScores& s : report->spaces) {
        const RunScores& f = s.figures;
        EXPECT_NEAR(f.fid, 0, 1e-6) << f.features;
        EXPECT_NEAR(f.fid_error, 0, 1e-6) << f.features;
        EXPECT_EQ(f.precision, 1) << f.features;
        EXPECT_EQ(f.recall, 1) << f.features;
        EXPECT_EQ(f.copies, 1) << f.features;
        EXPECT_EQ(std::isfinite(f.mmd), f.features == "clip");
        EXPECT_EQ(std::isfinite(f.mmd_error), f.features == "clip");
    }
    EXPECT_NEAR(report->spaces[1].figures.mmd, 0, 1e-6);
    EXPECT_EQ(report->ms_ssim.value, report->ms_ssim_against.value);
    const auto other = score_pictures(request(), kSilentScore, {});
    ASSERT_TRUE(other) << other.error().message;
    EXPECT_GT(other->spaces[0].figures.fid, 0.01);
    EXPECT_GT(other->spaces[0].figures.fid_error, 0);
    EXPECT_NE(other->ms_ssim.value, other->ms_ssim_against.value);
    EXPECT_GT(other->ms_ssim.error, 0);
    EXPECT_THAT(other->notes, Contains(HasSubstr("FID is too large")));
}

TEST_F(Scores, RealPicturesAreLookedAtOnce) {
    const auto picture = [&](int i) { return folder_.file(std::to_string(i) + ".png"); };
    for (int i = 0; i < 6; ++i) ASSERT_TRUE(write_png(picture(i), gradient(30 + i, 20)));
    std::filesystem::copy(std::string(HEADROOM_TEST_DATA) + "/networks/clip/vit", cache_.file("vit"));
    const std::string weights = cache_.file("vit/open_clip_model.safetensors");
    ScoreRequest r = request();
    r.against = folder_.path();
    r.features = {"random", "clip=" + weights};
    int looks = 0;
    const auto first = counted(r, looks);
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_EQ(looks, 2);
    const auto again = counted(r, looks);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(looks, 0);
    ASSERT_EQ(again->spaces.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_TRUE(!first->spaces[i].known && again->spaces[i].known);
        for (const ScoreFigure& figure : kScoreFigures) {
            const double x = first->spaces[i].figures.*figure.of, y = again->spaces[i].figures.*figure.of;
            EXPECT_TRUE(x == y || (std::isnan(x) && std::isnan(y))) << figure.name << ": " << x << " and " << y;
        }
    }
    std::filesystem::last_write_time(weights, std::filesystem::last_write_time(weights) + std::chrono::hours(1));
    EXPECT_TRUE(counted(r, looks));
    EXPECT_EQ(looks, 1) << "by other weights";
    r.features = {"random"};
    ASSERT_TRUE(write_png(picture(3), gradient(50, 40)));
    EXPECT_TRUE(counted(r, looks));
    EXPECT_EQ(looks, 1) << "one is another";
}

TEST_F(Scores, DoNotDependOnTheBatch) {
    ScoreRequest one = request(), many = request();
    one.batch = 1;
    many.batch = 64;
    const auto a = score_pictures(one, kSilentScore, {});
    std::filesystem::remove_all(cache_.path());  // or the others are not looked at again
    const auto b = score_pictures(many, kSilentScore, {});
    ASSERT_TRUE(a && b);
    const RunScores &x = a->spaces[0].figures, &y = b->spaces[0].figures;
    EXPECT_NEAR(x.fid, y.fid, 1e-5 * x.fid);
    EXPECT_NEAR(x.fid_error, y.fid_error, 1e-3 * x.fid_error);
    EXPECT_NEAR(x.kid, y.kid, 1e-5);
}

TEST_F(Scores, TakeAsManyAsAskedAndTheSameForASeed) {
    const auto all = pictures_of_folder(score_data("ours"), kSilentScore, {});
    ASSERT_TRUE(all);
    const auto sizes = [&](std::uint64_t seed) {
        const PictureSet some = some_of(*all, 3, seed);
        std::vector<int> out;
        for (std::int64_t i = 0; i < some.count; ++i)
            out.push_back(some.picture(i)->width * 1000 + some.picture(i)->height);
        return out;
    };
    EXPECT_EQ(sizes(1).size(), 3u);
    EXPECT_EQ(sizes(1), sizes(1));
    bool differ = false;
    for (std::uint64_t seed = 2; seed < 8; ++seed) differ = differ || sizes(seed) != sizes(1);
    EXPECT_TRUE(differ);
}

TEST_F(Scores, CopiesAreSeenThoughFewAreCompared) {
    std::filesystem::create_directories(folder_.file("ours"));
    std::filesystem::create_directories(folder_.file("theirs"));
    const MemoryDataset pictures(120, 32, 3, 7);
    for (std::int64_t i = 0; i < pictures.count(); ++i) {
        const std::string name = "/" + std::to_string(i) + ".png";
        ASSERT_TRUE(write_png(folder_.file("theirs") + name, picture_of(pictures, i)));
        if (i < 10) { ASSERT_TRUE(write_png(folder_.file("ours") + name, picture_of(pictures, i))); }
    }
    ScoreRequest all = request();
    all.source = folder_.file("ours");
    all.against = folder_.file("theirs");
    ScoreRequest few = all, blind = all;
    few.count = 10;
    blind.count = blind.among = 10;
    const auto a = score_pictures(all, kSilentScore, {}), b = score_pictures(few, kSilentScore, {}),
               c = score_pictures(blind, kSilentScore, {});
    ASSERT_TRUE(a && b && c);
    const RunScores &from_all = a->spaces[0].figures, &s = b->spaces[0].figures, &unseen = c->spaces[0].figures;
    EXPECT_EQ(from_all.copies, 1);
    EXPECT_EQ(s.copies, 1) << "of ten pictures that they are compared with, hardly one is theirs";
    EXPECT_EQ(b->pictures_against, 10);
    EXPECT_EQ(b->copies_among, 120);
    EXPECT_THAT(b->notes, ::testing::Not(Contains(HasSubstr("--among"))));
    EXPECT_LT(unseen.copies, 1);
    EXPECT_EQ(c->copies_among, 10);
    EXPECT_THAT(c->notes, Contains(HasSubstr("among 10 of the 120 pictures")));
    // What is compared is the same whatever copies are looked for among.
    EXPECT_NEAR(s.fid, unseen.fid, 1e-5 * unseen.fid);
    EXPECT_EQ(s.precision, unseen.precision);
    EXPECT_EQ(s.recall, unseen.recall);
    EXPECT_DOUBLE_EQ(s.precision_error, share_error(s.precision, 10));
    EXPECT_DOUBLE_EQ(s.recall_error, share_error(s.recall, 10));
    EXPECT_DOUBLE_EQ(s.copies_error, 1.0 / 22) << "ten of ten are not all that there are";
}

TEST_F(Scores, SayWhatIsWrong) {
    ScoreRequest r = request();
    r.features = {"dino"};
    EXPECT_THAT(error_of(r).message, HasSubstr("'dino' is no space of features"));
    r.features = {"inception"};
    EXPECT_THAT(error_of(r).message, HasSubstr("inception lacks its file"));
    r.features = {"random", "random"};
    EXPECT_THAT(error_of(r).message, HasSubstr("twice"));
    r.features = {"random=x.pth"};
    EXPECT_THAT(error_of(r).message, HasSubstr("takes no file"));
    r.features = {"inception=" + folder_.file("absent.pth")};
    EXPECT_EQ(error_of(r).code, ErrorCode::NotFound);
    r = request();
    r.against.clear();
    EXPECT_THAT(error_of(r).message, HasSubstr("--against"));
    r = request();
    r.count = 4;
    EXPECT_THAT(error_of(r).message, HasSubstr("4 pictures are too few"));
    r = request();
    r.against = folder_.file("none");
    EXPECT_EQ(error_of(r).code, ErrorCode::NotFound);
    std::filesystem::create_directory(folder_.file("empty"));
    r.against = folder_.file("empty");
    EXPECT_EQ(error_of(r).code, ErrorCode::BadFile);
}

TEST_F(Scores, UnreadablePicturesAreTold) {
    for (int i = 0; i < 6; ++i) ASSERT_TRUE(write_png(folder_.file(std::to_string(i) + ".png"), gradient(30 + i, 20)));
    std::ofstream(folder_.file("broken.jpg")) << "nothing";
    std::ofstream(folder_.file("readme.txt")) << "no picture";
    ScoreRequest r = request();
    r.source = folder_.path();
    const auto report = score_pictures(r, kSilentScore, {});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->pictures, 6);
    EXPECT_THAT(report->notes, Contains(::testing::AllOf(HasSubstr("1 files are left out"), HasSubstr("broken.jpg"))));
}

TEST_F(Scores, WhatOnlyDecodingShowsToBeDamagedIsLeftOut) {
    for (int i = 0; i < 7; ++i) ASSERT_TRUE(write_png(folder_.file(std::to_string(i) + ".png"), gradient(30 + i, 20)));
    std::string damaged = png_bytes(gradient(40, 20));
    char& amid = damaged[damaged.size() / 2];
    amid = static_cast<char>(amid ^ 0x55);
    write_bytes(folder_.file("3-damaged.png"), damaged);
    ASSERT_TRUE(read_image_header(folder_.file("3-damaged.png"))) << "its header says nothing of it";
    ScoreRequest r = request();
    r.source = r.against = folder_.path();
    for (const std::int64_t count : {0, 7, 8}) {
        r.count = count;
        const auto report = score_pictures(r, kSilentScore, {});
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_LE(report->pictures, 7);
        EXPECT_EQ(report->pictures, report->pictures_against);
        EXPECT_EQ(report->copies_among, 7);
        EXPECT_NEAR(report->spaces[0].figures.fid, 0, 1e-6) << "the same ones on both sides";
        EXPECT_THAT(report->notes,
                    Contains(::testing::AllOf(HasSubstr("1 files are left out"), HasSubstr("3-damaged.png"))));
    }
    for (int i = 3; i < 7; ++i) std::filesystem::remove(folder_.file(std::to_string(i) + ".png"));
    r.count = 0;
    EXPECT_THAT(error_of(r).message, HasSubstr("3 pictures are too few"));
    EXPECT_THAT(error_of(r).message, HasSubstr("3-damaged.png"));
}

TEST_F(Scores, PicturesAreReadWhateverTheirNames) {
    // No UTF-8, and a character that reorders what follows: neither is shown as it is.
    for (const char* name : {"a\xff.png", "b\u200e.png", "c.png", "d e.png", "f.png", "g.png"})
        write_bytes(folder_.file(name), png_bytes(gradient(30, 20)));
    const auto set = pictures_of_folder(folder_.path(), kSilentScore, {});
    ASSERT_TRUE(set) << set.error().message;
    ASSERT_EQ(set->count, 6);
    for (std::int64_t i = 0; i < set->count; ++i) EXPECT_TRUE(set->picture(i)) << i;
    EXPECT_TRUE(set->left_out.empty());
}

TEST_F(Scores, StopWhenAskedAndStayWithinTheirBudget) {
    std::stop_source stop;
    std::vector<std::string> told;
    const auto stopped = score_pictures(
        request(),
        [&](const std::string& what, double) {
            told.push_back(what);
            if (what.rfind("comparing subsets", 0) == 0) stop.request_stop();
        },
        stop.get_token());
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
    EXPECT_THAT(told, Contains(HasSubstr("looking at")));
    ScoreRequest tight = request();
    tight.budget = Bytes{200000};
    const Error none = error_of(tight);
    EXPECT_EQ(none.code, ErrorCode::OutOfMemory);
    EXPECT_THAT(none.message, HasSubstr("did not fit"));
    // Room for some of the pictures that are asked for at once.
    for (int i = 0; i < 64; ++i)
        ASSERT_TRUE(write_png(folder_.file(std::to_string(i) + ".png"), gradient(32, 33 + i % 7)));
    ScoreRequest small = request();
    small.source = small.against = folder_.path();
    small.budget = Bytes{24 << 20};
    small.batch = 64;
    const auto fits = score_pictures(small, kSilentScore, {});
    EXPECT_TRUE(fits) << fits.error().message;
}

}  // namespace
}  // namespace headroom::test
