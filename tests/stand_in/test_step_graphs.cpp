// Recorded steps (CUDA graphs) on the stand-in device: the bits of plain ones, their memory, and when they are recorded, replayed and dropped,
// as the driver is asked for it.
#include "graph_calls.h"

#include "core/families/dcgan/dcgan_config.h"
#include "tests/support/stand_in/counts.h"
#include "tests/torch/light_gan_fixture.h"
#include "tests/torch/trainer_fixture.h"
#include "tests/torch/vqgan_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace headroom::test {
namespace {

/// The same steps with and without graphs: states and losses have the same bits.
template <class Run> void expect_same_bits(TrainConfig config, std::int64_t pictures, int steps) {
    config.graphs = CudaGraphs::Off;
    Run plain(on_gpu(config), nullptr, pictures);
    (void)stand_in::take_graph_calls();
    config.graphs = CudaGraphs::On;
    Run recorded(on_gpu(config), nullptr, pictures);
    int replays = 0;
    for (int i = 0; i < steps; ++i) {
        SCOPED_TRACE(i + 1);
        const StepDone a = plain.step();
        EXPECT_TRUE(stand_in::take_graph_calls().empty()) << "switched off";
        const StepDone b = recorded.step();
        replays += replays_since_then();
        EXPECT_EQ(a.loss_g, b.loss_g);
        EXPECT_TRUE(a.loss_d == b.loss_d || (std::isnan(a.loss_d) && std::isnan(b.loss_d))) << a.loss_d << b.loss_d;
        EXPECT_EQ(a.images, b.images);
        EXPECT_EQ(b.step, i + 1);
    }
    EXPECT_GE(replays, steps / 3);
    EXPECT_EQ(differing(plain.state(), recorded.state()), "");
    EXPECT_EQ(recorded.template last<Warning>(), nullptr) << recorded.template last<Warning>()->message;
}

class GraphsOfDcgan : public testing::TestWithParam<GraphCase> {};
TEST_P(GraphsOfDcgan, StepsHaveTheBitsOfPlainOnes) {
    TrainConfig config = small_config();
    config.batch_micro = 4;
    GetParam().change(config);
    expect_same_bits<TrainerRun>(config, 14, 12);  // three whole windows and a short one, three times
}

DcganConfig& own(TrainConfig& c) { return c.edit<DcganConfig>(); }

INSTANTIATE_TEST_SUITE_P(
    StandIn, GraphsOfDcgan,
    testing::Values(GraphCase{"plain", [](TrainConfig&) {}},
                    GraphCase{"accumulated", [](TrainConfig& c) { c.batch_accumulate = 2; }},
                    GraphCase{"without_average", [](TrainConfig& c) { c.ema_half_life = 0; }},
                    GraphCase{"average_that_ramps_first",
                              [](TrainConfig& c) {
                                  c.ema_half_life = 20;
                                  c.ema_ramp = 0.5;
                              }},
                    GraphCase{"clipped", [](TrainConfig& c) { c.clip = 1; }},
                    GraphCase{"checkpointed", [](TrainConfig& c) { c.checkpointing = Checkpointing::On; }},
                    GraphCase{"wgan_gp",
                              [](TrainConfig& c) {
                                  own(c).loss = GanLoss::WganGp;
                                  c.norm_d = NormKind::None;
                              }},
                    GraphCase{"r1",
                              [](TrainConfig& c) {
                                  own(c).r1_gamma = 1;
                                  own(c).r1_every = 3;
                              }},
                    GraphCase{"augmented",
                              [](TrainConfig& c) {
                                  own(c).diffaug_colour = true;
                                  own(c).diffaug_translation = true;
                                  own(c).diffaug_cutout = true;
                                  own(c).instance_noise = 0.1;
                              }},
                    GraphCase{"adaptive",
                              [](TrainConfig& c) {
                                  own(c).diffaug_colour = own(c).diffaug_cutout = c.augment_adapt = true;
                                  own(c).augment_strength = 0.3;
                                  c.augment_images = 500;
                                  own(c).upsampling = Upsampling::Resize;
                              }},
                    GraphCase{"bilinear", [](TrainConfig& c) { own(c).upsampling = Upsampling::Bilinear; }},
                    GraphCase{"two_rounds", [](TrainConfig& c) { own(c).d_steps = 2; }},
                    GraphCase{"recomputed_fakes", [](TrainConfig& c) { own(c).reuse_fakes = ReuseFakes::Off; }},
                    GraphCase{"bf16", [](TrainConfig& c) { c.precision = Precision::Bf16; }},
                    GraphCase{"fp16", [](TrainConfig& c) { c.precision = Precision::Fp16; }},
                    GraphCase{"two_rounds_in_fp16",
                              [](TrainConfig& c) {
                                  c.precision = Precision::Fp16;
                                  own(c).d_steps = 2;
                              }}),
    [](const auto& info) { return info.param.name; });

class GraphsOfVqgan : public testing::TestWithParam<GraphCase> {};
TEST_P(GraphsOfVqgan, StepsHaveTheBitsOfPlainOnes) {
    TrainConfig config = small_vqgan();
    config.batch_micro = 2;
    GetParam().change(config);
    expect_same_bits<VqganRun>(config, 5, 9);  // two whole windows and a short one, three times
}

VqganTrainConfig& own_vqgan(TrainConfig& c) { return c.edit<VqganTrainConfig>(); }

INSTANTIATE_TEST_SUITE_P(
    StandIn, GraphsOfVqgan,
    testing::Values(GraphCase{"plain", [](TrainConfig&) {}},
                    GraphCase{"accumulated", [](TrainConfig& c) { c.batch_accumulate = 2; }},
                    GraphCase{"clipped", [](TrainConfig& c) { c.clip = 1; }},
                    GraphCase{"d_joins_later", [](TrainConfig& c) { own_vqgan(c).gan_start = 10; }},
                    GraphCase{"checkpointed", [](TrainConfig& c) { c.checkpointing = Checkpointing::On; }},
                    GraphCase{"restarts", [](TrainConfig& c) { own_vqgan(c).restart = 4; }},
                    GraphCase{"averages",
                              [](TrainConfig& c) {
                                  own_vqgan(c).decay = 0.9;
                                  own_vqgan(c).restart = 4;
                              }},
                    GraphCase{"gumbel", [](TrainConfig& c) { own_vqgan(c).gumbel = true; }}),
    [](const auto& info) { return info.param.name; });

class GraphsOfLightGan : public testing::TestWithParam<GraphCase> {};
TEST_P(GraphsOfLightGan, StepsHaveTheBitsOfPlainOnes) {
    TrainConfig config = small_light_gan();
    config.batch_micro = 2;
    config.edit<LightGanConfig>().gp_weight = 0;
    GetParam().change(config);
    expect_same_bits<LightGanRun>(config, 16, 6);
}

INSTANTIATE_TEST_SUITE_P(StandIn, GraphsOfLightGan,
                         testing::Values(GraphCase{"accumulated", [](TrainConfig& c) { c.batch_accumulate = 2; }},
                                         GraphCase{"penalty_every_second",
                                                   [](TrainConfig& c) {
                                                       c.edit<LightGanConfig>().gp_weight = 10;
                                                       c.edit<LightGanConfig>().gp_every = 2;
                                                   }},
                                         GraphCase{"checkpointed_in_colour",
                                                   [](TrainConfig& c) {
                                                       c.edit<LightGanConfig>().small_attention = true;
                                                       c.checkpointing = Checkpointing::On;
                                                       c.edit<LightGanConfig>().diffaug_colour = true;
                                                   }}),
                         [](const auto& info) { return info.param.name; });

using StepGraphsOnStandIn = GraphsOnStandIn;

TEST_F(StepGraphsOnStandIn, AStepIsRecordedOnceAndReplayed) {
    Calls calls;
    TrainerRun run(on_gpu(small_config()));
    EXPECT_EQ(calls_of_step(run, calls), "") << "what it needs is not known yet";
    EXPECT_EQ(calls_of_step(run, calls), "");
    EXPECT_EQ(calls_of_step(run, calls), "capture, replay 1");
    for (int i = 0; i < 8; ++i) EXPECT_EQ(calls_of_step(run, calls), "replay 1");
}

TEST_F(StepGraphsOnStandIn, AReplayGivesTheDeviceAHandfulOfCallsAndWaitsForNothing) {
    Calls calls;
    TrainerRun run(on_gpu(small_config()));
    until_replayed(run, calls);
    ASSERT_TRUE(run.trainer->figures(true));
    const stand_in::Counts before = stand_in::counts();
    ASSERT_TRUE(run.trainer->step().done);
    const stand_in::Counts step = stand_in::counts() - before;
    EXPECT_EQ(step.waits, 0) << stand_in::text_of(stand_in::waits_since(before.waits));
    EXPECT_LT(step.operators, 60) << "figures alone";
    EXPECT_EQ(step.to_device, 0) << "the pictures lie there";
}

TEST_F(StepGraphsOnStandIn, ARateIsReadOnTheDeviceAndABatchIsNot) {
    TrainConfig config = small_config();
    config.graphs = CudaGraphs::Off;
    TrainerRun plain(on_gpu(config));
    Calls calls;
    TrainerRun run(on_gpu(small_config()));
    until_replayed(run, calls);
    plain.steps(4);
    EXPECT_EQ(differing(plain.state(), run.state()), "");
    for (TrainerRun* each : {&plain, &run}) ASSERT_TRUE(each->change({{"lr.g", 5e-5}, {"lr.d", 3e-4}}));
    EXPECT_EQ(calls.next(), "");
    plain.step();
    EXPECT_EQ(calls_of_step(run, calls), "replay 1");
    EXPECT_EQ(differing(plain.state(), run.state()), "");

    for (TrainerRun* each : {&plain, &run}) ASSERT_TRUE(each->change({{"batch.micro", std::int64_t{4}}}));
    EXPECT_EQ(calls.next(), "drop 1");
    plain.steps(4);
    EXPECT_EQ(calls_of_step(run, calls), "");
    EXPECT_EQ(calls_of_step(run, calls), "");
    EXPECT_EQ(calls_of_step(run, calls), "capture, replay 2");
    EXPECT_EQ(calls_of_step(run, calls), "replay 2");
    EXPECT_EQ(differing(plain.state(), run.state()), "");
}

TEST_F(StepGraphsOnStandIn, AreSwitchedOffAndOnWhileTheRunGoesOn) {
    Calls calls;
    TrainerRun run(on_gpu(small_config()));
    until_replayed(run, calls);
    ASSERT_TRUE(run.change({{"cuda.graphs", std::string("off")}}));
    EXPECT_EQ(calls.next(), "drop 1");
    for (int i = 0; i < 4; ++i) EXPECT_EQ(calls_of_step(run, calls), "");
    ASSERT_TRUE(run.change({{"cuda.graphs", std::string("auto")}}));
    until_replayed(run, calls);
}

TEST_F(StepGraphsOnStandIn, EachCourseOfAStepHasItsOwn) {
    TrainConfig config = small_config();
    own(config).r1_gamma = 1;
    own(config).r1_every = 2;
    Calls calls;
    TrainerRun run(on_gpu(config), nullptr, 44);  // 5 whole windows and one of 4
    const std::vector<std::string> wanted{
        "",         "",         "",         "capture, replay 1", "capture, replay 2",
        "",  // the short window comes for the first time
        "replay 2", "replay 1", "replay 2", "replay 1",          "replay 2",          "capture, replay 3"};
    for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_EQ(calls_of_step(run, calls), wanted[i]) << "step " << i + 1;
}

TEST_F(StepGraphsOnStandIn, HowFarNewStagesHaveFadedInIsReadOnTheDevice) {
    for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
        SCOPED_TRACE(std::string(name_of(precision)));
        TrainConfig config = small_config();
        config.precision = precision;
        own(config).fade_steps = 7;
        config.graphs = CudaGraphs::Off;
        TrainerRun plain(on_gpu(config));
        config.graphs = CudaGraphs::On;
        Calls calls;
        TrainerRun run(on_gpu(config));
        plain.steps(4);
        until_replayed(run, calls);
        for (TrainerRun* each : {&plain, &run}) ASSERT_TRUE(each->change({{"image.size", std::int64_t{64}}}));
        EXPECT_EQ(calls.next(), "drop 1");
        std::vector<std::string> fading, after;
        for (int i = 0; i < 7; ++i) fading.push_back(calls_of_step(run, calls));
        for (int i = 0; i < 3; ++i) after.push_back(calls_of_step(run, calls));
        EXPECT_EQ(fading.back(), "replay 2, drop 2") << "the layers that fade out go";
        EXPECT_EQ(std::count(fading.begin(), fading.end(), "replay 2"), 3);
        EXPECT_EQ(after, (std::vector<std::string>{"", "capture, replay 3", "replay 3"}));
        plain.steps(10);
        EXPECT_EQ(differing(plain.state(), run.state()), "");
    }
}

