// Runs of a Light GAN: exact resume, pieces, other sizes, forecasts, the ladder, files of lightweight-gan.
#include "core/engine/weights/light_gan/light_gan_weights.h"
#include "core/models/nn/network.h"
#include "core/train/forecast/step_forecaster.h"
#include "core/train/gan/noise.h"
#include "core/train/gan/stored_generator.h"
#include "core/train/tensor_bridge.h"
#include "tests/torch/light_gan_fixture.h"
#include "tests/torch/tensors_apart.h"

#include <algorithm>
#include <cmath>
#include <vector>

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

TEST(LightGan, GradientsOfPiecesAreThoseOfTheWhole) {
    cpu_allocator::install();
    TrainConfig config = small_light_gan();
    config.lr_d = 0;  // G's phase asks the same D
    config.edit<LightGanConfig>().diffaug_colour = true;
    config.edit<LightGanConfig>().augment_share = 0.5;
    const at::Tensor real = at::tanh(latents(3, RandomPurpose::Score, 0, 4, 3 * 64 * 64).view({4, 3, 64, 64}));
    std::vector<at::Tensor> of_d[2], of_g[2];
    for (const int way : {0, 1}) {
        LightGanNetworks nets(*light_gan_shape(config), config);
        nets.g->eval();  // batch norms would have other pictures beside each
        LightGanWindow w;
        w.samples = way == 0 ? std::vector<std::int64_t>{4} : std::vector<std::int64_t>{2, 1, 1};
        w.real = [&](std::size_t i) { return real.narrow(0, w.first_of(i).number(), w.samples[i]); };
        w.latent = [&](std::size_t i) { return latents(1, RandomPurpose::Latent, w.first_of(i), w.samples[i], 8); };
        w.latent_g = [&](std::size_t i) {
            return latents(1, RandomPurpose::GeneratorLatent, w.first_of(i), w.samples[i], 8);
        };
        nets.step->before_optimiser = [&](bool is_d) {
            for (const at::Tensor& t : (is_d ? *nets.opt_d : *nets.opt_g).gradients())
                (is_d ? of_d : of_g)[way].push_back(t.clone());
        };
        StepFigures figures;
        nets.step->d_phase(w, light_gan_rules(config), /*with_penalty=*/true, figures);
        nets.step->g_phase(w, light_gan_rules(config), figures);
    }
    EXPECT_LT(relative(of_d[0], of_d[1]), 1e-3);
    EXPECT_LT(relative(of_g[0], of_g[1]), 1e-3);
}

TEST(LightGan, ItsStepIsThePackages) {
    // Losses as its trainer has them, of the whole batch at once: parity of the networks alone says nothing of what a step makes of them.
    cpu_allocator::install();
    TrainConfig config = small_light_gan();
    config.lr_g = config.lr_d = 0;  // they are asked once more afterwards
    config.edit<LightGanConfig>().augment_share = 0;
    LightGanNetworks nets(*light_gan_shape(config), config);
    nets.g->eval();  // it draws the same whenever it is asked; its layers' noise has no weight yet
    const at::Tensor real = at::tanh(latents(3, RandomPurpose::Score, 0, 3, 3 * 64 * 64).view({3, 3, 64, 64}));
    LightGanWindow w;
    w.samples = {3};
    w.real = [&](std::size_t) { return real; };
    w.latent = [](std::size_t) { return latents(1, RandomPurpose::Latent, 0, 3, 8); };
    w.latent_g = [](std::size_t) { return latents(1, RandomPurpose::GeneratorLatent, 0, 3, 8); };
    std::vector<at::Tensor> of_d, of_g;
    nets.step->before_optimiser = [&](bool is_d) {
        for (const auto& [name, p] : (is_d ? *nets.opt_d : *nets.opt_g).parameters())
            (is_d ? of_d : of_g).push_back(p.grad().clone());
    };
    LightGanRules rules = light_gan_rules(config);
    rules.want_signs = true;
    StepFigures figures;
    nets.step->d_phase(w, rules, /*with_penalty=*/true, figures);
    nets.step->g_phase(w, rules, figures);

    const auto apart = [](const at::Tensor& loss, const Adam& of, const std::vector<at::Tensor>& found) {
        std::vector<at::Tensor> weights, expected, those;
        for (const auto& [name, p] : of.parameters()) weights.push_back(p);
        const auto slopes = torch::autograd::grad({loss}, weights, {}, std::nullopt, false, /*allow_unused=*/true);
        for (std::size_t i = 0; i < slopes.size(); ++i) {
            if (!slopes[i].defined()) continue;  // the weights of noise that is none here
            expected.push_back(slopes[i]);
            those.push_back(found.at(i));
        }
        EXPECT_GT(expected.size(), 20u);
        return relative(expected, those);
    };
    const at::Tensor pictures = ((real + 1) * 0.5).requires_grad_(true);
    at::Tensor fake;
    {
        const at::NoGradGuard no_grad;
        fake = nets.g->forward(w.latent(0));
    }
    fake.requires_grad_(true);
    const light_gan::Judgement r = nets.d->forward(pictures, true), f = nets.d->forward(fake, false);
    const auto hinge = [](const at::Tensor& x, const at::Tensor& y) {
        return at::relu(1 + x).mean() + at::relu(1 - y).mean();
    };
    const auto slope = [](const light_gan::Judgement& j, const at::Tensor& x) {
        return torch::autograd::grad({j.whole.sum() + j.small.sum()}, {x}, {}, true, true)[0];
    };
    const at::Tensor penalty = 10 * at::cat({slope(r, pictures), slope(f, fake)}).flatten(1).square().sum(1).mean();
    const at::Tensor loss = hinge(r.whole, f.whole) + hinge(r.small, f.small) + r.decoders + penalty;
    EXPECT_LT(apart(loss, *nets.opt_d, of_d), 1e-3);
    EXPECT_NEAR(figures.loss_d_penalty.item<double>(), penalty.item<double>(), 1e-3 * penalty.item<double>());
    EXPECT_NEAR(figures.loss_d_decoders.item<double>(), r.decoders.item<double>(), 1e-3 * r.decoders.item<double>());
    EXPECT_EQ(figures.signs.item<double>(), -r.whole.sign().sum().item<double>())
        << "low is real; of three it is never 0";
    const light_gan::Judgement again = nets.d->forward(nets.g->forward(w.latent_g(0)), false);
    EXPECT_LT(apart(again.whole.mean() + again.small.mean(), *nets.opt_g, of_g), 1e-3);
}

