// ImagineTrainer on small random networks: the same picture for the same seed however it is chunked, resumed, lent or refused memory.
#include "core/train/imagine/imagine_trainer.h"

#include "core/api/param_schema.h"
#include "core/memory/cpu_allocator.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

TrainConfig painting() {
    TrainConfig config = default_config(ModelKind::Imagine);
    config.device = "cpu";
    config.threads = 1;
    config.seed = 7;
    config.steps = 6;
    config.imagine.prompts = "a red cube | a broken picture:-0.3";
    config.imagine.start = ImagineStart::Codes;
    config.imagine.width = config.imagine.height = 48;
    config.imagine.cuts = 6;
    config.imagine.rate = 0.1;
    return config;
}

struct Painted {
    PainterSource source = random_painters(true);
    ImagineTrainer trainer{source};
    std::vector<Event> events{};

    Result<PreparedRun> prepare(const TrainConfig& config, const CheckpointContent* from = nullptr) {
        at::set_num_threads(1);
        cpu_allocator::install();
        return trainer.prepare(config, from, false, [](const std::string&, double) {}, [this](Event e) { events.push_back(std::move(e)); }, {});
    }
    StepDone step() {
        StepOutcome out = trainer.step();
        EXPECT_TRUE(out.done) << out.error.message;
        return out.metrics;
    }
    template <class E> const E* last() const {
        for (auto it = events.rbegin(); it != events.rend(); ++it) {
            if (const E* e = std::get_if<E>(&*it)) return e;
        }
        return nullptr;
    }
    Result<void> apply(const ParamPatch& patch) {
        auto next = with_patch(trainer.config(), patch);
        if (!next) return next.error();
        return trainer.apply(*next, [](const std::string&, double) {}, {});
    }
};

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
    config.imagine.prompts = "a red cube";
    config.imagine.cut_noise = 0;
    config.imagine.augments.clear();
    Painted run;
    ASSERT_TRUE(run.prepare(config));
    const StepDone first = run.step();
    StepDone last;
    while (!run.trainer.reached_limit()) last = run.step();
    EXPECT_EQ(last.step, 30);
    EXPECT_LT(last.loss_g, first.loss_g);
    ASSERT_EQ(last.similarity.size(), 1u);
    EXPECT_GT(last.similarity[0], first.similarity[0]);
    EXPECT_GT(last.peak.count, 0);
    const auto picture = run.trainer.sample({});
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->kind, SampleKind::Picture);
    EXPECT_EQ(picture->raw.front().width, 48);
    EXPECT_EQ(run.trainer.memory()->closure_error.count >= 0, true);
}

TEST(ImagineTrainer, TheSameSeedGivesTheSamePictureWhateverTheChunk) {
    TrainConfig config = painting();
    const at::Tensor whole = latent_after(config, 5);
    EXPECT_TRUE(at::equal(whole, latent_after(config, 5)));
    config.imagine.chunk = 4;
    EXPECT_LE((whole - latent_after(config, 5)).abs().max().item<double>(), 1e-3);
    config.imagine.chunk = 0;
    config.seed = 8;
    EXPECT_GT((whole - latent_after(config, 5)).abs().max().item<double>(), 0.01);
}

TEST(ImagineTrainer, AResumedRunContinuesBitForBit) {
    for (const LatentOptimiserKind kind : {LatentOptimiserKind::Adam, LatentOptimiserKind::Adagrad, LatentOptimiserKind::DiffGrad}) {
        TrainConfig config = painting();
        config.imagine.optimiser = kind;
        config.imagine.pull = 0.2;
        config.imagine.prompts = "a red cube ^ a blue cone ^ a green ring";
        config.imagine.story_every = 2;
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
    config.imagine.prompts = "a red cube | text:-0.3 ^ a blue cone ^ a red cube";
    config.imagine.story_every = 2;
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
    EXPECT_EQ(run.trainer.memory()->now.roles[Role::Weights].count + run.trainer.memory()->now.roles[Role::Clip].count, 0);
    EXPECT_TRUE(run.trainer.checkpoint());
    EXPECT_TRUE(run.trainer.sample({}));
    ASSERT_TRUE(run.trainer.take_back());
    for (int i = 0; i < 3; ++i) run.step();
    EXPECT_TRUE(at::equal(whole, run.trainer.latent()));
}

TEST(ImagineTrainer, WhatDoesNotFitIsPaintedInSmallerChunksWithTheSameBits) {
    TrainConfig config = painting();
    config.imagine.cuts = 96;  // CLIP's part is the peak, not the decoder's
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
    const std::int64_t chunk = tight.trainer.config().imagine.chunk;
    EXPECT_GT(chunk, 0);
    EXPECT_LT(chunk, 96);
    EXPECT_EQ(tight.trainer.config().imagine.cuts, 96);
    config.imagine.chunk = chunk;
    config.checkpointing = tight.trainer.config().checkpointing;
    EXPECT_TRUE(at::equal(latent_after(config, 1), tight.trainer.latent()));
}

TEST(ImagineTrainer, WhatNeverFitsEndsWithAReportAndTheStateOfBefore) {
    Painted run;
    ASSERT_TRUE(run.prepare(painting()));
    const at::Tensor before = run.trainer.latent().detach().clone();
    run.trainer.device_memory().set_limit(run.trainer.memory()->now.roles.total());
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
    ASSERT_TRUE(run.apply({{"prompts", std::string("a blue cone | ~off | a floor:0.5")}, {"cuts.count", std::int64_t{9}}, {"cuts.method", std::string("updated")}}));
    EXPECT_EQ(run.step().similarity.size(), 2u);
    ASSERT_TRUE(run.apply({{"picture.width", std::int64_t{64}}, {"picture.height", std::int64_t{32}}}));
    run.step();
    EXPECT_EQ(run.trainer.sample({})->raw.front().width, 64);
    EXPECT_EQ(run.trainer.sample({})->raw.front().height, 32);
    ASSERT_TRUE(run.apply({{"latent.optimiser", std::string("rmsprop")}, {"latent.rate", 0.02}, {"memory.checkpointing", std::string("on")}}));
    run.step();
    ASSERT_TRUE(run.apply({{"precision", std::string("bf16")}}));
    run.step();
    ASSERT_TRUE(run.apply({{"precision", std::string("fp32")}}));
    run.step();
    ASSERT_TRUE(run.apply({{"motion.every", std::int64_t{1}}, {"motion.zoom", 1.1}, {"motion.turn", 5.0}, {"motion.x", std::int64_t{3}}}));
    run.step();
    const auto none = run.apply({{"prompts", std::string("~everything off")}});
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("prompt"), std::string::npos);
    run.step();
}

TEST(ImagineTrainer, SaysWhatIsWrongBeforeItPaints) {
    TrainConfig config = painting();
    config.imagine.prompts.clear();
    EXPECT_EQ(Painted().prepare(config).error().code, ErrorCode::InvalidArgument);
    config = painting();
    config.imagine.picture_prompts = "/no/such/picture.png";
    EXPECT_EQ(Painted().prepare(config).error().code, ErrorCode::NotFound);
    config = painting();
    config.imagine.start = ImagineStart::Picture;
    config.imagine.start_picture = "/no/such/picture.png";
    EXPECT_EQ(Painted().prepare(config).error().code, ErrorCode::NotFound);
    for (const ImagineStart start : {ImagineStart::Pixels, ImagineStart::Gradient, ImagineStart::Match}) {
        config = painting();
        config.imagine.start = start;
        EXPECT_TRUE(Painted().prepare(config)) << name_of(start);
    }
}

}  // namespace
}  // namespace headroom