TEST_F(StepGraphsOnStandIn, PreviewsAndCheckpointsComeBetweenReplays) {
    TrainConfig config = small_config();
    config.graphs = CudaGraphs::Off;
    TrainerRun plain(on_gpu(config));
    Calls calls;
    TrainerRun run(on_gpu(small_config()));
    until_replayed(run, calls);
    plain.steps(4);
    for (TrainerRun* each : {&plain, &run}) {
        ASSERT_TRUE(each->trainer->sample({SampleKind::Grid, 4, 0, 1.0, 0}));
        ASSERT_TRUE(each->trainer->checkpoint());
        each->steps(2);
    }
    EXPECT_EQ(calls.next(), "replay 1, replay 1");
    EXPECT_EQ(differing(plain.state(), run.state()), "");
}

TEST_F(StepGraphsOnStandIn, AreDroppedWhileTheDeviceIsLent) {
    Calls calls;
    TrainerRun run(on_gpu(small_config()));
    until_replayed(run, calls);
    ASSERT_TRUE(run.trainer->lend());
    EXPECT_EQ(calls.next(), "drop 1");
    const AllocatorCounts left = run.trainer->device_memory().counts();
    EXPECT_EQ(left.live_total, Bytes{});
    EXPECT_EQ(left.live[Role::Graphs], Bytes{});
    ASSERT_TRUE(run.trainer->take_back());
    until_replayed(run, calls);
}