TEST(LightGan, ANumberThatRoundsToOneIsOfTheLastQuarter) {
    const at::Tensor shares = at::tensor({0.0F, 0.25F, 0.99F, 1.0F}).view({4, 1, 1, 1});
    EXPECT_TRUE(at::equal(quarters_of(shares), at::tensor({0, 1, 3, 3}, at::kLong)));
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

TEST(LightGan, MakesAStepAndDrawsAt1024Px) {
    TrainConfig c = small_light_gan();
    c.image_size = 1024;
    c.batch_micro = 1;
    c.edit<LightGanConfig>().width_side = 512;
    ASSERT_TRUE(check_config(c, true).empty()) << check_config(c, true).front().message;
    LightGanRun run(c, nullptr, 2);
    const StepDone first = run.step();  // with the penalty
    EXPECT_TRUE(std::isfinite(first.loss_g) && std::isfinite(first.loss_d));
    EXPECT_LT(first.peak_tensors, Bytes{std::int64_t{2} << 30});
    const auto drawn = run.trainer->sample({SampleKind::Grid, 1, 0, 1.0, 0});
    ASSERT_TRUE(drawn) << drawn.error().message;
    ASSERT_EQ(drawn->ema.size(), 1u);
    EXPECT_EQ(drawn->ema.front().width, 1024);
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

TEST(LightGan, GrowingHoldsNoSecondNetwork) {
    TrainConfig c = small_light_gan();
    c.edit<LightGanConfig>().width_max = 64;
    LightGanRun run(c, nullptr, 4);
    TrainConfig larger = c;
    larger.image_size = 128;
    run.trainer->device_memory().begin_step(false);
    ASSERT_TRUE(run.change(larger));
    const Bytes most = run.trainer->device_memory().counts().step_peak;
    // A network is there as a fresh one in the place of gradients, which count as static.
    const Bytes after = static_memory_of(run.trainer->networks().shape, true).total();
    EXPECT_LT(most.count, after.count + after.count / 8);
}

TEST(LightGan, ADiscriminatorThatGrowsSeesPicturesAsBefore) {
    cpu_allocator::install();
    const at::NoGradGuard no_grad;
    TrainConfig config = small_light_gan();
    config.edit<LightGanConfig>().width_side = 1024;
    for (const std::int64_t side : {64, 128, 256, 512}) {
        config.image_size = side;
        config.seed = 7;
        LightGanNetworks old(*light_gan_shape(config), config);
        config.image_size = 2 * side;
        config.seed = 8;
        LightGanNetworks grown(*light_gan_shape(config), config, at::kCPU, &old);
        const at::Tensor pictures = at::rand({2, 3, 2 * side, 2 * side});
        const at::Tensor before = old.d->forward(at::avg_pool2d(pictures, 2), false).whole;
        EXPECT_FALSE(at::allclose(grown.d->forward(pictures, false).whole, before, 1e-3, 1e-4)) << side;
        grown.see_as(old);
        EXPECT_TRUE(at::allclose(grown.d->forward(pictures, false).whole, before, 1e-3, 1e-4)) << side;
    }
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
        EXPECT_EQ(run.trainer->memory()->now.roles[Role::Optimiser].count,
                  static_memory_of(run.trainer->networks().shape, true)[Role::Optimiser].count)
            << change.name;
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
