// Enlarging: RRDB against PyTorch, tiles against the whole, memory running out, and pictures from file to file.
#include "core/io/image_codec.h"
#include "core/io/resample.h"
#include "core/memory/cpu_allocator.h"
#include "core/models/nn/init.h"
#include "core/models/upscale/tiles.h"
#include "core/train/tensor_bridge.h"
#include "core/train/tools/upscale.h"
#include "core/train/tools/upscale_file.h"
#include "network_case.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <cmath>
#include <set>
#include <utility>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using test::TempFolder;
using testing::HasSubstr;

std::string upscale_data(const std::string& name) { return std::string(HEADROOM_TEST_DATA) + "/upscale/" + name; }

LoadedUpscaler loaded(const std::string& name) {
    cpu_allocator::install();
    auto out = load_upscaler(upscale_data(name));
    EXPECT_TRUE(out) << (out ? "" : out.error().message);
    return out ? *out : LoadedUpscaler{};
}

TEST(RrdbFile, EveryLayoutOfNamesGivesWhatPyTorchGives) {
    TensorMap want = read_tensors(upscale_data("expected.safetensors"));
    for (const char* name : {"first.pth", "second.pth", "basicsr.pth"}) {
        const LoadedUpscaler file = loaded(name);
        EXPECT_EQ(file.words, "RRDB 4x, 2 blocks of 6 channels") << name;
        EXPECT_LE(largest_difference(want["four"], file.network->enlarge(want["picture"], 4)), 2e-6) << name;
    }
    const LoadedUpscaler half = loaded("x2.pth");
    EXPECT_EQ(half.network->factors().front(), 2);
    EXPECT_EQ(half.network->unit(), 2);
    EXPECT_LE(largest_difference(want["two"], half.network->enlarge(want["picture"], 2)), 2e-6);
}

TEST(RrdbFile, ForeignAndDamagedFilesAreNamed) {
    const auto vqgan = load_upscaler(network_cases() + "/vqgan/vq/vq.ckpt");
    ASSERT_FALSE(vqgan);
    EXPECT_THAT(vqgan.error().message, HasSubstr("vq.ckpt: these weights do not enlarge pictures"));
    const TempFolder folder;
    auto tensors = read_tensors(upscale_data("second.pth"));
    tensors.erase("trunk_conv.bias");
    const auto write = [&](const std::string& name) {
        const TensorCopies copies = copy_tensors(NamedTensors(tensors.begin(), tensors.end()));
        EXPECT_TRUE(write_safetensors(folder.file(name), copies.views, {}));
        return load_upscaler(folder.file(name)).error().message;
    };
    EXPECT_THAT(write("a.safetensors"), HasSubstr("trunk_conv.bias is missing"));
    tensors["trunk_conv.bias"] = torch::zeros({7});
    EXPECT_THAT(write("b.safetensors"), HasSubstr("trunk_conv.bias has another shape"));
    tensors["conv_first.weight"] = torch::zeros({6, 5, 3, 3});
    EXPECT_THAT(write("c.safetensors"), HasSubstr("takes 5 channels"));
    EXPECT_EQ(load_upscaler(folder.file("absent.pth")).error().code, ErrorCode::NotFound);
}

std::shared_ptr<ShapesUpscaler> small_network() {
    auto net = std::make_shared<ShapesUpscaler>(2, 8);
    nn::Initialiser(4, 0).layers(*net);
    nn::freeze(*net);
    return net;
}

TileCall call_of(Upscaler& net, std::int64_t factor, const TilePlan& plan) {
    TileCall call;
    call.factor = factor;
    call.unit = net.unit();
    call.reach = net.reach();
    call.plan = plan;
    call.enlarge = [&net, factor](const at::Tensor& tile) { return net.enlarge(tile, factor); };
    call.go_on = [](double) { return true; };
    call.ran_out = [] {};
    return call;
}

TEST(Tiles, AreWhatTheWholeIs) {
    cpu_allocator::install();
    const auto net = small_network();
    const at::Tensor picture = torch::rand({1, 3, 67, 91});
    for (const std::int64_t factor : {2, 4}) {
        const at::Tensor whole = net->enlarge(picture, factor), out = torch::full_like(whole, 7);
        const TilePlan plan = plan_tiles(91, 67, net->reach(), 1, 32 * 32);
        EXPECT_TRUE(plan.exact);
        EXPECT_EQ(plan.overlap, net->reach());
        const TileOutcome done = enlarge_in_tiles(picture, out, call_of(*net, factor, plan));
        EXPECT_TRUE(done.finished);
        EXPECT_GT(done.tiles, 9);
        EXPECT_LE(largest_difference(whole, out), 1e-5) << factor;
    }
    // One pixel less of overlap shows: the reach is no larger than it must be.
    const at::Tensor whole = net->enlarge(picture, 2), out = torch::zeros_like(whole);
    (void)enlarge_in_tiles(picture, out, call_of(*net, 2, {32, net->reach() - 2, true}));
    EXPECT_GT(largest_difference(whole, out), 1e-5);
}

TEST(Tiles, OfAnUnshufflingNetworkLieOnItsUnits) {
    const LoadedUpscaler file = loaded("x2.pth");
    at::Tensor picture = torch::rand({1, 3, 151, 173});
    const at::Tensor even = at::replication_pad2d(picture, {0, 1, 0, 1});
    const at::Tensor whole = file.network->enlarge(even, 2).narrow(2, 0, 302).narrow(3, 0, 346),
                     out = torch::zeros_like(whole);
    TilePlan plan = plan_tiles(173, 151, file.network->reach(), 2, 300 * 300);
    EXPECT_EQ(plan.side, 0);  // the whole fits
    plan = {172, file.network->reach(), true};
    (void)enlarge_in_tiles(picture, out, call_of(*file.network, 2, plan));
    EXPECT_LE(largest_difference(whole, out), 1e-5);
}