TEST_F(StepGraphsOnStandIn, TheirMemoryStandsInTheLedger) {
    Calls calls;
    TrainerRun run(on_gpu(small_config()));
    run.steps(2);
    const auto plain = run.trainer->memory();
    EXPECT_EQ(plain->now.roles[Role::Graphs], Bytes{});
    until_replayed(run, calls);
    const auto recorded = run.trainer->memory();
    EXPECT_GT(recorded->now.roles[Role::Graphs].count, 0);
    EXPECT_GE(recorded->at_peak.roles[Role::Graphs].count, recorded->now.roles[Role::Graphs].count / 4 * 3);
    // What was activations at the peak of a plain step is there all the time.
    EXPECT_GE(recorded->now.roles[Role::Graphs], plain->at_peak.roles[Role::Activations]);
    const std::int64_t pictures = 4 * 8 * 3 * 32 * 32;  // that stay besides
    EXPECT_GE(recorded->peak_tensors.count, plain->peak_tensors.count / 20 * 19);
    EXPECT_LE(recorded->peak_tensors.count, plain->peak_tensors.count / 20 * 21 + pictures);
    EXPECT_EQ(recorded->now.total(), recorded->device_total);
    EXPECT_EQ(recorded->at_peak.total(), recorded->device_total);
    EXPECT_NE(run.trainer->timeline(), nullptr) << "of the step that was recorded";
    run.step();
    EXPECT_EQ(run.trainer->timeline(), nullptr) << "a replay makes no blocks";
}

