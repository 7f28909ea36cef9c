// A step that never waits, on the stand-in device: no family's steady step has the host stand still or copies while it looks on; figures come
// later, each step's own, and are the CPU's; a failure that surfaces late names its step and phase.
#include "core/families/dcgan/dcgan_config.h"
#include "core/train/step/figures.h"
#include "core/train/step/steps_under_way.h"
#include "tests/support/stand_in/counts.h"
#include "tests/support/stand_in/driver.h"
#include "tests/support/stand_in/queue.h"
#include "tests/torch/light_gan_fixture.h"
#include "tests/torch/painting_fixture.h"
#include "tests/torch/trainer_fixture.h"
#include "tests/torch/vqgan_fixture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace headroom::test {
namespace {

using stand_in::Wait;

TrainConfig on_stand_in(TrainConfig config) {
    config.device = "cuda:0";
    config.budget = Bytes{std::int64_t{700} << 20};
    return config;
}

/// The waits of some steady steps; where steps are recorded (CUDA graphs), of those that are replayed: each course that steps take is made
/// plainly once and recorded once besides. Between two steps the host may wait where it is too far ahead, once for each.
template <class Trainer> std::vector<Wait> waits_of_steps(Trainer& trainer, int steps, std::size_t* figures = nullptr) {
    std::vector<Wait> plain, replayed;
    int replays = 0;
    for (int made = 0; replays == 0 ? made < steps : replays < steps; ++made) {
        (void)stand_in::take_graph_calls();
        const std::int64_t before = stand_in::counts().waits;
        const StepOutcome out = trainer.step();
        EXPECT_TRUE(out.done) << out.error.message << out.error.detail;
        EXPECT_FALSE(out.told) << "the figures are waited for";
        const auto known = trainer.figures(false);
        EXPECT_TRUE(known);
        if (known && figures) *figures += known->size();
        const auto calls = stand_in::take_graph_calls();
        const bool replay = calls.size() == 1 && calls.front().starts_with("replay");
        replays += replay ? 1 : 0;
        const auto own = stand_in::waits_since(before);
        auto& waits = replay ? replayed : plain;
        waits.insert(waits.end(), own.begin(), own.end());
    }
    std::vector<Wait> waits = replays > 0 ? std::move(replayed) : std::move(plain);
    const auto paced =
        std::erase_if(waits, [](const Wait& wait) { return wait.what == "a mark" && wait.phase == Phase::None; });
    EXPECT_LE(paced, static_cast<std::size_t>(steps));
    return waits;
}

template <class Run> void expect_no_waits(const TrainConfig& config, int steps = 6) {
    Run run(on_stand_in(config));
    (void)waits_of_steps(*run.trainer, 3);
    ASSERT_TRUE(run.trainer->figures(true));
    std::size_t figures = 0;
    const std::vector<Wait> waits = waits_of_steps(*run.trainer, steps, &figures);
    EXPECT_TRUE(waits.empty()) << stand_in::text_of(waits);
    const auto told = run.trainer->figures(true);
    ASSERT_TRUE(told);
    EXPECT_GE(figures + told->size(), static_cast<std::size_t>(steps));
}

template <class Run> std::vector<StepDone> figures_of(const TrainConfig& config, int steps) {
    Run run(config);
    std::vector<StepDone> out;
    for (int i = 0; i < steps; ++i) {
        const StepOutcome step = run.trainer->step();
        EXPECT_TRUE(step.done) << step.error.message;
        if (step.told) out.push_back(step.metrics);
    }
    const auto late = run.trainer->figures(true);
    EXPECT_TRUE(late);
    if (late) out.insert(out.end(), late->begin(), late->end());
    return out;
}

using Change = std::function<void(TrainConfig&)>;

struct GanCase {
    std::string name;
    Change change;
};

class NoWaitsOfDcgan : public testing::TestWithParam<GanCase> {};

TEST_P(NoWaitsOfDcgan, InASteadyStep) {
    TrainConfig config = small_config();
    GetParam().change(config);
    expect_no_waits<TrainerRun>(config);
}

INSTANTIATE_TEST_SUITE_P(
    StandIn, NoWaitsOfDcgan,
    testing::Values(GanCase{"plain", [](TrainConfig&) {}},
                    GanCase{"accumulated", [](TrainConfig& c) { c.batch_accumulate = 2; }},
                    GanCase{"data_on_host", [](TrainConfig& c) { c.data_on_device = DataOnDevice::Off; }},
                    GanCase{"data_on_host_accumulated",
                            [](TrainConfig& c) {
                                c.data_on_device = DataOnDevice::Off;
                                c.batch_accumulate = 2;
                            }},
                    GanCase{"moments_on_host", [](TrainConfig& c) { c.optimiser_on_host = true; }},
                    GanCase{"without_average", [](TrainConfig& c) { c.ema_half_life = 0; }},
                    GanCase{"clipped", [](TrainConfig& c) { c.clip = 1; }},
                    GanCase{"wgan_gp",
                            [](TrainConfig& c) {
                                c.edit<DcganConfig>().loss = GanLoss::WganGp;
                                c.norm_d = NormKind::None;
                            }},
                    GanCase{"r1",
                            [](TrainConfig& c) {
                                c.edit<DcganConfig>().r1_gamma = 1;
                                c.edit<DcganConfig>().r1_every = 2;
                            }},
                    GanCase{"augmented",
                            [](TrainConfig& c) {
                                c.edit<DcganConfig>().diffaug_colour = true;
                                c.edit<DcganConfig>().diffaug_translation = true;
                                c.edit<DcganConfig>().diffaug_cutout = true;
                            }},
                    GanCase{"adaptive",
                            [](TrainConfig& c) {
                                c.edit<DcganConfig>().diffaug_colour = c.augment_adapt = true;
                                c.edit<DcganConfig>().upsampling = Upsampling::Resize;
                            }},
                    GanCase{"bilinear",
                            [](TrainConfig& c) { c.edit<DcganConfig>().upsampling = Upsampling::Bilinear; }},
                    GanCase{"noise", [](TrainConfig& c) { c.edit<DcganConfig>().instance_noise = 0.1; }},
                    GanCase{"two_rounds", [](TrainConfig& c) { c.edit<DcganConfig>().d_steps = 2; }},
                    GanCase{"fp16", [](TrainConfig& c) { c.precision = Precision::Fp16; }}),
    [](const auto& info) { return info.param.name; });

class NoWaitsOfLightGan : public testing::TestWithParam<GanCase> {};

TEST_P(NoWaitsOfLightGan, InASteadyStep) {
    TrainConfig config = small_light_gan();
    config.batch_micro = 2;
    config.edit<LightGanConfig>().gp_weight = 0;
    GetParam().change(config);
    expect_no_waits<LightGanRun>(config, 2);  // its steps take tenths of seconds
}

INSTANTIATE_TEST_SUITE_P(
    StandIn, NoWaitsOfLightGan,
    testing::Values(GanCase{"attending", [](TrainConfig& c) { c.edit<LightGanConfig>().small_attention = true; }},
                    GanCase{"penalty",
                            [](TrainConfig& c) {
                                c.edit<LightGanConfig>().gp_weight = 10;
                                c.edit<LightGanConfig>().gp_every = 1;
                            }},
                    GanCase{"adaptive_accumulated",
                            [](TrainConfig& c) {
                                c.batch_micro = 1;
                                c.batch_accumulate = 2;
                                c.edit<LightGanConfig>().diffaug_colour = c.augment_adapt = true;
                            }},
                    GanCase{"data_on_host_fp16",
                            [](TrainConfig& c) {
                                c.data_on_device = DataOnDevice::Off;
                                c.precision = Precision::Fp16;
                            }}),
    [](const auto& info) { return info.param.name; });

class NoWaitsOfVqgan : public testing::TestWithParam<GanCase> {};

TEST_P(NoWaitsOfVqgan, InASteadyStep) {
    TrainConfig config = small_vqgan();
    GetParam().change(config);
    expect_no_waits<VqganRun>(config, 4);
}

INSTANTIATE_TEST_SUITE_P(
    StandIn, NoWaitsOfVqgan,
    testing::Values(GanCase{"plain", [](TrainConfig&) {}},
                    GanCase{"accumulated", [](TrainConfig& c) { c.batch_accumulate = 2; }},
                    GanCase{"data_on_host", [](TrainConfig& c) { c.data_on_device = DataOnDevice::Off; }},
                    GanCase{"clipped", [](TrainConfig& c) { c.clip = 1; }},
                    GanCase{"restarts", [](TrainConfig& c) { c.edit<VqganTrainConfig>().restart = 8; }},
                    GanCase{"averages",
                            [](TrainConfig& c) {
                                c.edit<VqganTrainConfig>().decay = 0.9;
                                c.edit<VqganTrainConfig>().restart = 8;
                            }},
                    GanCase{"gumbel", [](TrainConfig& c) { c.edit<VqganTrainConfig>().gumbel = true; }}),
    [](const auto& info) { return info.param.name; });

class NoWaitsOfPainting : public testing::TestWithParam<GanCase> {};

TEST_P(NoWaitsOfPainting, InASteadyIteration) {
    TrainConfig config = on_stand_in(painting());
    config.steps = 40;
    GetParam().change(config);
    Painted run;
    const auto prepared = run.prepare(config);
    ASSERT_TRUE(prepared) << prepared.error().message;
    (void)waits_of_steps(run.trainer, 3);
    ASSERT_TRUE(run.trainer.figures(true));
    const std::vector<Wait> waits = waits_of_steps(run.trainer, 6);
    EXPECT_TRUE(waits.empty()) << stand_in::text_of(waits);
}

INSTANTIATE_TEST_SUITE_P(
    StandIn, NoWaitsOfPainting,
    testing::Values(GanCase{"plain", [](TrainConfig&) {}},
                    GanCase{"chunked", [](TrainConfig& c) { c.edit<ImagineConfig>().chunk = 2; }},
                    GanCase{"crops", [](TrainConfig& c) { c.edit<ImagineConfig>().cut_method = CutMethod::Original; }},
                    GanCase{"smooth", [](TrainConfig& c) { c.edit<ImagineConfig>().smooth_picture = 0.1; }}),
    [](const auto& info) { return info.param.name; });

TEST(LateFiguresOnStandIn, OfTheHostAndOfTheDeviceGoTogether) {
    // Processes that add up through the host have their sums there.
    const at::Tensor there = at::full({1}, 2.0, at::TensorOptions().device(c10::DeviceType::PrivateUse1));
    PackedFigures packed;
    {
        const stand_in::NoWaits none;
        packed = pack_figures({at::scalar_tensor(1.0, at::kFloat), at::Tensor(), there});
    }
    const std::vector<double> read = packed.read();
    ASSERT_EQ(read.size(), 3u);
    EXPECT_EQ(read[0], 1);
    EXPECT_TRUE(std::isnan(read[1]));
    EXPECT_EQ(read[2], 2);
}

TEST(LateFiguresOnStandIn, CodesAreCountedAndRestartedAsOnTheCpu) {
    TrainConfig config = small_vqgan();
    config.edit<VqganTrainConfig>().decay = 0.9;
    config.edit<VqganTrainConfig>().restart = 8;
    const auto cpu = figures_of<VqganRun>(config, 6), gpu = figures_of<VqganRun>(on_stand_in(config), 6);
    ASSERT_EQ(cpu.size(), 6u);
    ASSERT_EQ(gpu.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
        const VqganFigures &a = *cpu[i].own<VqganFigures>(), &b = *gpu[i].own<VqganFigures>();
        EXPECT_EQ(a.codes, b.codes);
        // A latent that lies between two codes may find the other one, as each device rounds.
        EXPECT_NEAR(static_cast<double>(a.codes_used), static_cast<double>(b.codes_used), 1) << "step " << i + 1;
        EXPECT_NEAR(static_cast<double>(a.codes_restarted), static_cast<double>(b.codes_restarted), 1)
            << "step " << i + 1;
        // And what has learnt of other codes goes another way: of 256 latents one is 0.4 %.
        EXPECT_NEAR(a.perplexity, b.perplexity, 3e-2 * a.perplexity);
        EXPECT_NEAR(cpu[i].loss_g, gpu[i].loss_g, 3e-2 * std::abs(cpu[i].loss_g));
    }
    EXPECT_GT(cpu.back().own<VqganFigures>()->codes_restarted, 0) << "else this compares nothing";
}

TEST(LateFiguresOnStandIn, AreEachStepsOwnAndTheCpus) {
    const TrainConfig config = small_config();
    const auto cpu = figures_of<TrainerRun>(config, 8), gpu = figures_of<TrainerRun>(on_stand_in(config), 8);
    ASSERT_EQ(cpu.size(), 8u);
    ASSERT_EQ(gpu.size(), 8u);
    for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(gpu[i].step, static_cast<std::int64_t>(i + 1));
        EXPECT_EQ(gpu[i].images, cpu[i].images);
        EXPECT_NEAR(gpu[i].loss_g, cpu[i].loss_g, 1e-4 * std::abs(cpu[i].loss_g));
        EXPECT_NEAR(gpu[i].loss_d, cpu[i].loss_d, 1e-4 * std::abs(cpu[i].loss_d));
        EXPECT_NEAR(gpu[i].d_real, cpu[i].d_real, 1e-4);
        EXPECT_GT(gpu[i].step_seconds, 0);
    }
}

