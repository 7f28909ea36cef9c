// ImagineTrainer on small random networks: the same picture for the same seed however it is chunked, resumed, lent or refused memory.
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/families/vqgan_clip/imagine_figures.h"
#include "core/io/tensors/tensor_file.h"
#include "tests/support/temp_folder.h"
#include "tests/torch/painting_fixture.h"

#include "core/train/vqgan_clip/painted_picture.h"
#include "core/train/vqgan_clip/targets.h"

#include <cstdint>
#include <iterator>
#include <span>

namespace headroom {
namespace {

at::Tensor latent_after(const TrainConfig& config, int steps) {
    Painted run;
    const auto ready = run.prepare(config);
    EXPECT_TRUE(ready) << (ready ? "" : ready.error().message);
    for (int i = 0; i < steps; ++i) run.step();
    return run.trainer.latent().detach().clone();
}

TEST(ImagineTrainer, MovesTowardsThePromptsAndSaysHowNear) {
    TrainConfig config = painting();
    config.steps = 30;
    config.edit<ImagineConfig>().prompts = "a red cube";
    config.edit<ImagineConfig>().cut_noise = 0;
    config.edit<ImagineConfig>().augments.clear();
    Painted run;
    ASSERT_TRUE(run.prepare(config));
    const StepDone first = run.step();
    StepDone last;
    while (!run.trainer.reached_limit()) last = run.step();
    EXPECT_EQ(last.step, 30);
    EXPECT_LT(last.loss_g, first.loss_g);
    ASSERT_EQ(last.own<ImagineFigures>()->similarity.size(), 1u);
    EXPECT_GT(last.own<ImagineFigures>()->similarity[0], first.own<ImagineFigures>()->similarity[0]);
    EXPECT_GT(last.peak.count, 0);
    const auto picture = run.trainer.sample({});
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->kind, SampleKind::Picture);
    EXPECT_EQ(picture->raw.front().width, 48);
    EXPECT_EQ(run.trainer.memory()->closure_error.count >= 0, true);
}

TEST(ImagineTrainer, ShowsTheCutoutsThatClipSaw) {
    TrainConfig config = painting();
    Painted run;
    ASSERT_TRUE(run.prepare(config));
    for (int i = 0; i < 3; ++i) run.step();
    const auto shown = run.trainer.sample({SampleKind::Cutouts, 4});
    ASSERT_TRUE(shown) << shown.error().message;
    EXPECT_EQ(shown->kind, SampleKind::Cutouts);
    EXPECT_EQ(shown->step, 3);
    ASSERT_EQ(shown->raw.size(), 4u);
    // The third iteration's number is 2; the picture passes through eight bits here.
    const imagine::Cutter cutter(cut_settings(config.own<ImagineConfig>(), shown->size),
                                 static_cast<std::uint64_t>(config.seed));
    const at::Tensor base = cutter.base(tensor_of(run.trainer.sample({})->raw.front()));
    const at::Tensor cuts = cutter.cut(base, 2, 0, 6);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_LE((tensor_of(shown->raw[i]) - cuts[static_cast<std::int64_t>(i)]).abs().max().item<double>(), 0.02)
            << i;
    EXPECT_GT((tensor_of(shown->raw[0]) - cutter.cut(base, 1, 0, 1)).abs().max().item<double>(), 0.05)
        << "each iteration has its own";
    EXPECT_EQ(run.trainer.sample({SampleKind::Cutouts, 64})->raw.size(), 6u) << "no more than there are";
    const at::Tensor before = run.trainer.latent().detach().clone();
    ASSERT_TRUE(run.trainer.lend());
    const auto lent = run.trainer.sample({SampleKind::Cutouts, 4});
    ASSERT_FALSE(lent);
    EXPECT_NE(lent.error().message.find("lent"), std::string::npos) << lent.error().message;
    ASSERT_TRUE(run.trainer.take_back());
    EXPECT_TRUE(at::equal(before, run.trainer.latent()));
    EXPECT_TRUE(run.trainer.sample({SampleKind::Cutouts, 4}));
}

TEST(ImagineTrainer, TheSameSeedGivesTheSamePictureWhateverTheChunk) {
    TrainConfig config = painting();
    const at::Tensor whole = latent_after(config, 5);
    EXPECT_TRUE(at::equal(whole, latent_after(config, 5)));
    config.edit<ImagineConfig>().chunk = 4;
    EXPECT_LE((whole - latent_after(config, 5)).abs().max().item<double>(), 1e-3);
    config.edit<ImagineConfig>().chunk = 0;
    config.seed = 8;
    EXPECT_GT((whole - latent_after(config, 5)).abs().max().item<double>(), 0.01);
}

TEST(ImagineTrainer, AResumedRunContinuesBitForBit) {
    for (const LatentOptimiserKind kind :
         {LatentOptimiserKind::Adam, LatentOptimiserKind::Adagrad, LatentOptimiserKind::DiffGrad}) {
        TrainConfig config = painting();
        config.edit<ImagineConfig>().optimiser = kind;
        config.edit<ImagineConfig>().pull = 0.2;
        config.edit<ImagineConfig>().prompts = "a red cube ^ a blue cone ^ a green ring";
        config.edit<ImagineConfig>().story_every = 2;
        const at::Tensor whole = latent_after(config, 6);
        Painted first, second;
        ASSERT_TRUE(first.prepare(config));
        for (int i = 0; i < 3; ++i) first.step();
        const auto saved = first.trainer.checkpoint();
        ASSERT_TRUE(saved);
        ASSERT_TRUE(second.prepare(config, saved->get()));
        for (int i = 0; i < 3; ++i) second.step();
        EXPECT_TRUE(at::equal(whole, second.trainer.latent())) << name_of(kind);
    }
}

TEST(ImagineTrainer, TextsAreReadOnceAndTheTwoSidesOfAClipAreNeverThereTogether) {
    int texts = 0, pictures = 0;
    PainterSource source = random_painters(true);
    source.clips[0] = [&, load = source.clips[0]](ClipSide side, at::Device device) {
        ++(side == ClipSide::Texts ? texts : pictures);
        auto clip = load(side, device);
        EXPECT_EQ((*clip).model->has_text(), side == ClipSide::Texts);
        EXPECT_EQ((*clip).model->has_pictures(), side == ClipSide::Pictures);
        return clip;
    };
    Painted run{std::move(source)};
    TrainConfig config = painting();
    config.edit<ImagineConfig>().prompts = "a red cube | text:-0.3 ^ a blue cone ^ a red cube";
    config.edit<ImagineConfig>().story_every = 2;
    ASSERT_TRUE(run.prepare(config));
    EXPECT_EQ(texts, 1);  // all phrases at once
    EXPECT_EQ(pictures, 1);
    for (int i = 0; i < 6; ++i) run.step();
    ASSERT_TRUE(run.apply({{"prompts", std::string("a red cube:0.5 | ~text:-0.3 ^ a blue cone ^ a red cube")}}));
    ASSERT_TRUE(run.apply({{"cuts.count", std::int64_t{4}}}));
    EXPECT_EQ(texts, 1);
    ASSERT_TRUE(run.apply({{"prompts", std::string("a red cube | a green ring")}}));
    EXPECT_EQ(texts, 2);
    EXPECT_EQ(pictures, 1);
    run.step();
}

TEST(ImagineTrainer, LendingChangesNoBit) {
    const at::Tensor whole = latent_after(painting(), 4);
    Painted run;
    ASSERT_TRUE(run.prepare(painting()));
    run.step();
    ASSERT_TRUE(run.trainer.lend());
    EXPECT_EQ(run.trainer.memory()->now.roles[Role::Weights].count + run.trainer.memory()->now.roles[Role::Clip].count,
              0);
    EXPECT_TRUE(run.trainer.checkpoint());
    EXPECT_TRUE(run.trainer.sample({}));
    ASSERT_TRUE(run.trainer.take_back());
    for (int i = 0; i < 3; ++i) run.step();
    EXPECT_TRUE(at::equal(whole, run.trainer.latent()));
}

TEST(ImagineTrainer, WhatDoesNotFitIsPaintedInSmallerChunksWithTheSameBits) {
    TrainConfig config = painting();
    config.edit<ImagineConfig>().cuts = 96;  // CLIP's part is the peak, not the decoder's
    Painted free, tight;
    ASSERT_TRUE(free.prepare(config));
    const StepDone roomy = free.step();
    ASSERT_TRUE(tight.prepare(config));
    // Less than all cuts at once take, more than half of them do.
    tight.trainer.device_memory().set_limit(Bytes{roomy.peak_tensors.count * 4 / 5});
    tight.step();
    const auto* survived = tight.last<OomRecovered>();
    ASSERT_NE(survived, nullptr);
    EXPECT_TRUE(survived->survived);
    const std::int64_t chunk = tight.trainer.config().own<ImagineConfig>().chunk;
    EXPECT_GT(chunk, 0);
    EXPECT_LT(chunk, 96);
    EXPECT_EQ(tight.trainer.config().own<ImagineConfig>().cuts, 96);
    config.edit<ImagineConfig>().chunk = chunk;
    config.checkpointing = tight.trainer.config().checkpointing;
    EXPECT_TRUE(at::equal(latent_after(config, 1), tight.trainer.latent()));
}

TEST(ImagineTrainer, WhatNeverFitsEndsWithAReportAndTheStateOfBefore) {
    Painted run;
    ASSERT_TRUE(run.prepare(painting()));
    const at::Tensor before = run.trainer.latent().detach().clone();
    run.trainer.device_memory().set_limit(run.trainer.device_memory().counts().live_total);
    const StepOutcome out = run.trainer.step();
    EXPECT_FALSE(out.done);
    EXPECT_EQ(out.error.code, ErrorCode::OutOfMemory);
    EXPECT_TRUE(at::equal(before, run.trainer.latent()));
    EXPECT_EQ(run.trainer.config(), painting());
}

TEST(ImagineTrainer, EverythingCanBeChangedWhileItPaints) {
    Painted run;
    ASSERT_TRUE(run.prepare(painting()));
    run.step();
    ASSERT_TRUE(run.apply({{"prompts", std::string("a blue cone | ~off | a floor:0.5")},
                           {"cuts.count", std::int64_t{9}},
                           {"cuts.method", std::string("updated")}}));
    EXPECT_EQ(run.step().own<ImagineFigures>()->similarity.size(), 2u);
    ASSERT_TRUE(run.apply({{"picture.width", std::int64_t{64}}, {"picture.height", std::int64_t{32}}}));
    run.step();
    EXPECT_EQ(run.trainer.sample({})->raw.front().width, 64);
    EXPECT_EQ(run.trainer.sample({})->raw.front().height, 32);
    ASSERT_TRUE(run.apply({{"latent.optimiser", std::string("rmsprop")},
                           {"latent.rate", 0.02},
                           {"memory.checkpointing", std::string("on")}}));
    run.step();
    ASSERT_TRUE(run.apply({{"precision", std::string("bf16")}}));
    run.step();
    ASSERT_TRUE(run.apply({{"precision", std::string("fp32")}}));
    run.step();
    ASSERT_TRUE(run.apply({{"motion.every", std::int64_t{1}},
                           {"motion.zoom", 1.1},
                           {"motion.turn", 5.0},
                           {"motion.x", std::int64_t{3}}}));
    run.step();
    const auto none = run.apply({{"prompts", std::string("~everything off")}});
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("prompt"), std::string::npos);
    run.step();
}

