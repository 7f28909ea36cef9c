// CLIPs of the user's own: what the configuration beside the file says counts wherever they look at pictures, and what is assumed where there is
// none is told.
#include "core/io/pictures/image_codec.h"
#include "core/io/tensors/tensor_file.h"
#include "core/models/nn/network.h"
#include "core/models/vqgan_clip/synthesis.h"
#include "core/train/score/feature_space.h"
#include "core/train/tensor_bridge.h"
#include "core/train/tools/clip_features.h"
#include "core/train/tools/nearest_features.h"
#include "tests/support/picture_files.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"
#include "tests/torch/painting_fixture.h"

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <string>

namespace headroom {
namespace {

using testing::HasSubstr;

/// A small random VQGAN, judged by the CLIP in a file.
PainterSource painters_judged_by(const std::string& clip) {
    ImagineConfig files;
    files.clip_files = clip;
    const auto own = painters_from_files(files);
    EXPECT_TRUE(own);
    PainterSource out = random_painters(true);
    if (own) out.clips = own->clips;
    return out;
}

/// Weights without a configuration beside them.
std::string clip_that_comes_alone(const test::TempFolder& folder) {
    ClipConfig shape;
    shape.embedding = 16;
    shape.vision = {.image = 16, .width = 64, .patch = 8, .layers = 1, .heads = 1, .mlp = 64, .stages = {}};
    shape.text = {.context = 9, .vocabulary = 20, .width = 64, .heads = 1, .layers = 1, .mlp = 64, .token_rows = 0};
    const auto network = std::make_shared<ClipModel>(shape);
    network->initialise(1);
    const std::string path = folder.file("alone.safetensors");
    EXPECT_TRUE(write_safetensors(path, copy_tensors(nn::named_tensors(*network)).views, {}));
    return path;
}

TEST(OwnClips, SeePicturesByTheMeanAndDeviationOfTheirFiles) {
    cpu_allocator::install();
    const PainterSource source =
        painters_judged_by(std::string(HEADROOM_TEST_DATA) + "/weights/open_clip/open_clip_model.safetensors");
    const auto loaded = source.clips.front()(ClipSide::Pictures, at::kCPU);
    ASSERT_TRUE(loaded) << loaded.error().message;
    ClipModel& clip = *loaded->model;
    const at::Tensor white = at::ones({2, 3, 12, 12});
    EXPECT_NEAR(clip.normalised(white)[0][1][0][0].item<double>(), (1 - 0.4) / 0.25, 1e-6);
    EXPECT_TRUE(loaded->assumed.empty()) << loaded->assumed;
    // A picture prompt: every cut of a white picture is white.
    const test::TempFolder folder;
    const ImageBuffer plain{20, 20, 3, std::make_shared<const std::vector<std::uint8_t>>(20 * 20 * 3, 255)};
    ActivePrompts prompts;
    prompts.pictures.push_back(Prompt{folder.file("white.png")});
    ASSERT_TRUE(write_png(folder.file("white.png"), plain));
    PromptPictures pictures;
    ASSERT_TRUE(pictures.want(prompts.pictures));
    const imagine::Cutter cutter({CutMethod::Latest, 12, 1, {}, false, 0}, 1);
    const auto targets = targets_for(clip, prompts, {}, pictures, {&cutter, 2, 0, 400});
    EXPECT_TRUE(
        at::allclose(targets.front().embedding, clip.encode_pictures(clip.normalised(white)).detach(), 1e-4, 1e-5));
    // The painted picture.
    const auto vqgan = source.vqgan(VqganSide::Decoder, at::kCPU);
    ASSERT_TRUE(vqgan);
    const at::Tensor z = imagine::random_latent((*vqgan)->codebook(), 8, 8, 1).detach().requires_grad_(true);
    const imagine::PaintOutcome painted = imagine::paint_step(**vqgan, {{&clip, &cutter, targets}}, z, {.cuts = 2});
    const at::Tensor seen = cutter.cut(cutter.base(painted.picture), 0, 0, 2);
    const auto wanted = imagine::prompt_losses(clip.encode_pictures(clip.normalised(seen)), targets);
    EXPECT_NEAR(painted.loss.item<double>(), wanted.loss.item<double>(), 1e-5);
}

TEST(OwnClips, WhatIsAssumedOfOneIsToldOnceInARun) {
    const test::TempFolder folder;
    ASSERT_TRUE(write_png(folder.file("wanted.png"), test::gradient(30, 20)));
    TrainConfig config = painting();
    config.edit<ImagineConfig>().prompts.clear();
    config.edit<ImagineConfig>().picture_prompts = folder.file("wanted.png");
    Painted run{painters_judged_by(clip_that_comes_alone(folder))};
    const auto ready = run.prepare(config);
    ASSERT_TRUE(ready) << ready.error().message;
    run.step();
    ASSERT_TRUE(run.trainer.lend());
    ASSERT_TRUE(run.trainer.take_back());
    run.step();
    int told = 0;
    for (const Event& event : run.events) {
        const auto* warning = std::get_if<Warning>(&event);
        if (!warning || warning->id != "clip") continue;
        ++told;
        EXPECT_THAT(warning->message, HasSubstr("alone.safetensors: no configuration says which activation"));
        EXPECT_THAT(warning->message, HasSubstr("quick_gelu"));
    }
    EXPECT_EQ(told, 1);
}

TEST(OwnClips, WhatIsAssumedOfOneIsNotedBesideItsFeatures) {
    cpu_allocator::install();
    const test::TempFolder folder;
    ClipRequest request;
    request.pictures = {folder.file("shown.png")};
    ASSERT_TRUE(write_png(request.pictures.front(), test::gradient(30, 20)));
    request.clip = clip_that_comes_alone(folder);
    request.device = "cpu";
    const auto report = clip_features(request, [](const std::string&, double) {}, {});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_THAT(report->notes, testing::ElementsAre(HasSubstr("quick_gelu")));
}

TEST(OwnClips, FeaturesThatWereKeptAreMadeAnewOnceAConfigurationLiesBesideTheFile) {
    cpu_allocator::install();
    const test::TempFolder folder;
    const test::SetVariable cache_variable("XDG_CACHE_HOME", folder.path());
    NearestQuery query;
    query.config.data_count = 40;
    query.config.image_size = 32;
    query.config.device = "cpu";
    query.picture = test::gradient(32, 32);
    query.clip = clip_that_comes_alone(folder);
    const auto made = [&] {
        int shown = 0;
        const ProgressFn progress = [&](const std::string& what, double) {
            shown += what == "looking at Shapes (built-in) (clip)";
        };
        const auto found = nearest_in_features(query, progress, {});
        EXPECT_TRUE(found) << (found ? "" : found.error().message);
        return shown > 0;
    };
    EXPECT_TRUE(made());
    EXPECT_FALSE(made());
    test::write_bytes(folder.file("alone.json"), R"({"model_cfg": {"embed_dim": 16,
        "vision_cfg": {"image_size": 16, "layers": 1, "width": 64, "patch_size": 8},
        "text_cfg": {"context_length": 9, "vocab_size": 20, "width": 64, "heads": 1, "layers": 1}, "quick_gelu": true},
        "preprocess_cfg": {"mean": [0.5, 0.4, 0.3], "std": [0.2, 0.25, 0.3]}})");
    EXPECT_TRUE(made());
}

TEST(OwnClips, OfAListTheFirstIsLookedThroughAndToldApartFromWhatLayThereBefore) {
    cpu_allocator::install();
    const test::TempFolder folder;
    const std::string clip = clip_that_comes_alone(folder);
    const auto stamp = [&](const std::string& weights) {
        const auto space = open_space({"clip", weights}, InceptionResize::CleanFid, at::kCPU);
        EXPECT_TRUE(space) << (space ? "" : space.error().message);
        return space ? (*space)->stamp : std::string();
    };
    const std::string before = stamp(clip);
    EXPECT_EQ(stamp(" " + clip + " | /nowhere/other.pt"), before);
    std::filesystem::last_write_time(clip, std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
    EXPECT_NE(stamp(" " + clip + " | /nowhere/other.pt"), before);
}

}  // namespace
}  // namespace headroom
