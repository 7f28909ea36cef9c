// The strength of augmentations: ADA's rule, what a chance does to pictures, and that a run goes on with it exactly.
#include "core/families/augment_figures.h"
#include "core/train/dcgan/losses.h"
#include "core/train/gan/adaptive_strength.h"
#include "core/train/gan/diff_augment.h"
#include "tests/torch/light_gan_fixture.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom::test {
namespace {

TrainConfig adaptive_config() {
    TrainConfig c = small_config();
    DcganConfig& own = c.edit<DcganConfig>();
    own.diffaug_colour = own.diffaug_translation = c.augment_adapt = true;
    own.augment_strength = 0.5;
    c.augment_images = 400;
    c.augment_target = 0.2;
    return c;
}

TEST(AdaptiveStrength, FollowsTheRuleOfAda) {
    AdaptiveStrength strength;
    strength.configure(adaptive_config(), 0.5, at::kCPU);
    double p = 0.5, signs = 0, images = 0;
    const double sums[] = {8, 6, 2, -4, -8, -8, 0, 8, 8, 8, 8, 8};  // of 8 pictures each
    for (int i = 0; i < 12; ++i) {
        strength.follow(at::scalar_tensor(sums[i], at::kFloat), 8);
        signs += sums[i];
        images += 8;
        if (i % 4 == 3) {
            const double mean = signs / images;
            p = std::clamp(p + (mean > 0.2 ? 1 : mean < 0.2 ? -1 : 0) * images / 400, 0.0, 1.0);
            EXPECT_NEAR(strength.sign().item<double>(), mean, 1e-6);
            signs = images = 0;
        }
        EXPECT_NEAR(strength.chance().item<double>(), p, 1e-6) << "after window " << i + 1;
    }
    EXPECT_NEAR(p, 0.5 + 0.08 - 0.08 + 0.08, 1e-9);
}

TEST(AdaptiveStrength, StaysBetweenNothingAndAll) {
    TrainConfig c = adaptive_config();
    c.augment_images = 10;
    AdaptiveStrength strength;
    strength.configure(c, 0.5, at::kCPU);
    for (int i = 0; i < 8; ++i) strength.follow(at::scalar_tensor(8.0F), 8);
    EXPECT_EQ(strength.chance().item<double>(), 1);
    for (int i = 0; i < 8; ++i) strength.follow(at::scalar_tensor(-8.0F), 8);
    EXPECT_EQ(strength.chance().item<double>(), 0);
}

TEST(AdaptiveStrength, SignsAreThoseOfTheLosssThreshold) {
    const at::Tensor logits = at::tensor({-1.0F, 0.2F, 0.4F, 0.7F});
    EXPECT_EQ(signs_of(GanLoss::Bce, logits).item<double>(), 2);
    EXPECT_EQ(signs_of(GanLoss::Hinge, logits).item<double>(), 2);
    EXPECT_EQ(signs_of(GanLoss::Lsgan, logits).item<double>(), -2);
}

TEST(DiffAugment, AChanceTouchesThatShareOfThePictures) {
    const at::Tensor x = at::ones({400, 3, 8, 8});
    DiffAugment augment{.cutout = true};
    const auto touched = [&] { return augment.apply(x, 3, 0, 100).ne(x).flatten(1).any(1).sum().item<std::int64_t>(); };
    EXPECT_GT(touched(), 390) << "always, but where the square lies outside";
    augment.chance = at::scalar_tensor(0.25F);
    EXPECT_NEAR(static_cast<double>(touched()), 100, 35);
    augment.chance = at::scalar_tensor(0.0F);
    EXPECT_EQ(touched(), 0);
    const DiffAugment always{.colour = true, .translation = true, .cutout = true, .geometry = true};
    DiffAugment whole = always;
    whole.chance = at::scalar_tensor(1.0F);
    const at::Tensor noise = at::sin(at::arange(400 * 192, at::kFloat)).view({400, 3, 8, 8});
    EXPECT_TRUE(at::equal(always.apply(noise, 3, 0, 100), whole.apply(noise, 3, 0, 100)));
    // Split anywhere, a picture meets the same.
    whole.chance = at::scalar_tensor(0.5F);
    const at::Tensor all = whole.apply(noise, 3, 0, 100);
    EXPECT_TRUE(at::allclose(
        at::cat({whole.apply(noise.narrow(0, 0, 150), 3, 0, 100), whole.apply(noise.narrow(0, 150, 250), 3, 0, 250)}),
        all, 1e-5, 1e-5));
}

TEST(DiffAugment, GeometryTurnsAndScalesAboutTheMiddle) {
    // A smooth picture that tells where a pixel was: its value is linear in x and y.
    const at::Tensor along = at::linspace(-1, 1, 33);
    const at::Tensor x = at::stack({along.view({1, 33}).expand({33, 33}), along.view({33, 1}).expand({33, 33})})
                             .unsqueeze(0)
                             .repeat({64, 1, 1, 1});
    const at::Tensor y = DiffAugment{.geometry = true}.apply(x, 9, 0, 0);
    ASSERT_EQ(y.sizes(), x.sizes());
    const at::Tensor inner = y.slice(2, 12, 21).slice(3, 12, 21);  // clear of the borders
    const at::Tensor dx = inner.diff(1, 3), dy = inner.diff(1, 2);
    // Bilinear reading keeps what is linear so: one 2 x 2 matrix for each picture.
    EXPECT_LT((dx - dx.mean({2, 3}, true)).abs().max().item<double>(), 1e-5);
    EXPECT_LT((dy - dy.mean({2, 3}, true)).abs().max().item<double>(), 1e-5);
    const double step = 2.0 / 32;
    for (int i = 0; i < 64; ++i) {
        const at::Tensor m = at::stack({dx[i].mean({1, 2}), dy[i].mean({1, 2})}) / step;  // rows: along x, along y
        const double size = 1 / std::sqrt(std::abs(at::linalg_det(m).item<double>()));
        EXPECT_GT(size, std::exp2(-0.33));
        EXPECT_LT(size, std::exp2(0.33));
        const at::Tensor middle = y[i].slice(1, 16, 17).slice(2, 16, 17);
        EXPECT_LT(middle.abs().max().item<double>(), 0.6) << "shifts are small";
    }
    EXPECT_GT(dx.select(1, 1).abs().max().item<double>(), 0.2 * step) << "some are turned";
}

TEST(AdaptiveStrength, IsTheSameForEverySplitOfTheBatch) {
    std::vector<double> strengths[2];
    for (int way = 0; way < 2; ++way) {
        TrainConfig c = adaptive_config();
        c.norm_d = c.edit<DcganConfig>().norm_g = NormKind::None;
        c.batch_micro = way == 0 ? 8 : 2;
        c.batch_accumulate = way == 0 ? 1 : 4;
        TrainerRun run(c);
        for (int i = 0; i < 12; ++i) strengths[way].push_back(augment_figures_of(run.step()).strength);
    }
    EXPECT_EQ(strengths[0], strengths[1]);
    EXPECT_NE(strengths[0].front(), strengths[0].back()) << "it moves";
}

TEST(AdaptiveStrength, ARunGoesOnWithItExactly) {
    const TrainConfig c = adaptive_config();
    TrainerRun plain(c), first(c);
    const StepDone wanted = plain.steps(11);
    first.steps(6);  // amid four windows
    const auto saved = first.trainer->checkpoint();
    ASSERT_TRUE(saved);
    const CheckpointContent content = **saved;
    TrainerRun second(c, &content);
    const StepDone got = second.steps(5);
    EXPECT_EQ(augment_figures_of(wanted), augment_figures_of(got));
    EXPECT_EQ(differing(plain.state(), second.state()), "");
    // A strength that is given anew is taken.
    TrainConfig anew = c;
    anew.edit<DcganConfig>().augment_strength = 0.9;
    TrainerRun third(anew, &content);
    EXPECT_NEAR(augment_figures_of(third.step()).strength, 0.9, 1e-6);
}

TEST(AdaptiveStrength, OfALightGanIsItsShareAndGoesOnExactly) {
    TrainConfig c = small_light_gan();
    c.batch_micro = 1;
    c.edit<LightGanConfig>().gp_weight = 0;
    c.edit<LightGanConfig>().augment_share = 0;
    c.augment_adapt = true;
    c.augment_images = 100;
    c.augment_target = -1;  // whatever D says is more, but all below 0
    EXPECT_TRUE(check_config(c, true).empty());
    LightGanRun whole(c), first(c);
    const AugmentFigures after = augment_figures_of(whole.steps(6));
    EXPECT_NEAR(after.strength, after.sign > -1 ? 0.04 : 0, 1e-6);
    first.steps(3);  // amid four windows
    const auto saved = first.trainer->checkpoint();
    ASSERT_TRUE(saved);
    LightGanRun second(c, saved->get());
    EXPECT_EQ(augment_figures_of(second.steps(3)), after);
    EXPECT_EQ(differing(whole.state(), second.state()), "");
    ASSERT_TRUE(second.trainer->lend());
    ASSERT_TRUE(second.trainer->take_back());
    TrainConfig larger = c;
    larger.image_size = 128;
    ASSERT_TRUE(second.change(larger));
    EXPECT_EQ(augment_figures_of(second.step()).strength, after.strength);
    ASSERT_TRUE(second.change({{"augment.share", 0.7}}));
    EXPECT_NEAR(augment_figures_of(second.step()).strength, 0.7, 1e-6);
    ASSERT_TRUE(second.change({{"augment.adapt", false}}));
    EXPECT_EQ(second.step().own<AugmentFigures>(), nullptr);
    c.edit<LightGanConfig>().diffaug_translation = c.edit<LightGanConfig>().diffaug_cutout = false;
    ASSERT_EQ(check_config(c, true).size(), 1U);
    EXPECT_EQ(check_config(c, true).front().key, "augment.adapt");
}

TEST(AdaptiveStrength, OfALightGanIsTheShareThatIsSetUntilItMoves) {
    TrainConfig c = small_light_gan();
    c.batch_micro = 2;
    c.edit<LightGanConfig>().gp_weight = 0;
    c.edit<LightGanConfig>().augment_share = 0.5;
    LightGanRun fixed(c);
    c.augment_adapt = true;
    LightGanRun adaptive(c);
    fixed.steps(2);
    adaptive.steps(2);
    EXPECT_EQ(differing(fixed.state(), adaptive.state()), "") << "it has not moved yet";
}

TEST(AdaptiveStrength, IsKeptWhenTheRunLendsItsMemoryAndWhenItGrows) {
    TrainConfig c = adaptive_config();
    TrainerRun run(c);
    const double before = augment_figures_of(run.steps(5)).strength;
    ASSERT_TRUE(run.trainer->lend());
    ASSERT_TRUE(run.trainer->take_back());
    EXPECT_EQ(augment_figures_of(run.step()).strength, before);
    c.image_size = 64;
    ASSERT_TRUE(run.change(c));
    EXPECT_EQ(augment_figures_of(run.step()).strength, before);
}

TEST(AdaptiveStrength, ChangesLiveAndTellsNothingWithoutAdaptation) {
    TrainConfig c = adaptive_config();
    TrainerRun run(c);
    run.steps(5);
    ASSERT_TRUE(run.change({{"augment.strength", 0.1}}));
    EXPECT_NEAR(augment_figures_of(run.step()).strength, 0.1, 1e-6);
    ASSERT_TRUE(run.change({{"augment.adapt", false}}));
    EXPECT_EQ(run.step().own<AugmentFigures>(), nullptr);
    ASSERT_TRUE(run.change({{"augment.strength", 1.0}}));
    EXPECT_TRUE(std::isfinite(run.step().loss_g));
}

TEST(AdaptiveStrength, NeedsAugmentationsAndAThreshold) {
    TrainConfig c = adaptive_config();
    EXPECT_TRUE(check_config(c, true).empty());
    c.edit<DcganConfig>().diffaug_colour = c.edit<DcganConfig>().diffaug_translation = false;
    ASSERT_EQ(check_config(c, true).size(), 1U);
    EXPECT_EQ(check_config(c, true).front().key, "augment.adapt");
    c = adaptive_config();
    c.edit<DcganConfig>().loss = GanLoss::WganGp;
    c.norm_d = NormKind::None;
    ASSERT_EQ(check_config(c, true).size(), 1U);
}

}  // namespace
}  // namespace headroom::test
