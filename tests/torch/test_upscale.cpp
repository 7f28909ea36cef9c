// Enlarging pictures from file to file: what is kept, budgets and forecasts of them, refusals.
#include "core/io/pictures/image_codec.h"
#include "core/io/pictures/resample.h"
#include "core/memory/cpu_allocator.h"
#include "core/memory/cpu_memory.h"
#include "core/train/tools/upscale.h"
#include "tests/support/all_cases.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"
#include "upscale_fixture.h"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using test::TempFolder;
using testing::HasSubstr;

/// From file to file.
class UpscaleTool : public testing::Test {
protected:
    void SetUp() override {
        cpu_allocator::install();
        ASSERT_TRUE(write_png(folder_.file("in.png"), test::gradient(60, 44), {{"prompt", "a red cube"}}));
        request_.picture = folder_.file("in.png");
        request_.target = folder_.file("out.png");
        request_.device = "cpu";
        request_.method = upscale_data("x2.pth");
    }
    Result<UpscaleDone> run(std::stop_token stop = {}) {
        return upscale_picture(
            request_, [](const std::string&, double) {}, stop);
    }
    ImageBuffer result(int channels = 3) { return *decode_image(request_.target, channels); }

    TempFolder folder_;
    UpscaleRequest request_;
};

TEST_F(UpscaleTool, KeepsTextsAndSaysWhatWasDone) {
    for (const int scale : {2, 3, 4}) {
        request_.scale = scale;
        const auto done = run();
        ASSERT_TRUE(done) << done.error().message;
        EXPECT_EQ(result().width, 60 * scale);
        EXPECT_EQ(done->height, 44 * scale);
        const auto notes = *read_png_notes(request_.target);
        ASSERT_EQ(notes.size(), 2u);
        EXPECT_EQ(notes[0].second, "a red cube");
        EXPECT_EQ(notes[1].first, "Headroom upscale");
        EXPECT_THAT(notes[1].second,
                    HasSubstr(std::to_string(scale) + "x by RRDB 2x, 2 blocks of 6 channels, from 60 x 44"));
    }
}

TEST_F(UpscaleTool, ASmallBudgetGivesTheSamePicture) {
    request_.budget = Bytes{3 << 20};
    request_.picture = folder_.file("large.png");
    ASSERT_TRUE(write_png(request_.picture, test::gradient(300, 200)));
    const auto tiled = run();
    ASSERT_TRUE(tiled) << tiled.error().message;
    EXPECT_GT(tiled->tiles, 1);
    EXPECT_LE(tiled->peak.count, 3 << 20);
    request_.budget = {};
    const ImageBuffer in_tiles = result();
    const auto at_once = run();
    ASSERT_TRUE(at_once);
    EXPECT_EQ(at_once->tile, 0);
    const ImageBuffer once = result();
    int most = 0;
    for (std::size_t i = 0; i < once.pixels->size(); ++i)
        most = std::max(most, std::abs((*once.pixels)[i] - (*in_tiles.pixels)[i]));
    EXPECT_LE(most, tiled->exact ? 1 : 3);
}

TEST_F(UpscaleTool, TheForecastIsWhatItTakes) {
    request_.picture = folder_.file("large.png");
    ASSERT_TRUE(write_png(request_.picture, test::gradient(300, 200)));
    const std::string target = request_.target;
    for (const char* weights : {"x2.pth", "basicsr.pth"}) {
        for (const std::int64_t budget : {std::int64_t{0}, std::int64_t{6} << 20, std::int64_t{12} << 20}) {
            for (const int scale : {2, 4}) {
                // Tiles for each; those of both budgets where all cases are wanted.
                const std::int64_t left_out = std::int64_t{scale == 2 ? 12 : 6} << 20;
                if (budget == left_out && !test::all_cases()) continue;
                request_.method = upscale_data(weights);
                request_.budget = Bytes{budget};
                request_.scale = scale;
                request_.target.clear();
                const auto told = run();
                ASSERT_TRUE(told) << told.error().message;
                EXPECT_FALSE(fs::exists(target)) << "a forecast writes nothing";
                request_.target = target;
                const auto done = run();
                ASSERT_TRUE(done) << done.error().message;
                fs::remove(target);
                const std::string where =
                    std::string(weights) + " " + std::to_string(budget) + " " + std::to_string(scale);
                EXPECT_EQ(told->network, done->network);
                EXPECT_EQ(told->width, done->width);
                EXPECT_EQ(told->tile, done->tile) << where;
                EXPECT_EQ(told->tiles, done->tiles) << where;
                EXPECT_EQ(told->exact, done->exact) << where;
                EXPECT_EQ(done->halvings, 0) << where;
                const double off = static_cast<double>(told->peak.count) / static_cast<double>(done->peak.count) - 1;
                EXPECT_GT(off, -0.05) << where << ": " << to_text(told->peak) << " for " << to_text(done->peak);
                EXPECT_LT(off, 0.5) << where << ": " << to_text(told->peak) << " for " << to_text(done->peak);
            }
        }
    }
    request_.target.clear();
    request_.budget = Bytes{40 << 10};
    const auto nothing = run();
    ASSERT_FALSE(nothing);
    EXPECT_EQ(nothing.error().code, ErrorCode::OutOfMemory);
    request_.method = "lanczos";
    const auto plain = run();
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->height, 800);
    request_.method = folder_.file("large.png");
    const auto rubbish = run();
    ASSERT_FALSE(rubbish);
    EXPECT_THAT(rubbish.error().message, HasSubstr("large.png"));
}