TEST(LateFiguresOnStandIn, AreBroughtHomeBeforeTheDeviceIsLent) {
    TrainerRun run(on_stand_in(small_config()));
    for (int i = 0; i < 3; ++i) ASSERT_FALSE(run.trainer->step().told);
    ASSERT_TRUE(run.trainer->lend());
    EXPECT_EQ(run.trainer->device_memory().counts().live_total.count, 0) << "something of the steps is left";
    const auto told = run.trainer->figures(true);
    ASSERT_TRUE(told);
    ASSERT_EQ(told->size(), 3u);
    EXPECT_TRUE(std::isfinite(told->back().loss_g));
    ASSERT_TRUE(run.trainer->take_back());
    EXPECT_TRUE(run.trainer->step().done);
}

TEST(LateFailureOnStandIn, ALossThatIsNoNumberEndsTheRunUnderItsOwnStep) {
    TrainConfig config = on_stand_in(small_config());
    config.lr_g = config.lr_d = 1e30;
    TrainerRun run(config);
    for (int i = 0; i < 3; ++i) (void)run.trainer->step();
    Result<std::vector<StepDone>> told = run.trainer->figures(true);
    while (told && !told->empty()) told = run.trainer->figures(true);
    ASSERT_FALSE(told);
    EXPECT_EQ(told.error().message, "step 1: its loss is infinite or no number, and with it what was trained");
}

