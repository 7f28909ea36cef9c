// Latents by name: the pictures of a run, ends of a walk, what of the data is near one, and weights between two checkpoints.
#include "core/io/runs/run_folder.h"
#include "core/train/gan/stored_generator.h"
#include "tests/support/temp_folder.h"
#include "tests/torch/trainer_fixture.h"

#include <cmath>

namespace headroom::test {
namespace {

const ImageList& shown(const SampleReady& sample) { return sample.ema.empty() ? sample.raw : sample.ema; }

/// The mean difference of two pictures, 0 to 255.
double differs_by(const ImageBuffer& a, const ImageBuffer& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.pixels->size(); ++i) sum += std::abs(int{(*a.pixels)[i]} - int{(*b.pixels)[i]});
    return sum / static_cast<double>(a.pixels->size());
}

SampleRequest of(SampleKind kind, std::vector<LatentId> latents, int count = 1) {
    SampleRequest request;
    request.kind = kind;
    request.count = count;
    request.latents = std::move(latents);
    return request;
}

ImageList drawn(const GenerateRequest& request) {
    const auto pictures = generate_from_stored(request, [](const std::string&, double) {}, {});
    EXPECT_TRUE(pictures) << pictures.error().message;
    return pictures ? *pictures : ImageList();
}

}  // namespace

TEST(ChosenLatents, AreThosePicturesOfTheGrid) {
    TrainerRun run(small_config());
    run.steps(3);
    const auto grid = run.trainer->sample({SampleKind::Grid, 4, 0, 1.0, 0});
    SampleRequest of_seed{SampleKind::Grid, 3, 77, 1.0, 0};
    const auto other = run.trainer->sample(of_seed);
    const auto chosen = run.trainer->sample(of(SampleKind::Chosen, {{0, 3}, {77, 1}, {0, 0}}));
    ASSERT_TRUE(grid && other && chosen);
    ASSERT_EQ(shown(*chosen).size(), 3u);
    // One picture is the same in whatever batch it is drawn, up to rounding.
    EXPECT_LT(differs_by(shown(*chosen)[0], shown(*grid)[3]), 1.0);
    EXPECT_LT(differs_by(shown(*chosen)[1], shown(*other)[1]), 1.0);
    EXPECT_LT(differs_by(shown(*chosen)[2], shown(*grid)[0]), 1.0);
    EXPECT_FALSE(run.trainer->sample(of(SampleKind::Chosen, {})));
}

TEST(ChosenLatents, AWalkLeadsThroughItsEnds) {
    TrainerRun run(small_config());
    run.steps(3);
    const std::vector<LatentId> ends{{0, 2}, {9, 0}, {0, 5}};
    const auto at_ends = run.trainer->sample(of(SampleKind::Chosen, ends));
    auto request = of(SampleKind::Walk, ends, 9);
    request.closed = false;
    const auto open = run.trainer->sample(request);
    request.closed = true;
    const auto closed = run.trainer->sample(request);
    ASSERT_TRUE(at_ends && open && closed);
    ASSERT_EQ(shown(*open).size(), 9u);
    for (const auto& [frame, end] : {std::pair(0, 0), std::pair(4, 1), std::pair(8, 2)})
        EXPECT_LT(
            differs_by(shown(*open)[static_cast<std::size_t>(frame)], shown(*at_ends)[static_cast<std::size_t>(end)]),
            1.0)
            << frame;
    for (const auto& [frame, end] : {std::pair(0, 0), std::pair(3, 1), std::pair(6, 2)})
        EXPECT_LT(
            differs_by(shown(*closed)[static_cast<std::size_t>(frame)], shown(*at_ends)[static_cast<std::size_t>(end)]),
            1.0)
            << frame;
}

TEST(ChosenLatents, WhatIsNearOneLeavesTheRunAlone) {
    TrainerRun run(small_config());
    run.steps(2);
    const auto before = run.state();
    const auto near = run.trainer->sample(of(SampleKind::Nearest, {{0, 1}}, 5));
    ASSERT_TRUE(near) << near.error().message;
    EXPECT_EQ(near->ema.size(), 1u);
    ASSERT_EQ(near->raw.size(), 5u);
    ASSERT_EQ(near->nearest.size(), 5u);
    for (std::size_t i = 0; i < 5; ++i) {
        const auto real = run.trainer->sample({SampleKind::Real, 1, 0, 1.0, near->nearest[i].index});
        EXPECT_EQ(*near->raw[i].pixels, *real->raw.front().pixels);
        if (i > 0) { EXPECT_GE(near->nearest[i].distance, near->nearest[i - 1].distance); }
    }
    EXPECT_EQ(differing(before, run.state()), "");
}

TEST(ChosenLatents, FromCheckpointToCheckpoint) {
    TrainerRun run(small_config());
    const TempFolder folder;
    auto files = RunFolder::create(folder.file("run"), "", "", small_config());
    ASSERT_TRUE(files);
    std::vector<std::string> saved;
    for (int i = 0; i < 2; ++i) {
        run.steps(4);
        const auto written = files->write_checkpoint(**run.trainer->checkpoint());
        ASSERT_TRUE(written) << written.error().message;
        saved.push_back(written->path);
    }
    GenerateRequest request;
    request.latents = {{0, 0}, {3, 2}};
    request.source = saved[1];
    const ImageList last = drawn(request);
    request.source = saved[0];
    const ImageList first = drawn(request);
    request.blend_with = saved[1];
    request.blend_frames = 3;
    const ImageList blended = drawn(request);
    ASSERT_EQ(blended.size(), 6u);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(*blended[i].pixels, *first[i].pixels);
        EXPECT_EQ(*blended[4 + i].pixels, *last[i].pixels);
        EXPECT_NE(*blended[2 + i].pixels, *first[i].pixels);
        EXPECT_NE(*blended[2 + i].pixels, *last[i].pixels);
    }
    // Another network has no weights between.
    TrainConfig wider = small_config();
    wider.edit<DcganConfig>().width_g = 12;
    TrainerRun other(wider);
    auto beside = RunFolder::create(folder.file("other"), "", "", wider);
    const auto foreign = beside->write_checkpoint(**other.trainer->checkpoint());
    ASSERT_TRUE(foreign);
    request.blend_with = foreign->path;
    const auto refused = generate_from_stored(request, [](const std::string&, double) {}, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
}

}  // namespace headroom::test
