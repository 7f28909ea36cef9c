// The prompts' loss, the straight-through functions and the regularisers against numbers worked out by hand.
#include "core/memory/autocast_guard.h"
#include "core/memory/libtorch.h"
#include "core/models/vqgan_clip/gradients.h"
#include "core/models/vqgan_clip/prompt_loss.h"
#include "core/models/vqgan_clip/regularisers.h"
#include "core/models/vqgan_clip/synthesis.h"
#include "network_case.h"

#include <numbers>

namespace headroom {
namespace {

using namespace imagine;

at::Tensor doubles(std::vector<double> values) { return at::tensor(values, at::kDouble); }

at::Tensor gradient(const at::Tensor& y, const at::Tensor& x) { return torch::autograd::grad({y.sum()}, {x})[0]; }

TEST(StraightThrough, ClampLetsThroughWhatMovesBack) {
    const at::Tensor x = doubles({-1, -1, 0.5, 0.5, 2, 2}).requires_grad_();
    const at::Tensor y = clamp_with_grad(x, 0, 1);
    EXPECT_TRUE(at::equal(y, doubles({0, 0, 0.5, 0.5, 1, 1})));
    // A descent moves against the gradient: below the range a negative one moves back, above it a positive one.
    const at::Tensor g = torch::autograd::grad({y}, {x}, {doubles({3, -3, 3, -3, 3, -3})})[0];
    EXPECT_TRUE(at::equal(g, doubles({0, -3, 3, -3, 3, 0})));
}

TEST(StraightThrough, ReplacedGradientsAreSummedToTheShape) {
    const at::Tensor value = torch::randn({4, 3}, at::kDouble).requires_grad_(),
                     to = torch::randn({1, 3}, at::kDouble).requires_grad_();
    const at::Tensor y = replace_grad(value, to), pull = torch::randn({4, 3}, at::kDouble);
    EXPECT_TRUE(at::equal(y, value));
    const auto grads = torch::autograd::grad({y}, {value, to}, {pull}, {}, false, /*allow_unused=*/true);
    EXPECT_FALSE(grads[0].defined());
    EXPECT_LE(largest_difference(grads[1], pull.sum(0, true)), 1e-14);
}

TEST(PromptLoss, IsHalfTheSquaredAngle) {
    const double angle = 0.7;
    const at::Tensor u = doubles({1, 0, std::cos(angle), std::sin(angle)}).view({2, 2}),
                     v = doubles({1, 0, -1, 0, 0, 1}).view({3, 2});
    const at::Tensor d = spherical_distance(u, v);
    const double pi = std::numbers::pi;
    const std::vector<double> angles{0, pi, pi / 2, angle, pi - angle, pi / 2 - angle};
    for (std::int64_t i = 0; i < 6; ++i) {
        const double a = angles[static_cast<std::size_t>(i)];
        EXPECT_NEAR(d.flatten()[i].item<double>(), a * a / 2, 1e-12);
    }
}

TEST(PromptLoss, HasFiniteGradientsAtEqualAndOppositeVectors) {
    for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
        const at::Tensor t = torch::randn({1, 8}).to(type);
        for (const double factor : {1.0, 2.5, -1.0}) {
            const at::Tensor e = (t * factor).detach().requires_grad_();
            const PromptLosses losses = prompt_losses(e, {{t}});
            const at::Tensor g = gradient(losses.loss, e);
            EXPECT_TRUE(at::isfinite(g).all().item<bool>()) << factor;
            if (factor > 0) {
                EXPECT_NEAR(losses.loss.item<double>(), 0, 1e-6);
                EXPECT_LE(largest(g), 1e-3);
                EXPECT_NEAR(losses.similarities.item<double>(), 1, 1e-5);
            }
        }
    }
}

TEST(PromptLoss, GradientIsThatOfTheFormula) {
    const at::Tensor e = torch::randn({5, 8}, at::kDouble).requires_grad_(), t = torch::randn({3, 8}, at::kDouble);
    const auto plain = [&] {
        const at::Tensor u = e / e.norm(2, 1, true), v = t / t.norm(2, 1, true);
        return (u.unsqueeze(1) - v.unsqueeze(0)).norm(2, 2).div(2).asin().square().mul(2).mean() * 0.4;
    };
    const PromptLosses got = prompt_losses(e, {{t, 0.4}});
    EXPECT_NEAR(got.loss.item<double>(), plain().item<double>(), 1e-13);
    EXPECT_LE(largest_difference(gradient(plain(), e), gradient(got.loss, e)), 1e-12);
}

TEST(PromptLoss, NegativeWeightsRepelAndStopsBite) {
    const at::Tensor e = torch::randn({4, 8}, at::kDouble).requires_grad_(), t = torch::randn({1, 8}, at::kDouble);
    const PromptLosses towards = prompt_losses(e, {{t, 0.5}}), away = prompt_losses(e, {{t, -0.5}});
    EXPECT_NEAR(towards.loss.item<double>(), -away.loss.item<double>(), 1e-14);
    const at::Tensor pull = gradient(towards.loss, e);
    EXPECT_LE(largest_difference(pull, -gradient(away.loss, e)), 1e-14);
    // Of the four distances two are below a stop in their middle: those cuts have no gradient, the value stays.
    const at::Tensor unit = e / e.norm(2, 1, true), d = spherical_distance(unit.detach(), t / t.norm()).flatten();
    const double stop = std::get<0>(d.sort())[1].item<double>() / 2 + std::get<0>(d.sort())[2].item<double>() / 2;
    const PromptLosses stopped = prompt_losses(e, {{t, 0.5, stop}});
    EXPECT_EQ(stopped.loss.item<double>(), prompt_losses(e, {{t, 0.5}}).loss.item<double>());
    const at::Tensor g = gradient(stopped.loss, e), alive = (d > stop).to(at::kDouble).unsqueeze(1);
    EXPECT_EQ(alive.sum().item<double>(), 2);
    EXPECT_LE(largest_difference(g, pull * alive), 1e-14);
    // A repelling prompt's distances are negative, and so is its stop.
    const PromptLosses far = prompt_losses(e, {{t, -0.5, -stop}});
    EXPECT_LE(largest_difference(gradient(far.loss, e), -pull * (1 - alive)), 1e-14);
}

TEST(PromptLoss, ChunksAddUpForTextsAndPictures) {
    const at::Tensor e = torch::randn({10, 16}).requires_grad_();
    const std::vector<Target> targets{{torch::randn({1, 16})}, {torch::randn({10, 16}), -0.3, -1.2}};
    const PromptLosses whole = prompt_losses(e, targets);
    const at::Tensor want = gradient(whole.loss, e);
    for (const std::int64_t chunk : {1, 3, 7}) {
        at::Tensor loss = at::zeros({}), each = at::zeros({2}), similarities = at::zeros({2}),
                   grad = at::zeros_like(want);
        for (std::int64_t first = 0; first < 10; first += chunk) {
            const PromptLosses part =
                prompt_losses(e.narrow(0, first, std::min<std::int64_t>(chunk, 10 - first)), targets, 10);
            grad += gradient(part.loss, e);
            loss = loss + part.loss.detach();
            each = each + part.each;
            similarities = similarities + part.similarities;
        }
        EXPECT_NEAR(loss.item<double>(), whole.loss.item<double>(), 1e-6);
        EXPECT_LE(largest_difference(each, whole.each), 1e-6);
        EXPECT_LE(largest_difference(similarities, whole.similarities), 1e-6);
        EXPECT_LE(largest_difference(grad, want), 1e-7);
    }
    EXPECT_NEAR(whole.loss.item<double>(), whole.each.sum().item<double>(), 1e-6);
}

TEST(PromptLoss, StaysInFullPrecisionAndRefusesOtherWidths) {
    const at::Tensor e = torch::randn({3, 16}), t = torch::randn({1, 16});
    const PromptLosses want = prompt_losses(e, {{t}});
    const AutocastGuard autocast(c10::kCPU, true, at::kBFloat16);
    EXPECT_TRUE(at::equal(prompt_losses(e, {{t}}).loss, want.loss));
    EXPECT_TRUE(at::equal(prompt_losses(e, {{t}}).similarities, want.similarities));
    EXPECT_EQ(prompt_losses(e.to(at::kBFloat16), {{t}}).loss.scalar_type(), at::kFloat);
    EXPECT_THROW(prompt_losses(e, {{torch::randn({1, 8})}}), c10::Error);
    EXPECT_THROW(prompt_losses(e, {}), c10::Error);
}

TEST(Regularisers, PullsAreTheirFormulas) {
    const at::Tensor z = doubles({1, 2, 3, 4}).view({1, 1, 2, 2}), origin = doubles({0, 2, 1, 0}).view({1, 1, 2, 2});
    // mean z^2 = 30 / 4; mean (z - origin)^2 = (1 + 0 + 4 + 16) / 4.
    EXPECT_DOUBLE_EQ(decaying_pull_to_zero(z, 0.8, 0).item<double>(), 0.4 * 7.5);
    EXPECT_DOUBLE_EQ(decaying_pull_to_zero(z, 0.8, 10).item<double>(), 0.4 * 7.5 / 21);
    EXPECT_DOUBLE_EQ(pull_to(z, origin, 0.8).item<double>(), 0.4 * 5.25);
}

TEST(Regularisers, WeightsGoDownInSteps) {
    const WeightSteps fifths = jbustter_steps();
    const std::vector<std::pair<std::int64_t, double>> wanted{{0, 1.5},   {49, 1.5}, {50, 1.2}, {149, 0.9},
                                                              {249, 0.3}, {250, 0},  {900, 0}};
    for (const auto& [i, weight] : wanted) EXPECT_NEAR(fifths.at(i), weight, 1e-12) << i;
    const WeightSteps tenths{0.5, 0.1, 50, 0};
    EXPECT_NEAR(tenths.at(120), 0.3, 1e-12);
    EXPECT_EQ(tenths.at(250), 0);
    EXPECT_EQ(tenths.at(251), 0);
    const WeightSteps below{-0.25, 0.1, 50, 0};
    EXPECT_NEAR(below.at(100), -0.05, 1e-12);  // never crosses zero from below either
    EXPECT_EQ(below.at(150), 0);
}

TEST(Regularisers, VariationsAreTheirFormulas) {
    // Two channels of 2 x 2; the last row and column have themselves as neighbours.
    const at::Tensor z = doubles({0, 1, 3, 3, 1, 1, 1, 5}).view({1, 2, 2, 2});
    // dx^2 + dy^2: channel 0: 1 + 9, 0 + 4, 0, 0; channel 1: 0 + 0, 16, 16, 0.
    const double want = (std::sqrt(5 + 1e-8) + std::sqrt(10 + 1e-8) + std::sqrt(8 + 1e-8) + std::sqrt(1e-8)) / 4;
    EXPECT_NEAR(latent_variation(z, 1e-3).item<double>(), 1e-3 * want, 1e-12);
    EXPECT_DOUBLE_EQ(picture_variation(z, 2).item<double>(), 0.5 * 46 / 8);
}

TEST(Synthesis, CodesBoundTheLatent) {
    const at::Tensor codebook = doubles({0, 5, 1, -2, -1, 3}).view({3, 2});
    const CodeRange range = code_range(codebook);
    EXPECT_TRUE(at::equal(range.low.flatten(), doubles({-1, -2})));
    EXPECT_TRUE(at::equal(range.high.flatten(), doubles({1, 5})));
    at::Tensor z = doubles({-9, 0.5, 9, 1}).view({1, 2, 1, 2}).requires_grad_();
    clamp_to_codes(z, range);
    EXPECT_TRUE(at::equal(z.flatten(), doubles({-1, 0.5, 5, 1})));
    const at::Tensor start = random_latent(codebook, 4, 7, 11);
    EXPECT_EQ(start.sizes(), (std::vector<std::int64_t>{1, 2, 4, 7}));
    EXPECT_TRUE(at::equal(start, random_latent(codebook, 4, 7, 11)));
    EXPECT_FALSE(at::equal(start, random_latent(codebook, 4, 7, 12)));
    EXPECT_EQ(at::cdist(start.permute({0, 2, 3, 1}).reshape({-1, 2}), codebook).amin(1).max().item<double>(), 0);
}

}  // namespace
}  // namespace headroom
