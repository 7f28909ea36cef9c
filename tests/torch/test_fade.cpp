// Fade-in after growing: both ends, the way between, resume, and what a second change does.
#include "core/families/dcgan/dcgan_config.h"
#include "core/models/dcgan/fade.h"
#include "core/models/nn/network.h"
#include "core/train/dcgan/step_rules.h"
#include "core/train/gan/noise.h"
#include "core/train/torch_backend.h"
#include "tests/torch/trainer_fixture.h"

#include <algorithm>

namespace headroom::test {
namespace {

/// Networks of 32 px whose statistics are not those of a fresh one, and their grown selves.
struct Grown {
    TrainConfig config = small_config();
    GanNetworks old{spec_from_config(config), config};
    std::unique_ptr<GanNetworks> fading, plain;
    at::Tensor z = latents(1, RandomPurpose::Latent, 0, 6, 16);
    at::Tensor x = at::tanh(latents(3, RandomPurpose::Score, 0, 6, 3 * 128 * 128).view({6, 3, 128, 128}));

    Grown() {
        {
            at::NoGradGuard no_grad;
            old.g->forward(z);
            for (auto p : old.g->parameters())
                if (p.dim() == 1) p.mul_(1.5).add_(0.1);
        }
        DcganSpec spec = resized(old.spec, 128);  // four times at once
        plain = std::make_unique<GanNetworks>(spec, config, at::kCPU, &old);
        spec.fade_from = 32;
        fading = std::make_unique<GanNetworks>(spec, config, at::kCPU, &old);
    }
};

void use_training(GanNetworks& nets, bool on) {
    nets.g->train(on);
    nets.d->train(on);
}

TEST(FadeIn, BeginsAsTheOldNetworksEnlarged) {
    cpu_allocator::install();
    Grown nets;
    at::NoGradGuard no_grad;
    for (const bool training : {false, true}) {
        use_training(nets.old, training);
        use_training(*nets.fading, training);
        nets.fading->set_alpha(0);
        EXPECT_TRUE(at::equal(nets.fading->g->forward(nets.z), enlarged(nets.old.g->forward(nets.z), 4))) << training;
        EXPECT_TRUE(at::equal(nets.fading->d->forward(nets.x), nets.old.d->forward(reduced(nets.x, 4)))) << training;
        EXPECT_TRUE(at::equal(nets.fading->ema->forward(nets.z), enlarged(nets.old.ema->forward(nets.z), 4)));
    }
}

TEST(FadeIn, IsBilinearWhereTheGeneratorIs) {
    cpu_allocator::install();
    const auto twice = [](const at::Tensor& x) {
        return at::upsample_bilinear2d(x, at::IntArrayRef{2 * x.size(2), 2 * x.size(3)}, /*align_corners=*/false);
    };
    const at::Tensor small = latents(3, RandomPurpose::Score, 0, 2, 3 * 8 * 8).view({2, 3, 8, 8});
    EXPECT_TRUE(at::allclose(enlarged(small, 4, true), twice(twice(small)), 1e-5, 1e-6));
    EXPECT_TRUE(at::equal(blended_pictures(small, 2, 0, true), enlarged(reduced(small, 2), 2, true)));

    TrainConfig config = small_config();
    config.edit<DcganConfig>().upsampling = Upsampling::Bilinear;
    DcganSpec spec = spec_from_config(config);
    GanNetworks old(spec, config);
    spec = resized(spec, 64);
    spec.fade_from = 32;
    GanNetworks fading(spec, config, at::kCPU, &old);
    fading.set_alpha(0);
    use_training(old, false);
    use_training(fading, false);
    const at::NoGradGuard no_grad;
    const at::Tensor z = latents(1, RandomPurpose::Latent, 0, 2, 16);
    EXPECT_TRUE(at::equal(fading.g->forward(z), enlarged(old.g->forward(z), 2, true)));
    const at::Tensor pictures = at::ones({1, 3, 64, 64}).triu();
    EXPECT_TRUE(at::equal(real_pictures(pictures, config, spec, 0), enlarged(reduced(pictures, 2), 2, true)))
        << "D's pictures are blended alike";
}

TEST(FadeIn, EndsAsTheNetworksWithoutAFade) {
    cpu_allocator::install();
    Grown nets;
    at::NoGradGuard no_grad;
    nets.fading->set_alpha(1);
    EXPECT_TRUE(at::equal(nets.fading->g->forward(nets.z), nets.plain->g->forward(nets.z)));
    EXPECT_TRUE(at::equal(nets.fading->d->forward(nets.x), nets.plain->d->forward(nets.x)));
    nets.fading->set_alpha(0.5);
    const at::Tensor half = nets.fading->g->forward(nets.z), all = nets.plain->g->forward(nets.z);
    EXPECT_FALSE(at::equal(half, all));
    EXPECT_TRUE(at::allclose(half, (enlarged(nets.old.g->forward(nets.z), 4) + all) / 2, 1e-5, 1e-6));
    nets.fading->end_fade();
    EXPECT_TRUE(at::equal(nets.fading->g->forward(nets.z), nets.plain->g->forward(nets.z)));
    EXPECT_EQ(nn::named_tensors(*nets.fading->d).size(), nn::named_tensors(*nets.plain->d).size());
    EXPECT_EQ(nets.fading->opt_g->parameters().size(), nets.plain->opt_g->parameters().size());
}

TEST(FadeIn, BlendsRealPicturesTheSameWay) {
    const at::Tensor x = at::arange(16, at::kFloat).view({1, 1, 4, 4});
    const at::Tensor coarse = blended_pictures(x, 2, 0);
    EXPECT_FLOAT_EQ(coarse[0][0][0][0].item<float>(), 2.5F);
    EXPECT_FLOAT_EQ(coarse[0][0][1][1].item<float>(), 2.5F);
    EXPECT_FLOAT_EQ(coarse[0][0][3][3].item<float>(), 12.5F);
    EXPECT_TRUE(at::equal(blended_pictures(x, 2, 1), x));
    EXPECT_FLOAT_EQ(blended_pictures(x, 2, 0.25)[0][0][0][0].item<float>(), 0.75F * 2.5F);
}

TrainConfig grown(TrainConfig c, std::int64_t size, std::int64_t fade_steps) {
    c.image_size = size;
    c.edit<DcganConfig>().fade_steps = fade_steps;
    return c;
}

TEST(FadeIn, TakesItsStepsAndThenFreesItsMemory) {
    TrainerRun run(small_config());
    run.steps(2);
    ASSERT_TRUE(run.change(grown(run.trainer->config(), 64, 4)));
    // The picture of the first moment is the old one, enlarged: squares of equal pixels.
    const ImageBuffer first = run.trainer->sample({SampleKind::Grid, 1, 0, 1.0, 0})->ema.front();
    EXPECT_EQ(first.width, 64);
    EXPECT_EQ((*first.pixels)[0], (*first.pixels)[3]);
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(run.trainer->networks().spec.fade_from, 32);
        EXPECT_DOUBLE_EQ(run.trainer->networks().alpha().value, i / 4.0);
        EXPECT_TRUE(std::isfinite(run.step().loss_g));
    }
    EXPECT_EQ(run.trainer->networks().spec.fade_from, 0);
    const RoleBytes wanted = static_memory_of(run.trainer->networks().spec, true);
    const auto now = run.trainer->memory()->now.roles;
    EXPECT_EQ(now[Role::Weights].count, wanted[Role::Weights].count);
    EXPECT_NEAR(static_cast<double>(now[Role::Optimiser].count), static_cast<double>(wanted[Role::Optimiser].count),
                512);
    EXPECT_TRUE(std::isfinite(run.step().loss_g));
    EXPECT_EQ(run.state().count("fade/generator.fade.weight"), 0u);
}

TEST(FadeIn, CountsItsLayersAsStaticMemory) {
    TrainerRun run(small_config());
    ASSERT_TRUE(run.change(grown(run.trainer->config(), 64, 4)));
    EXPECT_EQ(run.trainer->memory()->now.roles[Role::Weights].count,
              static_memory_of(run.trainer->networks().spec, true)[Role::Weights].count);
}

TEST(NetworkLayout, TellsWhatAGrownNetworkWillHold) {
    TrainerRun run(small_config());
    run.step();
    for (const std::int64_t fade : {0, 4}) {
        const TrainConfig next = grown(run.trainer->config(), 2 * run.trainer->config().image_size, fade);
        const RoleBytes told = make_torch_backend()->static_memory(next, run.trainer->layout());
        // A fresh network of that size is another one: its widths double below.
        EXPECT_NE(told[Role::Weights].count, make_torch_backend()->static_memory(next, {})[Role::Weights].count);
        ASSERT_TRUE(run.change(next));
        const RoleBytes has = run.trainer->memory()->now.roles;
        EXPECT_EQ(told[Role::Weights].count, has[Role::Weights].count);
        EXPECT_EQ(told[Role::Ema].count, has[Role::Ema].count);
        // Without a change of size, the networks as they are are meant.
        EXPECT_EQ(make_torch_backend()->static_memory(next, run.trainer->layout())[Role::Weights].count,
                  has[Role::Weights].count);
    }
}

at::Tensor named(const nn::NamedTensorList& tensors, const std::string& name) {
    for (const auto& [n, t] : tensors)
        if (n == name) return t;
    ADD_FAILURE() << name;
    return at::zeros({1});
}

TEST(Growing, HoldsNoSecondNetwork) {
    TrainConfig c = small_config();
    c.edit<DcganConfig>().width_g = c.width_d = 32;
    c.batch_micro = 1;
    for (const std::int64_t fade : {0, 4}) {
        TrainerRun run(c, nullptr, 8);
        run.step();
        run.trainer->device_memory().begin_step(false);
        ASSERT_TRUE(run.change(grown(c, 64, fade)));
        const Bytes most = run.trainer->device_memory().counts().step_peak;
        EXPECT_LE(most, run.step().peak_tensors) << fade << ": what the next stage takes, growing takes";
        // A network is there as a fresh one in the place of gradients, which count as static.
        const Bytes after = static_memory_of(run.trainer->networks().spec, true).total();
        EXPECT_LT(most.count, after.count + after.count / 8) << fade;
    }
}

TEST(Growing, GoesOnWithTheVeryTensorsAndCopiesWhatTwoLayersBeginWith) {
    cpu_allocator::install();
    Grown nets;
    const auto of_g = [](const GanNetworks& n) { return nn::named_tensors(*n.g); };
    const auto place = [](const at::Tensor& t) { return t.const_data_ptr(); };
    EXPECT_EQ(place(named(of_g(nets.old), "main.0.weight")), place(named(of_g(*nets.plain), "main.0.weight")));
    EXPECT_EQ(place(named(nets.old.opt_g->state(), "m.main.0.weight")),
              place(named(nets.plain->opt_g->state(), "m.main.0.weight")));
    EXPECT_EQ(place(named(nn::named_tensors(*nets.old.ema), "main.0.weight")),
              place(named(nn::named_tensors(*nets.plain->ema), "main.0.weight")));
    // To-RGB goes on as what fades out and as what comes in.
    const at::Tensor goes = named(of_g(*nets.fading), "fade.weight"),
                     comes = named(of_g(*nets.fading), "main.15.weight");
    EXPECT_TRUE(at::equal(goes, comes));
    EXPECT_NE(place(goes), place(comes));
    const auto moments = nets.fading->opt_g->state();
    EXPECT_NE(place(named(moments, "v.fade.weight")), place(named(moments, "v.main.15.weight")));
}

TEST(FadeIn, ContinuesBitForBitFromItsMiddle) {
    TrainConfig c = small_config();
    TrainerRun whole(c), first(c);
    for (TrainerRun* run : {&whole, &first}) {
        run->steps(2);
        ASSERT_TRUE(run->change(grown(run->trainer->config(), 64, 5)));
        run->steps(2);
    }
    const auto saved = *first.trainer->checkpoint();
    const auto before = first.state();
    EXPECT_EQ(before.count("fade/generator.fade.weight"), 1u);
    EXPECT_EQ(before.count("fade/ema.fade.weight"), 1u);
    EXPECT_EQ(before.count("generator/fade.weight"), 0u);  // the classic names stay the classic names
    first.trainer.reset();
    TrainerRun second(saved->config, saved.get());
    EXPECT_EQ(differing(before, second.state()), "");
    EXPECT_DOUBLE_EQ(second.trainer->networks().alpha().value, 0.4);
    ASSERT_TRUE(second.trainer->lend());
    ASSERT_TRUE(second.trainer->take_back());
    for (int i = 0; i < 5; ++i) {  // across the fade's end
        whole.step();
        second.step();
        EXPECT_EQ(differing(whole.state(), second.state()), "") << i;
    }
}

TEST(FadeIn, WeightsAloneTakeItAlong) {
    TrainerRun first(small_config());
    first.steps(2);
    ASSERT_TRUE(first.change(grown(first.trainer->config(), 64, 5)));
    first.steps(2);
    const auto saved = *first.trainer->checkpoint();
    TrainerRun second(saved->config, saved.get(), 64, /*weights_only=*/true);
    EXPECT_EQ(second.trainer->networks().spec.fade_from, 32);
    EXPECT_DOUBLE_EQ(second.trainer->networks().alpha().value, 0.4);
    const auto from = first.state(), to = second.state();
    for (const char* name : {"fade/generator.fade.weight", "fade/discriminator.fade.weight", "fade/ema.fade.weight",
                             "generator/main.0.weight"})
        EXPECT_EQ(from.at(name), to.at(name)) << name;
    const SampleRequest grid{SampleKind::Grid, 2, 0, 1.0, 0};
    EXPECT_EQ(*first.trainer->sample(grid)->ema.front().pixels, *second.trainer->sample(grid)->ema.front().pixels);
    EXPECT_EQ(second.steps(3).step, 3);
    EXPECT_EQ(second.trainer->networks().spec.fade_from, 0) << "it has faded in";
    // A run without fade-ins begins with what has come in, and one of the size before with what was going out.
    TrainerRun at_once(grown(saved->config, 64, 0), saved.get(), 64, /*weights_only=*/true);
    EXPECT_EQ(at_once.trainer->networks().spec.fade_from, 0);
    TrainerRun smaller(grown(saved->config, 32, 5), saved.get(), 64, /*weights_only=*/true);
    EXPECT_EQ(from.at("fade/generator.fade.weight"), smaller.state().at("generator/main.9.weight"));
}

bool warned(const TrainerRun& run) {
    return std::any_of(run.events.begin(), run.events.end(), [](const Event& e) {
        const auto* w = std::get_if<Warning>(&e);
        return w && w->id == "fade";
    });
}

TEST(FadeIn, ShrinkingBackTakesTheLayersThatWereFadingOut) {
    TrainerRun run(small_config());
    run.steps(2);
    ASSERT_TRUE(run.change(grown(run.trainer->config(), 64, 10)));
    run.steps(2);
    const auto fading = run.state();
    EXPECT_FALSE(warned(run));
    ASSERT_TRUE(run.change(grown(run.trainer->config(), 32, 10)));
    EXPECT_TRUE(warned(run));
    const auto back = run.state();
    EXPECT_EQ(fading.at("fade/generator.fade.weight"), back.at("generator/main.9.weight"));
    EXPECT_EQ(fading.at("fade/discriminator.fade.weight"), back.at("discriminator/main.0.weight"));
    EXPECT_EQ(fading.at("fade/ema.fade.weight"), back.at("ema/main.9.weight"));
    EXPECT_EQ(fading.at("optimiser_g/v.fade.weight"), back.at("optimiser_g/v.main.9.weight"));
    EXPECT_EQ(run.trainer->networks().spec.fade_from, 0);
    EXPECT_TRUE(std::isfinite(run.step().loss_d));
}

TEST(FadeIn, GrowingAgainBeginsAFadeFromTheSizeBetween) {
    TrainerRun run(small_config());
    run.steps(1);
    ASSERT_TRUE(run.change(grown(run.trainer->config(), 64, 10)));
    run.steps(2);
    const auto between = run.state();
    ASSERT_TRUE(run.change(grown(run.trainer->config(), 128, 10)));
    EXPECT_TRUE(warned(run));
    EXPECT_EQ(run.trainer->networks().spec.fade_from, 64);
    EXPECT_DOUBLE_EQ(run.trainer->networks().alpha().value, 0);
    EXPECT_EQ(between.at("generator/main.12.weight"), run.state().at("fade/generator.fade.weight"));
    EXPECT_TRUE(std::isfinite(run.step().loss_d));
}

TEST(FadeIn, ItsLengthMayChangeMeanwhile) {
    TrainerRun run(small_config());
    ASSERT_TRUE(run.change(grown(run.trainer->config(), 64, 10)));
    run.steps(2);
    ASSERT_TRUE(run.change(grown(run.trainer->config(), 64, 4)));
    EXPECT_DOUBLE_EQ(run.trainer->networks().alpha().value, 0.5);
    ASSERT_TRUE(run.change(grown(run.trainer->config(), 64, 0)));
    EXPECT_EQ(run.trainer->networks().spec.fade_from, 0);
    EXPECT_TRUE(std::isfinite(run.step().loss_g));
}

TEST(FadeIn, AStepThatRanOutOfMemoryMovesItOnlyOnce) {
    TrainerRun run(small_config());
    run.step();
    ASSERT_TRUE(run.change(grown(run.trainer->config(), 64, 5)));
    run.step();
    const std::int64_t refused = run.trainer->device_memory().counts().out_of_memory;
    cpu_allocator::refuse_nth(200);
    run.step();
    cpu_allocator::refuse_nth(0);
    EXPECT_EQ(run.trainer->device_memory().counts().out_of_memory, refused + 1);
    EXPECT_DOUBLE_EQ(run.trainer->networks().alpha().value, 0.4);
}

}  // namespace
}  // namespace headroom::test