TEST(Tiles, ThatCannotBeExactAreBlendedWithoutASeam) {
    const LoadedUpscaler file = loaded("first.pth");
    const at::Tensor picture = torch::rand({1, 3, 60, 90});
    const TilePlan plan = plan_tiles(90, 60, file.network->reach(), 1, 40 * 40);
    EXPECT_FALSE(plan.exact);
    const at::Tensor whole = file.network->enlarge(picture, 4), out = torch::zeros_like(whole);
    const TileOutcome done = enlarge_in_tiles(picture, out, call_of(*file.network, 4, plan));
    EXPECT_GT(done.tiles, 1);
    EXPECT_LE(largest_difference(whole, out), 0.01 * largest(whole));
    // A constant picture away from its edge: a seam would be a step.
    const at::Tensor flat = torch::full({1, 3, 60, 90}, 0.5), flat_out = torch::zeros({1, 3, 240, 360});
    auto call = call_of(*file.network, 4, plan);
    call.enlarge = [](const at::Tensor& tile) {
        return at::upsample_nearest2d(tile, {4 * tile.size(2), 4 * tile.size(3)});
    };
    (void)enlarge_in_tiles(flat, flat_out, call);
    EXPECT_LE(largest_difference(flat_out, torch::full_like(flat_out, 0.5)), 1e-6);
}

TEST(Tiles, RunOutOfMemoryAndGoOnSmaller) {
    cpu_allocator::install();
    const auto net = small_network();
    const at::Tensor picture = torch::rand({1, 3, 70, 80}), whole = net->enlarge(picture, 2),
                     out = torch::zeros_like(whole);
    auto call = call_of(*net, 2, {64, net->reach(), true});
    int told = 0;
    call.ran_out = [&] { ++told; };
    call.enlarge = [&](const at::Tensor& tile) -> at::Tensor {
        if (tile.size(2) * tile.size(3) > 40 * 40)
            throw c10::OutOfMemoryError({__func__, __FILE__, __LINE__}, "no room");
        return net->enlarge(tile, 2);
    };
    const TileOutcome done = enlarge_in_tiles(picture, out, call);
    EXPECT_TRUE(done.finished);
    EXPECT_EQ(done.halvings, 1);
    EXPECT_EQ(told, 1);
    EXPECT_EQ(done.plan.side, 32);
    EXPECT_LE(largest_difference(whole, out), 1e-5);
    call.enlarge = [](const at::Tensor&) -> at::Tensor {
        throw c10::OutOfMemoryError({__func__, __FILE__, __LINE__}, "no room");
    };
    EXPECT_THROW(enlarge_in_tiles(picture, out, call), c10::OutOfMemoryError);
}

TEST(Tiles, StopWhenAsked) {
    cpu_allocator::install();
    const auto net = small_network();
    const at::Tensor picture = torch::rand({1, 3, 70, 80}), out = torch::zeros({1, 3, 140, 160});
    auto call = call_of(*net, 2, {32, net->reach(), true});
    double last = 0;
    call.go_on = [&](double done) { return (last = done) < 0.3; };
    EXPECT_FALSE(enlarge_in_tiles(picture, out, call).finished);
    EXPECT_LT(last, 0.6);
}

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
            for (double limit = 200 << 10; limit < (16 << 20); limit *= 1.45) {
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

TEST(Tiles, AreCountedWithTheirSizes) {
    const auto net = small_network();
    const at::Tensor picture = torch::rand({1, 3, 67, 91});
    for (const TilePlan& plan : {TilePlan{32, 6, true}, TilePlan{24, 3, false}, TilePlan{}}) {
        const TileCount told = count_tiles(91, 67, 1, plan);
        std::int64_t tiles = 0;
        std::set<std::pair<std::int64_t, std::int64_t>> seen, expected;
        auto call = call_of(*net, 2, plan);
        call.enlarge = [&](const at::Tensor& tile) {
            ++tiles;
            seen.emplace(tile.size(3), tile.size(2));
            return torch::zeros({1, 3, 2 * tile.size(2), 2 * tile.size(3)});
        };
        (void)enlarge_in_tiles(picture, torch::zeros({1, 3, 134, 182}), call);
        for (const TileSize& size : told.sizes) expected.emplace(size.width, size.height);
        EXPECT_EQ(told.tiles, tiles);
        EXPECT_EQ(seen, expected);
        EXPECT_EQ(told.sizes.size(), expected.size());
        for (const TileSize& size : told.sizes) EXPECT_LE(size.pixels(), told.sizes.front().pixels());
    }
}

TEST_F(UpscaleTool, BesideARunItsPeakIsModelled) {
    const auto alone = run();
    ASSERT_TRUE(alone);
    cpu_allocator::set_limit(Bytes{8ll << 30});  // as a run has one
    const auto beside = run();
    cpu_allocator::set_limit({});
    ASSERT_TRUE(beside);
    const double off = static_cast<double>(beside->peak.count) / static_cast<double>(alone->peak.count) - 1;
    // More than it takes by what convolutions of small tiles take besides, which differs among processors; never less.
    EXPECT_GT(off, -0.05);
    EXPECT_LT(off, 0.5);
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
