// Latents by name: the pictures of a run, ends of a walk, what of the data is near one, and weights between two checkpoints.
#include "core/io/runs/run_folder.h"
#include "core/train/gan/stored_generator.h"
#include "tests/support/temp_folder.h"
#include "tests/torch/light_gan_fixture.h"
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

TrainConfig light_gan_of_one() {
    TrainConfig c = small_light_gan();
    c.batch_micro = 1;
    c.edit<LightGanConfig>().gp_weight = 0;
    c.lr_g = c.lr_d = 1e-3;
    c.ema_half_life = 1;  // a few steps show
    return c;
}

template <class Run> void expect_pictures_of_the_grid(Run& run) {
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

template <class Run> void expect_a_walk_through_its_ends(Run& run) {
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

TEST(ChosenLatents, EachIsTakenAtItsTruncation) {
    TrainerRun run(small_config());
    run.steps(3);
    const std::vector<LatentId> ends{{0, 2}, {9, 0}, {9, 0}};
    auto request = of(SampleKind::Walk, ends, 5);
    request.closed = false;
    request.truncation = 0.1;
    request.truncations = {1.0, 0.5, 1.5};
    const auto walk = run.trainer->sample(request);
    ASSERT_TRUE(walk) << walk.error().message;
    request.kind = SampleKind::Chosen;
    const auto together = run.trainer->sample(request);
    ASSERT_TRUE(together) << together.error().message;
    for (std::size_t end = 0; end < ends.size(); ++end) {
        auto chosen = of(SampleKind::Chosen, {ends[end]});
        chosen.truncation = request.truncations[end];
        const auto picture = run.trainer->sample(chosen);
        ASSERT_TRUE(picture);
        EXPECT_LT(differs_by(shown(*walk)[2 * end], shown(*picture)[0]), 1.0) << end;
        EXPECT_LT(differs_by(shown(*together)[end], shown(*picture)[0]), 1.0) << end;
    }
    // Between two truncations of one latent lies the mean of both.
    const auto mean = run.trainer->sample(of(SampleKind::Chosen, {{9, 0}}));
    ASSERT_TRUE(mean);
    EXPECT_LT(differs_by(shown(*walk)[3], shown(*mean)[0]), 1.0);
}

template <class Run> void expect_what_is_near_to_leave_alone(Run& run) {
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

/// Of a run under way: checkpoints of it and of weights between them, and that `other` is another network.
template <class Run> void expect_blends(Run& run, int steps, const TrainConfig& config, const TrainConfig& other) {
    const TempFolder folder;
    auto files = RunFolder::create(folder.file("run"), "", "", config);
    ASSERT_TRUE(files);
    std::vector<std::string> saved;
    for (int i = 0; i < 2; ++i) {
        run.steps(steps);
        const auto written = files->write_checkpoint(**run.trainer->checkpoint());
        ASSERT_TRUE(written) << written.error().message;
        saved.push_back(written->path);
    }
    GenerateRequest request;
    request.latents = {{0, 0}, {3, 2}};
    request.truncations = {1.0, 0.5};
    request.source = saved[1];
    const ImageList last = drawn(request);
    request.source = saved[0];
    const ImageList first = drawn(request);
    GenerateRequest second;
    second.source = saved[0];
    second.latents = {{3, 2}};
    second.truncation = 0.5;
    ASSERT_EQ(first.size(), 2u);
    EXPECT_LT(differs_by(first[1], drawn(second).at(0)), 1.0);
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
    Run another(other);
    auto beside = RunFolder::create(folder.file("other"), "", "", other);
    const auto foreign = beside->write_checkpoint(**another.trainer->checkpoint());
    ASSERT_TRUE(foreign);
    request.blend_with = foreign->path;
    const auto refused = generate_from_stored(request, [](const std::string&, double) {}, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
}

}  // namespace

TEST(ChosenLatents, AreThosePicturesOfTheGrid) {
    TrainerRun run(small_config());
    run.steps(3);
    expect_pictures_of_the_grid(run);
}

TEST(ChosenLatents, AWalkLeadsThroughItsEnds) {
    TrainerRun run(small_config());
    run.steps(3);
    expect_a_walk_through_its_ends(run);
}

TEST(ChosenLatents, WhatIsNearOneLeavesTheRunAlone) {
    TrainerRun run(small_config());
    run.steps(2);
    expect_what_is_near_to_leave_alone(run);
}

TEST(ChosenLatents, FromCheckpointToCheckpoint) {
    TrainerRun run(small_config());
    TrainConfig wider = small_config();
    wider.edit<DcganConfig>().width_g = 12;
    expect_blends(run, 4, small_config(), wider);
}

TEST(ChosenLatents, OfALightGanDoTheSame) {
    LightGanRun run(light_gan_of_one());
    run.steps(2);
    expect_pictures_of_the_grid(run);
    expect_a_walk_through_its_ends(run);
    expect_what_is_near_to_leave_alone(run);
    TrainConfig wider = light_gan_of_one();
    wider.edit<LightGanConfig>().width_max = 32;
    expect_blends(run, 2, light_gan_of_one(), wider);
}

}  // namespace headroom::test
