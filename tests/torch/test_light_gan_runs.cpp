// Runs of a Light GAN: exact resume, pieces, other sizes, forecasts, the ladder, files of lightweight-gan.
#include "core/engine/weights/light_gan/light_gan_weights.h"
#include "core/models/nn/network.h"
#include "core/train/forecast/step_forecaster.h"
#include "core/train/gan/stored_generator.h"
#include "core/train/tensor_bridge.h"
#include "tests/torch/light_gan_fixture.h"

#include <cmath>

namespace headroom::test {
namespace {

TEST(LightGan, ContinuesBitForBitFromACheckpoint) {
    for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
        TrainConfig c = precision == Precision::Bf16 ? attending_light_gan() : small_light_gan();
        c.precision = precision;
        c.batch_micro = 1;
        c.batch_accumulate = 2;
        c.data_mirror = true;
        c.edit<LightGanConfig>().diffaug_colour = true;
        c.edit<LightGanConfig>().gp_every = 2;
        const int more = precision == Precision::Bf16 ? 1 : 2;  // a step with attention takes ten times as long
        LightGanRun whole(c);
        whole.steps(1 + more);
        LightGanRun first(c);
        first.steps(1);
        const auto saved = *first.trainer->checkpoint();
        first.trainer.reset();
        LightGanRun second(c, saved.get());
        second.steps(more);
        EXPECT_EQ(differing(whole.state(), second.state()), "") << name_of(precision);
    }
}

TEST(LightGan, CheckpointingComputesTheSame) {
    TrainConfig c = attending_light_gan();
    c.edit<LightGanConfig>().gp_every = 2;
    c.batch_micro = 2;
    LightGanRun kept(c);
    c.checkpointing = Checkpointing::On;
    LightGanRun again(c);
    kept.steps(2);
    again.steps(2);
    EXPECT_EQ(differing(kept.state(), again.state()), "");
}

TEST(LightGan, TheDiscriminatorLearnsInPiecesWhatItLearnsAtOnce) {
    // Without batch norm's say: D's phase sees real pictures alone that G's statistics do not touch, up to rounding.
    TrainConfig c = attending_light_gan();
    c.edit<LightGanConfig>().gp_every = 1;
    LightGanRun at_once(c);
    c.batch_micro = 2;
    c.batch_accumulate = 2;
    LightGanRun pieces(c);
    const StepDone a = at_once.step(), b = pieces.step();
    EXPECT_NEAR(a.d_real, b.d_real, 1e-4 * std::abs(a.d_real) + 1e-5);
}

TEST(LightGan, LearnsToTellPicturesFromItsOwn) {
    TrainConfig c = small_light_gan();
    c.lr_g = 1e-6;
    c.lr_d = 1e-3;
    c.edit<LightGanConfig>().augment_share = 0;
    c.edit<LightGanConfig>().gp_weight = 0;
    c.batch_micro = 2;
    LightGanRun run(c);
    const double before = run.step().loss_d;
    const StepDone after = run.steps(12);
    EXPECT_LT(after.loss_d, 0.8 * before);
    EXPECT_GT(after.d_real, after.d_fake);  // high is real
}

TEST(LightGan, GrowsAndShrinksWithItsWeights) {
    TrainConfig c = small_light_gan();
    c.batch_micro = 1;
    c.edit<LightGanConfig>().gp_weight = 0;
    LightGanRun run(c);
    run.step();
    const at::Tensor first = nn::named_tensors(*run.trainer->networks().g)[0].second.detach().clone();
    const auto halving = [&](const char* name) {
        for (const auto& [n, t] : nn::named_parameters(*run.trainer->networks().d))
            if (n == name) return t.detach().clone();
        return at::Tensor();
    };
    const at::Tensor deep = halving("residual_layers.1.0.branches.0.3.weight");
    TrainConfig larger = c;
    larger.image_size = 128;
    ASSERT_TRUE(run.change(larger));
    EXPECT_EQ(run.trainer->networks().shape.size, 128);
    EXPECT_TRUE(at::equal(first, nn::named_tensors(*run.trainer->networks().g)[0].second));
    EXPECT_TRUE(at::equal(deep, halving("residual_layers.2.0.branches.0.3.weight")));
    run.step();
    ASSERT_TRUE(run.change(c));
    run.step();
}

TEST(LightGanForecasts, CountEveryTensor) {
    cpu_allocator::install();
    StepForecaster forecaster{std::string()};
    struct Change {
        const char* name;
        void (*make)(TrainConfig&);
    };
    const std::vector<Change> changes{
        {"accumulated, recomputed",
         [](TrainConfig& c) {
             c.batch_accumulate = 3;
             c.checkpointing = Checkpointing::On;
         }},
        {"bf16, no average",
         [](TrainConfig& c) {
             c.precision = Precision::Bf16;
             c.ema_half_life = 0;
         }},
        {"128 px, no penalty, clipped",
         [](TrainConfig& c) {
             c.image_size = 128;
             c.clip = 1;
             c.edit<LightGanConfig>().gp_weight = 0;
         }},
        {"attention, grid, channels last, grey, colour",
         [](TrainConfig& c) {
             c.edit<LightGanConfig>().attention = "16";
             c.edit<LightGanConfig>().small_attention = true;
             c.edit<LightGanConfig>().logits = Logits::Grid;
             c.channels_last = c.data_grey = true;
             c.edit<LightGanConfig>().diffaug_colour = true;
         }},
        {"adaptive share, one picture",
         [](TrainConfig& c) {
             c.augment_adapt = true;
             c.edit<LightGanConfig>().augment_share = 0;
             c.batch_micro = 1;
         }},
    };
    for (const Change& change : changes) {
        TrainConfig c = small_light_gan();
        c.batch_micro = 2;
        c.threads = 2;
        c.edit<LightGanConfig>().gp_every = 1;  // every measured step has the penalty
        change.make(c);
        auto probed = forecaster.probe(c, {}, {});
        ASSERT_TRUE(probed) << change.name << ": " << probed.error().message;
        const auto known = forecaster.known(c, {});
        ASSERT_TRUE(known) << change.name;
        LightGanRun run(c, nullptr, 2 * c.effective_batch());
        Bytes peak;
        for (int i = 0; i < 2; ++i) peak = std::max(peak, run.step().peak_tensors);
        const double error =
            100.0 * (static_cast<double>(known->tensors().count) / static_cast<double>(peak.count) - 1);
        EXPECT_NEAR(error, 0, 1) << change.name;
    }
}

TEST(LightGan, TheLadderHalvesTheMicroBatch) {
    TrainConfig c = small_light_gan();
    LightGanRun run(c);
    run.step();
    run.trainer->note_relief_for_tests();
    cpu_allocator::refuse_nth(40);
    const StepOutcome outcome = run.trainer->step();
    cpu_allocator::refuse_nth(0);
    ASSERT_TRUE(outcome.done) << outcome.error.message;
    EXPECT_EQ(run.trainer->config().effective_batch(), 4);
    EXPECT_LT(run.trainer->config().batch_micro, 4);
}

TEST(LightGan, BeginsWithACheckpointOfThePackageAndDrawsFromIt) {
    const auto content = read_light_gan_file((std::string(HEADROOM_TEST_DATA) + "/light_gan/model_1.pt"));
    ASSERT_TRUE(content) << content.error().message;
    EXPECT_EQ(content->config.own<LightGanConfig>().latent, 16);
    EXPECT_EQ(content->config.own<LightGanConfig>().width_max, 16);
    EXPECT_EQ(content->config.own<LightGanConfig>().attention, "32");
    EXPECT_EQ(content->config.own<LightGanConfig>().logits, Logits::One);
    TrainConfig c = content->config;
    c.threads = 1;
    c.batch_micro = 2;
    c.batch_accumulate = 1;
    LightGanRun run(c, &*content, 8, /*weights_only=*/true);
    const auto of_file = read_tensor_file((std::string(HEADROOM_TEST_DATA) + "/light_gan/model_1.pt"));
    ASSERT_TRUE(of_file);
    const TensorView* average = of_file->find("GAN.GE.out_conv.weight");
    ASSERT_TRUE(average);
    at::Tensor stored = nn::named_parameters(*run.trainer->networks().ema).back().second;
    for (const auto& [name, t] : nn::named_tensors(*run.trainer->networks().ema))
        if (name == "out_conv.weight") stored = t;
    EXPECT_TRUE(at::equal(stored.contiguous(), to_tensor(*average).to(at::kFloat)));
    run.step();

    const auto drawn = generate_from_stored(
        {.source = (std::string(HEADROOM_TEST_DATA) + "/light_gan/model_1.pt"), .count = 3, .seed = 4},
        [](const std::string&, double) {}, {});
    ASSERT_TRUE(drawn) << drawn.error().message;
    ASSERT_EQ(drawn->size(), 3u);
    EXPECT_EQ((*drawn)[0].width, 64);
}

}  // namespace
}  // namespace headroom::test
