// Weights' shadows on the stand-in device: no bit of a run in bf16 or fp16 changes by them, whatever happens to the weights; their memory is
// known; Adam's launch moves the running mean too.
#include "there.h"

#include "tests/support/all_cases.h"
#include "tests/support/stand_in/counts.h"
#include "tests/support/stand_in/driver.h"
#include "tests/torch/light_gan_fixture.h"
#include "tests/torch/trainer_fixture.h"
#include "tests/torch/vqgan_fixture.h"

#include "core/memory/autocast_guard.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/layers.h"
#include "core/train/run/network_parts.h"

#include <functional>

namespace headroom::test {
namespace {

/// With two pictures a step: half precision is slow on a processor, and what happens to weights is the same for any number.
template <class Config> Config on_device(Config c, Precision precision) {
    c.device = "cuda:0";
    c.precision = precision;
    c.batch_micro = 2;
    return c;
}

/// The two networks of a run that trains, and their optimisers.
struct Pair {
    torch::nn::Module *g, *d, *average;
    Adam *opt_g, *opt_d;
    at::Tensor codebook;
};
Pair pair_of(DcganTrainer& t) {
    GanNetworks& n = t.networks();
    return {n.g.get(), n.d.get(), n.ema.get(), n.opt_g.get(), n.opt_d.get(), {}};
}
Pair pair_of(LightGanTrainer& t) {
    LightGanNetworks& n = t.networks();
    return {n.g.get(), n.d.get(), n.ema.get(), n.opt_g.get(), n.opt_d.get(), {}};
}
Pair pair_of(VqganTrainer& t) {
    VqganNetworks& n = t.networks();
    return {n.net.get(), n.d.get(), n.ema.get(), n.opt_g.get(), n.opt_d.get(), n.net->codebook()};
}

/// As if there were no shadows: autocast rounds the weights in each pass.
void without_shadows(const Pair& nets) {
    nn::keep_shadows(*nets.g, std::nullopt);
    nn::keep_shadows(*nets.d, std::nullopt);
    nets.opt_g->set_companions(companions_of(*nets.g, nets.average, nets.codebook));
    nets.opt_d->set_companions(companions_of(*nets.d, nullptr));
}

/// How many shadows there are; each is its weight, rounded.
std::size_t right_shadows(const Pair& nets, at::ScalarType type) {
    std::size_t count = 0;
    for (torch::nn::Module* net : {nets.g, nets.d}) {
        nn::each_shadow(*net, [&](const at::Tensor& weight, nn::Shadow& shadow) {
            if (!shadow.tensor().defined()) return;
            const AutocastGuard autocast(weight.device().type(), true, type);
            const at::NoGradGuard no_grad;
            EXPECT_TRUE(at::equal(shadow.of(weight).cpu(), weight.detach().to(type).cpu()));
            ++count;
        });
    }
    return count;
}

class StandInShadows : public testing::TestWithParam<Precision> {
protected:
    void TearDown() override {
        stand_in::refuse_nth(0);
        stand_in::offer_kernels(true);
    }
    static at::ScalarType type() { return *shadow_type(GetParam(), false); }

