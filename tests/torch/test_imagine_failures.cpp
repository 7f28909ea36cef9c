// Text to image when something fails halfway: a change, what comes before an iteration, a checkpoint from elsewhere. Nothing of it
// may stay behind, and what was saved goes on as if nothing had been.
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/torch/painting_fixture.h"

#include "core/io/pictures/image_codec.h"
#include "core/io/tensors/tensor_file.h"
#include "core/models/nn/network.h"
#include "core/models/vqgan/vqgan.h"
#include "core/train/tensor_bridge.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"
#include "tests/torch/tiny_vqgan.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace headroom {
namespace {

/// Small random networks whose files can be away.
struct Shelf {
    bool vqgan = true, clip = true;
};

PainterSource painters_on(const std::shared_ptr<Shelf>& shelf) {
    PainterSource out = random_painters(true);
    out.vqgan = [shelf, load = out.vqgan](VqganSide side, at::Device device) -> Result<std::shared_ptr<Vqgan>> {
        if (!shelf->vqgan) return make_error(ErrorCode::NotFound, "the VQGAN is gone");
        return load(side, device);
    };
    out.clips.front() = [shelf, load = out.clips.front()](ClipSide side, at::Device device) -> Result<LoadedClip> {
        if (!shelf->clip) return make_error(ErrorCode::NotFound, "the CLIP is gone");
        return load(side, device);
    };
    return out;
}

at::Tensor after(Painted& run, int steps) {
    for (int i = 0; i < steps; ++i) run.step();
    return run.trainer.latent().detach().clone();
}

TEST(ImagineFailures, AChangeThatFailsHalfwayLeavesTheRunAsItWas) {
    struct Case {
        const char* name;
        bool vqgan, clip;
        Precision precision;
        ParamPatch patch;
    };
    const std::vector<Case> cases{
        {"larger, other prompts",
         false,
         true,
         Precision::Fp32,
         {{"prompts", std::string("a broken picture:-0.3 | a red cube")},
          {"cuts.count", std::int64_t{3}},
          {"picture.width", std::int64_t{64}}}},
        {"full precision, no VQGAN", false, true, Precision::Bf16, {{"precision", std::string("fp32")}}},
        {"full precision, no CLIP", true, false, Precision::Bf16, {{"precision", std::string("fp32")}}},
        {"an encoder",
         false,
         true,
         Precision::Fp32,
         {{"motion.every", std::int64_t{1}}, {"prompts", std::string("a red cube:2 | a broken picture:-0.3")}}}};
    for (const Case& c : cases) {
        TrainConfig config = painting();
        config.precision = c.precision;
        Painted calm;
        ASSERT_TRUE(calm.prepare(config));
        const at::Tensor undisturbed = after(calm, 4);
        const auto shelf = std::make_shared<Shelf>();
        Painted run{painters_on(shelf)};
        ASSERT_TRUE(run.prepare(config));
        after(run, 2);
        const TrainConfig before = run.trainer.config();
        *shelf = {c.vqgan, c.clip};
        const auto applied = run.apply(c.patch);
        ASSERT_FALSE(applied) << c.name;
        EXPECT_EQ(applied.error().code, ErrorCode::NotFound) << c.name << ": " << applied.error().message;
        EXPECT_EQ(run.trainer.config(), before) << c.name;
        EXPECT_TRUE(at::equal(undisturbed, after(run, 2))) << c.name;
        *shelf = {};
        EXPECT_TRUE(run.apply(c.patch)) << c.name;
        run.step();
    }
}

TEST(ImagineFailures, AChangeToBf16ThatIsRefusedAmidTheWeightsLeavesAllOfThemAsTheyWere) {
    Painted calm, run;
    ASSERT_TRUE(calm.prepare(painting()));
    // It tells nobody anything, so that the speed of bf16 is not measured: all that a change allocates is weights.
    ASSERT_TRUE(run.trainer.prepare(painting(), nullptr, false, [](const std::string&, double) {}, {}, {}));
    after(calm, 2);
    after(run, 2);
    const auto halved = [&run] {
        const auto state = run.trainer.common_state();
        return std::count_if(state.begin(), state.end(),
                             [](const at::Tensor& t) { return t.scalar_type() == at::kBFloat16; });
    };
    const ParamPatch change{{"precision", std::string("bf16")}};
    int refused = 0;
    for (std::int64_t n = 1;; n += 11) {
        ASSERT_LT(n, 500);
        // As by a system that has no room: a change may go beyond the run's limit.
        cpu_allocator::refuse_nth(n, cpu_allocator::Refusal::BelowLimit);
        const auto applied = run.apply(change);
        cpu_allocator::refuse_nth(0);
        if (applied) break;
        ++refused;
        EXPECT_EQ(applied.error().code, ErrorCode::OutOfMemory) << n << ": " << applied.error().message;
        EXPECT_EQ(run.trainer.config().precision, calm.trainer.config().precision);
        ASSERT_EQ(halved(), 0) << n;
        ASSERT_TRUE(at::equal(after(calm, 1), after(run, 1))) << n;
    }
    EXPECT_GE(refused, 2);
    EXPECT_GT(halved(), 10);
    run.step();
}

TEST(ImagineFailures, ALargerPictureThatDoesNotFitIsRefusedAndTheRunGoesOn) {
    Painted run;
    ASSERT_TRUE(run.prepare(painting()));
    after(run, 2);
    const TrainConfig before = run.trainer.config();
    const LedgerColumn now = run.trainer.memory()->now;
    const std::int64_t budget = (now.this_process() - now.roles[Role::Other]).count;  // without what other owners hold
    const auto applied = run.apply(
        {{"memory.budget", budget}, {"picture.width", std::int64_t{256}}, {"picture.height", std::int64_t{256}}});
    ASSERT_FALSE(applied);
    EXPECT_EQ(applied.error().code, ErrorCode::OutOfMemory) << applied.error().message;
    EXPECT_EQ(run.trainer.config(), before);
    run.step();
    EXPECT_EQ(run.trainer.sample({})->raw.front().width, 48);
}

TEST(ImagineFailures, WhatFailedBeforeAnIterationIsPreparedAnewOnce) {
    const test::TempFolder folder;
    const std::string overlay = folder.file("overlay.png");
    ASSERT_TRUE(write_png(overlay, test::gradient(48, 48)));
    TrainConfig config = painting();
    config.edit<ImagineConfig>().prompts = "a red cube ^ a blue cone ^ a green ring";
    config.edit<ImagineConfig>().story_every = 2;
    config.edit<ImagineConfig>().overlay_every = 2;
    config.edit<ImagineConfig>().overlay_picture = overlay;
    Painted whole, first, second;
    ASSERT_TRUE(whole.prepare(config));
    const at::Tensor wanted = after(whole, 6);
    ASSERT_TRUE(first.prepare(config));
    after(first, 2);
    std::filesystem::rename(overlay, overlay + ".away");
    const StepOutcome failed = first.trainer.step();
    EXPECT_FALSE(failed.done);
    EXPECT_EQ(failed.error.code, ErrorCode::NotFound);
    const auto saved = first.trainer.checkpoint();
    ASSERT_TRUE(saved);
    std::filesystem::rename(overlay + ".away", overlay);
    ASSERT_TRUE(second.prepare(config, saved->get()));
    EXPECT_TRUE(at::equal(wanted, after(second, 4))) << "the story is one phrase ahead";
    EXPECT_TRUE(at::equal(wanted, after(first, 4))) << "so is the run itself";
}

TEST(ImagineFailures, APicturePromptIsTheSameAfterAChangeAndAfterResuming) {
    const test::TempFolder folder;
    ASSERT_TRUE(write_png(folder.file("wanted.png"), test::gradient(90, 60)));
    const std::vector<ParamPatch> changes{{{"picture.width", std::int64_t{64}}, {"picture.height", std::int64_t{64}}},
                                          {{"precision", std::string("bf16")}}};
    for (const ParamPatch& change : changes) {
        TrainConfig config = painting();
        config.edit<ImagineConfig>().picture_prompts = folder.file("wanted.png");
        Painted run, resumed;
        const auto ready = run.prepare(config);
        ASSERT_TRUE(ready) << ready.error().message;
        run.step();
        const auto applied = run.apply(change);
        ASSERT_TRUE(applied) << applied.error().message;
        run.step();
        const auto saved = run.trainer.checkpoint();
        ASSERT_TRUE(saved);
        ASSERT_TRUE(resumed.prepare(run.trainer.config(), saved->get()));
        EXPECT_TRUE(at::equal(after(run, 3), after(resumed, 3))) << change.begin()->first;
    }
}

TEST(ImagineFailures, AVanishedPicturePromptEndsNoRunThatHasReadIt) {
    const test::TempFolder folder;
    const std::string wanted = folder.file("wanted.png");
    ASSERT_TRUE(write_png(wanted, test::gradient(90, 60)));
    TrainConfig config = painting();
    config.edit<ImagineConfig>().prompts = "a red cube ^ a blue cone";
    config.edit<ImagineConfig>().story_every = 2;
    config.edit<ImagineConfig>().picture_prompts = wanted;
    Painted calm, run;
    ASSERT_TRUE(calm.prepare(config));
    const at::Tensor undisturbed = after(calm, 5);
    ASSERT_TRUE(run.prepare(config));
    run.step();
    std::filesystem::remove(wanted);
    ASSERT_TRUE(run.trainer.lend());
    const auto back = run.trainer.take_back();
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_TRUE(at::equal(undisturbed, after(run, 4)));
    const auto other_cuts = run.apply({{"cuts.count", std::int64_t{4}}});
    EXPECT_TRUE(other_cuts) << other_cuts.error().message;
    const auto another = run.apply({{"prompts.pictures", folder.file("another.png")}});
    ASSERT_FALSE(another) << "what was never read must be there";
    EXPECT_EQ(another.error().code, ErrorCode::NotFound);
    run.step();
}

TEST(ImagineFailures, PicturesAreEncodedByNetworksThatAreKeptInBf16) {
    const test::TempFolder folder;
    ASSERT_TRUE(write_png(folder.file("wanted.png"), test::gradient(90, 60)));
    TrainConfig config = painting();
    config.precision = Precision::Bf16;
    config.edit<ImagineConfig>().picture_prompts = folder.file("wanted.png");
    config.edit<ImagineConfig>().motion_every = 1;
    config.edit<ImagineConfig>().motion_x = 2;
    Painted run, resumed;
    const auto ready = run.prepare(config);
    ASSERT_TRUE(ready) << ready.error().message;
    after(run, 2);
    const auto saved = run.trainer.checkpoint();
    ASSERT_TRUE(saved);
    ASSERT_TRUE(resumed.prepare(config, saved->get()));
    EXPECT_TRUE(at::equal(after(run, 2), after(resumed, 2)));
    config.edit<ImagineConfig>().motion_every = 0;
    Painted later;
    ASSERT_TRUE(later.prepare(config));
    later.step();
    ASSERT_TRUE(later.apply({{"motion.every", std::int64_t{1}}})) << "the encoder comes back";
    after(later, 2);
}

TEST(ImagineFailures, ARunResumedAtAnotherSizePaintsAtThatSize) {
    Painted first, second;
    ASSERT_TRUE(first.prepare(painting()));
    after(first, 2);
    const auto saved = first.trainer.checkpoint();
    ASSERT_TRUE(saved);
    TrainConfig config = painting();
    config.edit<ImagineConfig>().width = 64;
    config.edit<ImagineConfig>().height = 32;
    const auto ready = second.prepare(config, saved->get());
    ASSERT_TRUE(ready) << ready.error().message;
    second.step();
    EXPECT_EQ(second.trainer.sample({})->raw.front().width, 64);
    EXPECT_EQ(second.trainer.sample({})->raw.front().height, 32);
}

TEST(ImagineFailures, DamagedCheckpointsAreRefusedInWords) {
    Painted run;
    ASSERT_TRUE(run.prepare(painting()));
    after(run, 2);
    const auto saved = run.trainer.checkpoint();
    ASSERT_TRUE(saved);
    const auto refusal = [&](auto change) -> std::string {
        CheckpointContent content = **saved;
        change(content);
        Painted fresh;
        const auto ready = fresh.prepare(painting(), &content);
        if (ready) return "accepted";
        EXPECT_EQ(ready.error().code, ErrorCode::BadFile);
        return ready.error().message;
    };
    const auto with = [&](const char* key, const nlohmann::json& value) {
        return refusal([&](CheckpointContent& c) {
            auto state = nlohmann::json::parse(c.state_json);
            state[key] = value;
            c.state_json = state.dump();
        });
    };
    const auto tensor = [](CheckpointContent& c, const std::string& name) -> TensorView& {
        return *std::find_if(c.parts.front().tensors.begin(), c.parts.front().tensors.end(),
                             [&](const TensorView& t) { return t.name == name; });
    };
    EXPECT_NE(refusal([](CheckpointContent& c) { c.state_json = "[1]"; }).find("not one of text to image"),
              std::string::npos);
    EXPECT_NE(with("model", 5).find("not one of text to image"), std::string::npos);
    for (const char* key : {"elapsed", "phrase", "held", "scene", "oom_survived", "optimiser_steps"})
        EXPECT_EQ(with(key, "x"), "accepted") << key;
    EXPECT_EQ(with("phrase", -3), "accepted");
    EXPECT_NE(refusal([&](CheckpointContent& c) { tensor(c, "optimiser.first").name = "x"; }).find("optimiser.first"),
              std::string::npos);
    EXPECT_NE(refusal([&](CheckpointContent& c) {
                  tensor(c, "optimiser.second").shape = {tensor(c, "z").shape[1], 24, 24};
              }).find("optimiser.second"),
              std::string::npos);
    EXPECT_NE(refusal([&](CheckpointContent& c) {
                  tensor(c, "z").dtype = tensor(c, "start").dtype = DType::I32;
              }).find("float32"),
              std::string::npos);
    EXPECT_NE(refusal([&](CheckpointContent& c) {
                  for (const char* name : {"z", "start"}) {
                      TensorView& half = tensor(c, name);
                      half.shape[2] = 12;
                      half.data = half.data.first(half.data.size() / 2);
                  }
              }).find("cells"),
              std::string::npos);
}

TEST(ImagineFailures, AClipWithAnotherTableOfWordsIsRefused) {
    Painted run;
    run.source.clips.front() = [](ClipSide side, at::Device) -> Result<LoadedClip> {
        ClipConfig shape;
        shape.embedding = 32;
        shape.vision = {.image = 32, .width = 64, .patch = 8, .layers = 1, .heads = 2, .mlp = 64, .stages = {}};
        shape.text = {
            .context = 77, .vocabulary = 300, .width = 64, .heads = 2, .layers = 1, .mlp = 64, .token_rows = 0};
        LoadedClip out{std::make_shared<ClipModel>(shape), {}};
        out.model->initialise(1);
        if (side == ClipSide::Pictures) out.model->drop_text();
        return out;
    };
    Painted other{run.source};
    const auto ready = other.prepare(painting());
    ASSERT_FALSE(ready);
    EXPECT_EQ(ready.error().code, ErrorCode::BadFile);
    EXPECT_NE(ready.error().message.find("token_embedding.weight has 300 rows"), std::string::npos)
        << ready.error().message;
}

/// Such files count as usable: they paint, and what needs an encoder is refused before it can end a run.
TEST(ImagineFailures, AVqganThatOnlyDecodesPaintsAndSaysWhatItCannotDo) {
    const test::TempFolder folder;
    const std::string path = folder.file("decoder.safetensors");
    for (const bool gumbel : {false, true}) {
        VqganConfig shape = test::tiny_vqgan(16);
        shape.gumbel = gumbel;
        Vqgan network(shape);
        network.initialise(1);
        network.drop_encoder();
        ASSERT_TRUE(write_safetensors(path, copy_tensors(nn::named_tensors(network)).views, {}));
        TrainConfig config = painting();
        config.edit<ImagineConfig>().vqgan_file = path;
        const auto files = painters_from_files(config.own<ImagineConfig>());
        ASSERT_TRUE(files);
        PainterSource source = random_painters(true);
        source.vqgan = files->vqgan;
        Painted run{source};
        const auto ready = run.prepare(config);
        ASSERT_TRUE(ready) << ready.error().message;
        run.step();
        for (const ParamPatch& patch :
             {ParamPatch{{"motion.every", std::int64_t{1}}}, ParamPatch{{"picture.width", std::int64_t{64}}}}) {
            const auto applied = run.apply(patch);
            ASSERT_FALSE(applied) << patch.begin()->first;
            EXPECT_NE(applied.error().message.find("decoder.safetensors holds no encoder"), std::string::npos)
                << applied.error().message;
        }
        run.step();
        config.edit<ImagineConfig>().start = ImagineStart::Pixels;
        Painted encoded{source};
        const auto refused = encoded.prepare(config);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, ErrorCode::BadFile);
        EXPECT_NE(refused.error().message.find("decoder.safetensors holds no encoder"), std::string::npos)
            << refused.error().message;
    }
}