TEST_F(StepGraphsOnStandIn, ARecordingThatIsRefusedIsToldOnceAndTheRunGoesOn) {
    TrainConfig config = small_config();
    config.graphs = CudaGraphs::Off;
    TrainerRun plain(on_gpu(config));
    plain.steps(6);
    Calls calls;
    TrainerRun run(on_gpu(small_config()));
    run.steps(2);
    stand_in::refuse_capture("this driver records nothing");
    EXPECT_EQ(calls_of_step(run, calls), "capture");
    for (int i = 0; i < 3; ++i) EXPECT_EQ(calls_of_step(run, calls), "");
    EXPECT_EQ(std::count_if(run.events.begin(), run.events.end(),
                            [](const Event& e) { return std::holds_alternative<Warning>(e); }),
              1);
    EXPECT_EQ(run.last<Warning>()->message,
              "a step could not be recorded as a CUDA graph: this driver records nothing");
    EXPECT_EQ(differing(plain.state(), run.state()), "");
}

TEST_F(StepGraphsOnStandIn, MemoryThatIsRefusedWhileAStepIsRecordedCostsTheRecordingAlone) {
    TrainConfig config = small_config();
    config.graphs = CudaGraphs::Off;
    TrainerRun plain(on_gpu(config));
    plain.steps(5);
    for (const int nth : {1, 20, 90, 200}) {
        SCOPED_TRACE(nth);
        Calls calls;
        TrainerRun run(on_gpu(small_config()));
        run.steps(2);
        (void)calls.next();
        stand_in::refuse_nth(nth);
        run.step();
        stand_in::refuse_nth(0);
        EXPECT_NE(run.last<Warning>(), nullptr);
        EXPECT_EQ(run.last<OomRecovered>(), nullptr) << "the ladder is not asked";
        EXPECT_EQ(run.trainer->config().batch_micro, 8);
        run.steps(2);
        EXPECT_EQ(differing(plain.state(), run.state()), "");
    }
}