TEST(ImagineTrainer, APaintingThatGrewGoesOnWithTheBuiltInNetworkThatItBeganWith) {
    TrainConfig config = painting();
    config.edit<ImagineConfig>().width = config.edit<ImagineConfig>().height = 64;
    config.edit<ImagineConfig>().cuts = 2;
    Painted run{PainterSource{}};
    ASSERT_TRUE(run.prepare(config));
    EXPECT_EQ(run.trainer.latent().size(2), 8) << "small pictures have as many codes as the library's";
    ASSERT_TRUE(run.apply({{"picture.width", std::int64_t{128}}, {"picture.height", std::int64_t{128}}}));
    run.step();
    EXPECT_EQ(run.trainer.latent().size(2), 16);
    const auto content = run.trainer.checkpoint();
    ASSERT_TRUE(content);
    run.step();
    Painted again{PainterSource{}};
    const auto ready = again.prepare(run.trainer.config(), &**content);
    ASSERT_TRUE(ready) << ready.error().message;
    again.step();
    EXPECT_TRUE(at::equal(run.trainer.latent(), again.trainer.latent()));
    Painted larger{PainterSource{}};
    ASSERT_TRUE(larger.prepare(run.trainer.config()));
    EXPECT_EQ(larger.trainer.latent().size(2), 8) << "one that begins at 128 pixels has the part for larger pictures";
}

