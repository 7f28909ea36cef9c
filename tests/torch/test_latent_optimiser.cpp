// The latent's optimisers against torch.optim and torch-optimizer, and exact continuation.
#include "core/memory/cpu_allocator.h"
#include "core/models/vqgan_clip/latent_optimiser.h"
#include "network_case.h"

namespace headroom {
namespace {

using imagine::LatentOptimiser;
using imagine::OptimiserRules;
using imagine::OptimiserState;

struct OptimiserCase {
    const char* name;
    LatentOptimiserKind kind;
    bool plain_diffgrad = false;  ///< the library's epsilon and weight decay instead of the scripts'
};

LatentOptimiser made(const OptimiserCase& c) {
    return c.plain_diffgrad ? LatentOptimiser(c.kind, 0.1, OptimiserRules{}) : LatentOptimiser(c.kind, 0.1);
}

class LatentOptimisers : public testing::TestWithParam<OptimiserCase> {};

TEST_P(LatentOptimisers, TwentyStepsAgreeWithTheLibraries) {
    const NetworkCase c(".", "optimisers.json");
    TensorMap tensors = c.tensors("optimisers.safetensors");
    const std::string name = GetParam().name;
    const at::Tensor want = tensors[name + ".f64"];
    for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
        LatentOptimiser optimiser = made(GetParam());
        const at::Tensor z = tensors["z0"].to(type).clone().requires_grad_(), grads = tensors["grads"].to(type);
        std::vector<at::Tensor> seen;
        for (std::int64_t i = 0; i < grads.size(0); ++i) {
            optimiser.step(z, grads[i]);
            seen.push_back(z.detach().clone());
        }
        if (type == at::kFloat) {
            c.expect(name, want, at::stack(seen));
        } else {
            EXPECT_LE(largest_difference(want, at::stack(seen)), 1e-9 * largest(want));
        }
    }
}

TEST_P(LatentOptimisers, ContinuesWithTheSameBits) {
    TensorMap tensors = NetworkCase(".", "optimisers.json").tensors("optimisers.safetensors");
    const at::Tensor grads = tensors["grads"];
    LatentOptimiser whole = made(GetParam()), first = made(GetParam()), second = made(GetParam());
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
    LatentOptimiser again = made(GetParam());
    at::Tensor other = tensors["z0"].clone();
    again.step(other, grads[0]);
    EXPECT_TRUE(at::equal(fresh, other));
}

INSTANTIATE_TEST_SUITE_P(Kinds, LatentOptimisers,
                         testing::Values(OptimiserCase{"Adam", LatentOptimiserKind::Adam},
                                         OptimiserCase{"AdamW", LatentOptimiserKind::AdamW},
                                         OptimiserCase{"Adagrad", LatentOptimiserKind::Adagrad},
                                         OptimiserCase{"Adamax", LatentOptimiserKind::Adamax},
                                         OptimiserCase{"RAdam", LatentOptimiserKind::RAdam},
                                         OptimiserCase{"RMSprop", LatentOptimiserKind::RmsProp},
                                         OptimiserCase{"DiffGrad", LatentOptimiserKind::DiffGrad, true},
                                         OptimiserCase{"DiffGrad_script", LatentOptimiserKind::DiffGrad},
                                         OptimiserCase{"AdamP", LatentOptimiserKind::AdamP}),
                         [](const auto& info) { return std::string(info.param.name); });

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