    template <class Run> static void expect_the_same_bits(const TrainConfig& config) {
        Run with(on_device(config, GetParam())), without(on_device(config, GetParam()));
        without_shadows(pair_of(*without.trainer));
        for (int i = 0; i < 3; ++i) {
            with.step();
            without.step();
        }
        EXPECT_GT(right_shadows(pair_of(*with.trainer), type()), 5u);
        EXPECT_EQ(right_shadows(pair_of(*without.trainer), type()), 0u);
        EXPECT_EQ(differing(without.state(), with.state()), "");
    }
};

TEST_P(StandInShadows, ChangeNoBitOfDcgan) {
    const std::vector<std::function<void(TrainConfig&)>> kinds{
        [](TrainConfig&) {},
        [](TrainConfig& c) { c.edit<DcganConfig>().spectral_norm = true; },
        [](TrainConfig& c) { c.edit<DcganConfig>().conv = ConvKind::Depthwise; },
        [](TrainConfig& c) { c.checkpointing = Checkpointing::On; },
        [](TrainConfig& c) { c.channels_last = false; },
        [](TrainConfig& c) { c.optimiser_on_host = true; },
        [](TrainConfig& c) {
            c.edit<DcganConfig>().r1_gamma = 1;
            c.edit<DcganConfig>().r1_every = 2;
            c.batch_accumulate = 2;
        }};
    // fp16 is slow on a processor: the plain kind, checkpointing, and what its scale has to do with.
    const std::size_t apart = GetParam() == Precision::Fp16 && !all_cases() ? 3 : 1;
    for (std::size_t i = 0; i < kinds.size(); i += apart) {
        SCOPED_TRACE(i);
        TrainConfig c = small_config();
        kinds[i](c);
        expect_the_same_bits<TrainerRun>(c);
    }
}

TEST_P(StandInShadows, ChangeNoBitOfLightGan) {
    // Attention takes most of such a step, and fp16 is slow on a processor: it is looked at in the other precision.
    TrainConfig c = GetParam() == Precision::Bf16 ? attending_light_gan() : small_light_gan();
    c.edit<LightGanConfig>().gp_every = 2;  // which is fp32, and so of the weights themselves
    expect_the_same_bits<LightGanRun>(c);
}

TEST_P(StandInShadows, ChangeNoBitOfVqgan) {
    if (GetParam() == Precision::Fp16) return;  // a VQGAN does not train in it
    for (const bool again : {false, true}) {
        SCOPED_TRACE(again);
        TrainConfig c = small_vqgan();
        c.ema_half_life = 50;
        if (again) c.checkpointing = Checkpointing::On;
        expect_the_same_bits<VqganRun>(c);
    }
}

TEST_P(StandInShadows, ChangeNoBitWhereTheirKernelIsMissing) {
    stand_in::offer_kernels(false);
    expect_the_same_bits<TrainerRun>(small_config());
}

TEST_P(StandInShadows, StandInTheLedgerAndComeAndGoWithThePrecision) {
    TrainerRun run(on_device(small_config(), GetParam()));
    const auto held = [&] { return run.trainer->memory()->now.roles[Role::Weights]; };
    const auto known = [&](bool shadows) {
        return static_memory_of(run.trainer->networks().spec, true, shadows)[Role::Weights];
    };
    run.steps(1);
    EXPECT_EQ(held(), known(true));
    ASSERT_TRUE(run.change(ParamPatch{{"precision", ParamValue(std::string("fp32"))}}));
    run.step();
    EXPECT_EQ(held(), known(false));
    ASSERT_TRUE(run.change(ParamPatch{{"precision", ParamValue(std::string(name_of(GetParam())))}}));
    run.step();
    EXPECT_EQ(held(), known(true));
    ASSERT_TRUE(run.change(ParamPatch{{"image.size", ParamValue(std::int64_t{64})}}));
    run.steps(2);
    EXPECT_EQ(held(), known(true));
    EXPECT_GT(right_shadows(pair_of(*run.trainer), type()), 5u);
}

TEST_P(StandInShadows, FollowWhatIsLentResumedAndUndone) {
    const TrainConfig config = on_device(small_config(), GetParam());
    TrainerRun whole(config), lent(config);
    whole.steps(4);
    lent.steps(2);
    ASSERT_TRUE(lent.trainer->lend());
    ASSERT_TRUE(lent.trainer->take_back());
    lent.step();
    const auto saved = lent.trainer->checkpoint();
    ASSERT_TRUE(saved);
    TrainerRun resumed(config, saved->get());
    EXPECT_GT(right_shadows(pair_of(*resumed.trainer), type()), 5u);
    resumed.step();
    EXPECT_EQ(differing(whole.state(), resumed.state()), "");
    int undone = 0;
    for (std::int64_t n = 1;; n += 3 + n / 2) {
        TrainerRun run(config);
        stand_in::refuse_nth(n);  // the first step: D's is undone with G's
        const StepOutcome outcome = run.trainer->step();
        stand_in::refuse_nth(0);
        ASSERT_TRUE(outcome.done) << n << ": " << outcome.error.message << outcome.error.detail;
        if (!run.last<OomRecovered>()) break;
        ++undone;
        ASSERT_TRUE(run.trainer->figures(true));
        EXPECT_GT(right_shadows(pair_of(*run.trainer), type()), 5u) << n;
    }
    EXPECT_GT(undone, 5);
}

TEST_P(StandInShadows, AStepThatOverflowsLeavesThemRight) {
    at::Tensor weight = at::randn({6, 4, 3, 3}).to(kThere).requires_grad_(), mean = weight.detach().clone();
    Adam adam({{"w", weight}}, {.lr = 0.1});
    const at::Tensor shadow = weight.detach().to(type()), before = weight.detach().cpu(), rounded = shadow.cpu();
    adam.set_companions({{shadow, mean}});
    const auto step = [&](float overflow) {
        weight.mutable_grad() = at::ones_like(weight.detach());
        adam.prepare(at::full({}, overflow, weight.options().requires_grad(false)));
        adam.step({0.25, {}});
        EXPECT_TRUE(adam.has_followed(mean));
    };
    step(1);
    EXPECT_TRUE(at::equal(weight.detach().cpu(), before));
    EXPECT_TRUE(at::equal(shadow.cpu(), rounded));
    EXPECT_TRUE(at::equal(mean.cpu(), before));
    step(0);
    EXPECT_TRUE(at::equal(shadow.cpu(), weight.detach().cpu().to(type())));
    EXPECT_TRUE(at::allclose(mean.cpu(), at::lerp(before, weight.detach().cpu(), 0.25), 1e-6, 1e-7));
}

INSTANTIATE_TEST_SUITE_P(Precisions, StandInShadows, testing::Values(Precision::Bf16, Precision::Fp16),
                         [](const auto& info) { return std::string(name_of(info.param)); });

TEST(StandInAverages, AreMovedByTheOptimisersLaunchAsBySteps) {
    for (const bool vqgan : {false, true}) {
        SCOPED_TRACE(vqgan);
        const auto trained = [&](auto run, bool at_once) {
            const Pair nets = pair_of(*run.trainer);
            if (!at_once) nets.opt_g->set_companions({});
            run.steps(2);
            std::vector<at::Tensor> out;
            std::size_t followed = 0;
            for (const at::Tensor& mean : nets.average->parameters()) {
                followed += nets.opt_g->has_followed(mean) ? 1 : 0;
                out.push_back(mean.detach().cpu());
            }
            // Codes are changed once more after the step: their mean waits.
            EXPECT_EQ(followed, at_once ? out.size() - (vqgan ? 1 : 0) : 0);
            return out;
        };
        TrainConfig v = small_vqgan();
        v.ema_half_life = 50;
        const auto of = [&](bool at_once) {
            return vqgan ? trained(VqganRun(on_device(v, Precision::Fp32)), at_once)
                         : trained(TrainerRun(on_device(small_config(), Precision::Fp32)), at_once);
        };
        const auto once = of(true), apart = of(false);
        ASSERT_EQ(once.size(), apart.size());
        for (std::size_t i = 0; i < once.size(); ++i) EXPECT_TRUE(at::allclose(once[i], apart[i], 1e-5, 1e-7)) << i;
    }
}

}  // namespace
}  // namespace headroom::test