TEST_F(StepGraphsOnStandIn, WhatFindsNoRoomBesideThemHasTheirsBeforeTheLadderGoesDown) {
    TrainConfig config = small_config();
    config.graphs = CudaGraphs::Off;
    TrainerRun plain(on_gpu(config), nullptr, 36);
    plain.steps(12);
    config.data_on_device = DataOnDevice::Off;  // it would leave, too
    config.graphs = CudaGraphs::Auto;
    Calls calls;
    TrainerRun run(on_gpu(config), nullptr, 36);  // 4 whole windows and one of 4
    for (int i = 0; i < 4; ++i) run.step();
    EXPECT_EQ(calls.next(), "capture, replay 1, replay 1");
    run.trainer->note_relief_for_tests();
    stand_in::refuse_nth(60);
    EXPECT_EQ(calls_of_step(run, calls), "drop 1") << "the short window's plain step";
    const OomRecovered* event = run.last<OomRecovered>();
    ASSERT_NE(event, nullptr);
    EXPECT_TRUE(event->survived);
    EXPECT_EQ(run.trainer->config().batch_micro, 8) << "no rung was needed";
    EXPECT_EQ(calls_of_step(run, calls), "capture, replay 2");
    for (int i = 0; i < 3; ++i) EXPECT_EQ(calls_of_step(run, calls), "replay 2");
    EXPECT_EQ(calls_of_step(run, calls), "capture, replay 3") << "now it is known";
    run.steps(2);
    EXPECT_EQ(differing(plain.state(), run.state()), "");
}

TEST_F(StepGraphsOnStandIn, EachRungHasItsOwn) {
    Calls calls;
    TrainConfig config = small_config();
    config.data_on_device = DataOnDevice::Off;  // it would leave before a rung is tried
    TrainerRun run(on_gpu(config));
    run.step();
    run.trainer->note_relief_for_tests();
    stand_in::refuse_nth(60);
    run.step();
    ASSERT_EQ(run.trainer->config().batch_micro, 4);
    until_replayed(run, calls);
    run.trainer->answer_oom(OomAnswer::UndoWhenItFits);
    EXPECT_EQ(calls_of_step(run, calls), "drop 1");
    EXPECT_EQ(run.trainer->config().batch_micro, 8);
    until_replayed(run, calls);
}

TEST_F(StepGraphsOnStandIn, ADeviceThatFailsInAReplayIsPlacedInItsStep) {
    Calls calls;
    TrainerRun run(on_gpu(small_config()));
    until_replayed(run, calls);
    ASSERT_TRUE(run.trainer->figures(true));
    const std::int64_t made = run.trainer->steps_made();
    stand_in::lose();
    StepOutcome out;
    for (int i = 0; i < 5; ++i) {
        out = run.trainer->step();
        if (!out.done) break;
        if (const auto told = run.trainer->figures(false); !told) {  // as a run, which ends with it
            out = {.done = false, .error = told.error()};
            break;
        }
    }
    ASSERT_FALSE(out.done);
    EXPECT_EQ(out.error.code, ErrorCode::Environment) << out.error.message;
    EXPECT_NE(out.error.message.find("step " + std::to_string(made + 1)), std::string::npos) << out.error.message;
}

TEST_F(StepGraphsOnStandIn, WithoutKernelsOfItsOwnADeviceRecordsNothingAndSaysSoIfAsked) {
    stand_in::offer_kernels(false);
    TrainConfig config = small_config();
    Calls calls;
    TrainerRun silent(on_gpu(config));
    silent.steps(4);
    EXPECT_EQ(silent.last<Warning>(), nullptr);
    config.graphs = CudaGraphs::On;
    TrainerRun asked(on_gpu(config));
    asked.steps(4);
    EXPECT_EQ(calls.next(), "");
    ASSERT_NE(asked.last<Warning>(), nullptr);
    EXPECT_EQ(asked.last<Warning>()->message,
              "steps are not recorded as CUDA graphs: this GPU has no kernels of Headroom's own");
}

}  // namespace
}  // namespace headroom::test