TEST(ImagineTrainer, TheHoldLetsGoWhenOtherPromptsAreWanted) {
    TrainConfig config = painting();
    config.steps = 40;
    config.edit<ImagineConfig>().pull = 100;
    config.edit<ImagineConfig>().pull_steps = 1000;
    const auto moved = [](Painted& run, int steps) {
        const at::Tensor before = run.trainer.latent().detach().clone();
        for (int i = 0; i < steps; ++i) run.step();
        return (run.trainer.latent() - before).square().mean().item<double>();
    };
    Painted held, free, weighed;
    for (Painted* run : {&held, &free, &weighed}) {
        ASSERT_TRUE(run->prepare(config));
        run->step();
    }
    ASSERT_TRUE(free.apply({{"prompts", std::string("a blue cone | a broken picture:-0.3")}}));
    ASSERT_TRUE(weighed.apply({{"prompts", std::string("a red cube:0.9 | a broken picture:-0.3")}}));
    const auto saved = free.trainer.checkpoint();
    ASSERT_TRUE(saved);
    const double kept = moved(held, 8), far = moved(free, 8), other_weight = moved(weighed, 8);
    EXPECT_GT(far, 3 * kept);
    EXPECT_LT(other_weight, 2 * kept) << "a weight is no other prompt";
    Painted resumed;
    TrainConfig then = free.trainer.config();
    ASSERT_TRUE(resumed.prepare(then, saved->get()));
    for (int i = 0; i < 8; ++i) resumed.step();
    EXPECT_TRUE(at::equal(free.trainer.latent(), resumed.trainer.latent())) << "the checkpoint knows";
}