/// Why painters from a file of `network` are refused, before they are made and as they are.
std::string refusal_of(const Vqgan& network) {
    const test::TempFolder folder;
    ImagineConfig config;
    config.vqgan_file = folder.file("refused.safetensors");
    EXPECT_TRUE(write_safetensors(config.vqgan_file, copy_tensors(nn::named_tensors(network)).views, {}));
    const auto source = painters_from_files(config);
    if (!source) return "no source";
    const auto shapes = source->shapes();
    if (shapes) return "not refused";
    EXPECT_EQ(shapes.error().code, ErrorCode::BadFile);
    EXPECT_EQ(source->vqgan(VqganSide::Both, at::kCPU).error().code, ErrorCode::BadFile);
    return shapes.error().message;
}

/// Networks for maps of depth or of segments are of the same kind: cutouts of three planes would be read beyond theirs.
TEST(ImagineFailures, AVqganThatIsNotOfColourPicturesIsRefused) {
    VqganConfig depth = test::tiny_vqgan(16);
    depth.in_channels = depth.out_channels = 1;
    const std::string refusal = refusal_of(Vqgan(depth));
    EXPECT_NE(refusal.find("not of colour pictures"), std::string::npos) << refusal;
}

/// Its first picture would be the end of the run.
TEST(ImagineFailures, AVqganWhoseNormsCannotBeGroupedIsRefused) {
    VqganConfig shape = test::tiny_vqgan(16);
    shape.base = 16;
    shape.multipliers = {2, 3};
    Vqgan network(shape);
    network.drop_encoder();
    const std::string refusal = refusal_of(network);
    EXPECT_NE(refusal.find("level 1 of this VQGAN is 48 channels wide"), std::string::npos) << refusal;
}

}  // namespace
}  // namespace headroom