TEST_F(UpscaleTool, TheForecastHoldsAtEveryLimit) {
    request_.picture = folder_.file("large.png");
    ASSERT_TRUE(write_png(request_.picture, test::gradient(150, 100)));
    const std::string target = request_.target;
    int fitted = 0, refused = 0;
    for (const char* weights : {"x2.pth", "basicsr.pth"}) {
        request_.method = upscale_data(weights);
        for (const int scale : {2, 4}) {
            request_.scale = scale;
            bool fits = false;
            for (double limit = 200 << 10; limit < (16 << 20); limit *= 1.65) {
                const std::string where = std::string(weights) + ", " + std::to_string(scale) + " times, " +
                                          to_text(Bytes{std::llround(limit)});
                request_.budget = Bytes{std::llround(limit)};
                request_.target.clear();
                const auto told = run();
                request_.target = target;
                const auto done = run();
                ASSERT_EQ(bool(told), bool(done))
                    << where << ": " << (told ? done.error().message : told.error().message);
                EXPECT_TRUE(told || !fits) << where << ": less than this was enough";
                fits = bool(told);
                ++(fits ? fitted : refused);
                if (!fits) {
                    EXPECT_EQ(told.error().code, ErrorCode::OutOfMemory) << where;
                    EXPECT_EQ(done.error().message, told.error().message) << where;
                    continue;
                }
                EXPECT_EQ(done->halvings, 0) << where;
                EXPECT_LE(told->peak, request_.budget) << where;
                EXPECT_LE(done->peak, request_.budget) << where;
                EXPECT_EQ(told->tiles, done->tiles) << where;
            }
            EXPECT_TRUE(fits) << weights << " " << scale;
        }
    }
    EXPECT_GT(fitted, 8);
    EXPECT_GT(refused, 8);
}

TEST_F(UpscaleTool, BesideARunItsPeakIsItsOwn) {
    const auto alone = run();
    ASSERT_TRUE(alone);
    const auto other = cpu_memory();
    const auto turn = other->turn();
    const at::Tensor held = at::zeros({8 << 20}, at::kByte);
    other->set_limit(Bytes{9 << 20});
    const auto beside = run();
    ASSERT_TRUE(beside);
    EXPECT_EQ(beside->peak, alone->peak);
    EXPECT_EQ(other->counts().step_peak.count, 8 << 20);
}

TEST_F(UpscaleTool, ABudgetForNothingSaysSo) {
    request_.budget = Bytes{40 << 10};
    const auto done = run();
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::OutOfMemory);
    EXPECT_THAT(done.error().message, HasSubstr("in.png did not fit in 40.0 KiB"));
    EXPECT_FALSE(fs::exists(request_.target));
    EXPECT_EQ(cpu_allocator::limit().count, 0);
}

TEST_F(UpscaleTool, KeepsAlpha) {
    request_.picture = std::string(HEADROOM_TEST_DATA) + "/resample/rgba.png";
    ASSERT_TRUE(run());
    const ImageBuffer alpha = result(4), before = *decode_image(request_.picture, 4);
    std::vector<std::uint8_t> was;
    for (std::size_t i = 3; i < before.pixels->size(); i += 4) was.push_back((*before.pixels)[i]);
    const ImageBuffer wanted =
        resample({before.width, before.height, 1, std::make_shared<const std::vector<std::uint8_t>>(was)}, alpha.width,
                 alpha.height, ResampleFilter::Lanczos);
    for (std::size_t i = 0; i < wanted.pixels->size(); ++i) ASSERT_EQ((*alpha.pixels)[4 * i + 3], (*wanted.pixels)[i]);
}

TEST_F(UpscaleTool, WhatCannotBeIsRefusedBeforeAnythingIsWritten) {
    const auto message = [&](ErrorCode code) {
        const auto done = run();
        EXPECT_FALSE(done);
        if (done) return std::string("done");
        EXPECT_EQ(done.error().code, code) << done.error().message;
        EXPECT_FALSE(fs::exists(folder_.file("out.png")));
        return done.error().message;
    };
    request_.scale = 5;
    EXPECT_THAT(message(ErrorCode::InvalidArgument), HasSubstr("--scale: 5"));
    request_.scale = 4;
    request_.picture = folder_.file("long.png");
    ASSERT_TRUE(write_png(request_.picture, test::gradient(5000, 2)));
    EXPECT_THAT(message(ErrorCode::InvalidArgument), HasSubstr("5000 x 2 pixels times 4 is more than 16384"));
    request_.picture = folder_.file("absent.png");
    EXPECT_THAT(message(ErrorCode::NotFound), HasSubstr("absent.png"));
    request_.picture = upscale_data("x2.pth");
    EXPECT_THAT(message(ErrorCode::BadFile), HasSubstr("x2.pth"));
    request_.picture = folder_.file("in.png");
    request_.method = folder_.file("in.png");
    EXPECT_THAT(message(ErrorCode::BadFile), HasSubstr("in.png"));
    request_.method = "lanczos";
    request_.target = folder_.file("no/out.png");
    EXPECT_THAT(message(ErrorCode::NotFound), HasSubstr("--out: the folder of"));
    std::stop_source stop;
    stop.request_stop();
    request_.target = folder_.file("out.png");
    EXPECT_EQ(run(stop.get_token()).error().code, ErrorCode::Cancelled);
    EXPECT_FALSE(fs::exists(request_.target));
}

}  // namespace
}  // namespace headroom