TEST(ImagineTrainer, APhraseWhoseFirstStepFailedIsNotPassedOver) {
    TrainConfig config = painting();
    config.edit<ImagineConfig>().prompts = "a red cube ^ a blue cone ^ a green ring";
    config.edit<ImagineConfig>().story_every = 2;
    const at::Tensor whole = latent_after(config, 6);
    Painted first, second;
    ASSERT_TRUE(first.prepare(config));
    first.step();
    first.step();
    first.trainer.device_memory().set_limit(Bytes{1});
    EXPECT_FALSE(first.trainer.step().done);
    first.trainer.device_memory().set_limit(Bytes{});
    const auto saved = first.trainer.checkpoint();
    ASSERT_TRUE(saved);
    ASSERT_TRUE(second.prepare(config, saved->get()));
    for (int i = 0; i < 4; ++i) second.step();
    EXPECT_TRUE(at::equal(whole, second.trainer.latent()));
}

TEST(ImagineTrainer, OtherPromptsAtAResumeEndTheHoldAsTheyDoLive) {
    const ParamPatch others{{"prompts", std::string("a blue cone")}};
    Painted live, first, second;
    ASSERT_TRUE(live.prepare(painting()));
    ASSERT_TRUE(first.prepare(painting()));
    for (Painted* run : {&live, &first}) {
        run->step();
        run->step();
    }
    const auto saved = first.trainer.checkpoint();
    ASSERT_TRUE(saved);
    ASSERT_TRUE(live.apply(others));
    ASSERT_TRUE(second.prepare(*with_patch(painting(), others), saved->get()));
    for (Painted* run : {&live, &second}) {
        run->step();
        run->step();
    }
    EXPECT_TRUE(at::equal(live.trainer.latent(), second.trainer.latent()));
}

