// The latent's optimisers against torch.optim and torch-optimizer, and exact continuation.
#include "app/lab/vqgan_clip/optimiser_case.h"
#include "core/memory/cpu_allocator.h"
#include "network_case.h"

namespace headroom {
namespace {

using imagine::LatentOptimiser;

TEST(LatentOptimiser, TwentyStepsOfEachAgreeWithTheLibraries) {
    const auto sets = replay_case(ParityKind::Optimisers, network_cases());
    ASSERT_TRUE(sets) << sets.error().message;
    ASSERT_EQ(sets->size(), 2u);
    const ParityOutcome outcome = compare_sets("optimisers", *sets);
    EXPECT_EQ(outcome.figures, 2 * optimiser_cases().size());
    EXPECT_TRUE(outcome.within) << outcome.first_difference;
}

class LatentOptimisers : public testing::TestWithParam<OptimiserCase> {};

TEST_P(LatentOptimisers, ContinuesWithTheSameBits) {
    TensorMap tensors = NetworkCase(".", "optimisers.json").tensors("optimisers.safetensors");
    const at::Tensor grads = tensors["grads"];
    LatentOptimiser whole = GetParam().make(0.1), first = GetParam().make(0.1), second = GetParam().make(0.1);
    at::Tensor a = tensors["z0"].clone(), b = tensors["z0"].clone();
    for (std::int64_t i = 0; i < 20; ++i) {
        whole.step(a, grads[i]);
        if (i == 8) second.restore(first.state(), b);
        (i < 8 ? first : second).step(b, grads[i]);
    }
    EXPECT_TRUE(at::equal(a, b));
    EXPECT_EQ(second.state().steps, 20);
    EXPECT_EQ(first.state().steps, 8);  // what was restored are copies
    second.reset();
    at::Tensor fresh = tensors["z0"].clone();
    second.step(fresh, grads[0]);
    LatentOptimiser again = GetParam().make(0.1);
    at::Tensor other = tensors["z0"].clone();
    again.step(other, grads[0]);
    EXPECT_TRUE(at::equal(fresh, other));
}

INSTANTIATE_TEST_SUITE_P(Kinds, LatentOptimisers, testing::ValuesIn(optimiser_cases()),
                         [](const auto& info) { return info.param.name; });

TEST(LatentOptimiser, RefusesAStateOfAnotherKindOrShape) {
    at::Tensor z = torch::randn({1, 4, 3, 3});
    LatentOptimiser adagrad(LatentOptimiserKind::Adagrad, 0.1), adam(LatentOptimiserKind::Adam, 0.1);
    adagrad.step(z, torch::randn_like(z));
    adam.step(z, torch::randn_like(z));
    const at::Tensor before = adam.state().tensors.at("second").clone();
    EXPECT_THROW(adam.restore(adagrad.state(), z), c10::Error);
    EXPECT_THROW(adam.restore(adam.state(), torch::randn({1, 4, 5, 3})), c10::Error);
    EXPECT_TRUE(at::equal(adam.state().tensors.at("second"), before));
    EXPECT_EQ(adam.state().steps, 1);
}

TEST(LatentOptimiser, MovesByTheRateAndOwnsItsMoments) {
    cpu_allocator::install();
    at::Tensor z = torch::zeros({1, 8, 32, 32});
    const Bytes before = cpu_allocator::counts().live[Role::Optimiser];
    LatentOptimiser adam(LatentOptimiserKind::Adam, 0.1);
    adam.step(z, torch::ones_like(z));
    EXPECT_NEAR(largest(z), 0.1, 1e-6);
    adam.set_rate(0.01);
    adam.step(z, torch::ones_like(z));
    EXPECT_NEAR(largest(z), 0.11, 1e-6);
    EXPECT_EQ((cpu_allocator::counts().live[Role::Optimiser] - before).count, 2 * z.numel() * 4);
}

}  // namespace
}  // namespace headroom