TEST(LateFailureOnStandIn, NamesTheStepAndThePhaseThatItHappenedIn) {
    {
        TrainConfig config = on_stand_in(small_config());
        config.graphs = CudaGraphs::Off;  // a replay is one piece of work
        TrainerRun run(config);
        for (int i = 0; i < 3; ++i) ASSERT_TRUE(run.trainer->step().done);
        ASSERT_TRUE(run.trainer->figures(true));
        // A kernel of D's next backward pass breaks the device when the device comes to it.
        const at::Tensor weight = run.trainer->networks().opt_d->parameters().front().second;
        bool broken = false;
        const auto hook = weight.register_hook([&](const at::Tensor&) {
            if (std::exchange(broken, true)) return;
            stand_in::Queue::device().submit("a kernel", [] { TORCH_CHECK_INDEX(false, "out of range"); });
        });
        StepOutcome out;
        for (int i = 0; i < 5; ++i) {
            out = run.trainer->step();
            if (!out.done) break;
            (void)run.trainer->figures(false);
        }
        weight.remove_hook(hook);
        ASSERT_TRUE(broken);
        ASSERT_FALSE(out.done);
        EXPECT_NE(out.error.message.find("step 4 (d_real)"), std::string::npos) << out.error.message;
    }
    stand_in::recover();
}

}  // namespace
}  // namespace headroom::test