TEST(ImagineTrainer, SaysWhatIsWrongBeforeItPaints) {
    TrainConfig config = painting();
    config.edit<ImagineConfig>().prompts.clear();
    EXPECT_EQ(Painted().prepare(config).error().code, ErrorCode::InvalidArgument);
    config = painting();
    config.edit<ImagineConfig>().picture_prompts = "/no/such/picture.png";
    EXPECT_EQ(Painted().prepare(config).error().code, ErrorCode::NotFound);
    config = painting();
    config.edit<ImagineConfig>().start = ImagineStart::Picture;
    config.edit<ImagineConfig>().start_picture = "/no/such/picture.png";
    EXPECT_EQ(Painted().prepare(config).error().code, ErrorCode::NotFound);
    for (const ImagineStart start : {ImagineStart::Pixels, ImagineStart::Gradient, ImagineStart::Match}) {
        config = painting();
        config.edit<ImagineConfig>().start = start;
        EXPECT_TRUE(Painted().prepare(config)) << name_of(start);
    }
}

/// Of one start, with the code in each corner, for a CLIP of 32 features.
std::string library_of(const test::TempFolder& folder, const std::vector<std::int16_t>& codes) {
    const std::vector<std::uint8_t> label{0}, values{1};
    const std::vector<float> row(32, 1);
    const std::string caption = "a start", path = folder.file("starts.safetensors");
    const auto bytes = [](const auto& of) { return std::as_bytes(std::span(of)); };
    EXPECT_TRUE(write_safetensors(path,
                                  {{"codes", DType::I16, {1, 2, 2}, bytes(codes)},
                                   {"labels", DType::U8, {1, 1}, bytes(label)},
                                   {"values", DType::U8, {1}, bytes(values)},
                                   {"rows", DType::F32, {1, 32}, bytes(row)},
                                   {"captions", DType::U8, {std::ssize(caption)}, bytes(caption)}},
                                  {}));
    return path;
}

TEST(ImagineTrainer, BeginsWithTheCodesOfItsStartUnlessTheyAreOfAnotherVqgan) {
    const test::TempFolder folder;
    TrainConfig config = painting();
    config.edit<ImagineConfig>().start = ImagineStart::Match;
    PainterSource source = random_painters(true);  // whose codebook has 64 rows
    source.starts = library_of(folder, {0, 1, 2, 63});
    Painted run{source};
    const auto ready = run.prepare(config);
    ASSERT_TRUE(ready) << ready.error().message;
    const auto vqgan = source.vqgan(VqganSide::Decoder, at::kCPU);
    ASSERT_TRUE(vqgan);
    const at::Tensor z = run.trainer.latent(), book = (*vqgan)->codebook();
    EXPECT_TRUE(at::equal(z.select(3, 0).select(2, 0)[0], book[0]));
    EXPECT_TRUE(at::equal(z.select(3, z.size(3) - 1).select(2, z.size(2) - 1)[0], book[63]));

    source.starts = library_of(folder, {0, 1, 2, 64});
    const auto refused = Painted{source}.prepare(config);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::BadFile);
    EXPECT_NE(refused.error().message.find("codes up to 64, and the codebook has 64"), std::string::npos);
}

}  // namespace
}  // namespace headroom
