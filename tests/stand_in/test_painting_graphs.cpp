// Recorded iterations of text to image (CUDA graphs) on the stand-in device: the bits of plain ones, and when they are recorded anew.
#include "graph_calls.h"

#include "tests/torch/painting_fixture.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace headroom::test {
namespace {

/// A painting with its latent after some iterations, plain or recorded.
struct PaintedOnGpu {
    PaintedOnGpu(TrainConfig config, CudaGraphs graphs) {
        config.device = "cuda:0";
        config.budget = Bytes{std::int64_t{700} << 20};
        config.steps = 60;
        config.graphs = graphs;
        const auto prepared = painted.prepare(config);
        EXPECT_TRUE(prepared) << prepared.error().message;
    }
    StepDone step() { return painted.step(); }
    at::Tensor latent() const { return painted.trainer.latent().detach().to(at::kCPU); }
    Painted painted;
};

class GraphsOfPainting : public testing::TestWithParam<GraphCase> {};
TEST_P(GraphsOfPainting, IterationsHaveTheBitsOfPlainOnes) {
    TrainConfig config = painting();
    GetParam().change(config);
    PaintedOnGpu plain(config, CudaGraphs::Off);
    (void)stand_in::take_graph_calls();
    PaintedOnGpu recorded(config, CudaGraphs::On);
    int replays = 0;
    for (int i = 0; i < 8; ++i) {
        SCOPED_TRACE(i + 1);
        const StepDone a = plain.step();
        EXPECT_TRUE(stand_in::take_graph_calls().empty()) << "switched off";
        const StepDone b = recorded.step();
        replays += replays_since_then();
        EXPECT_EQ(a.loss_g, b.loss_g);
        EXPECT_TRUE(at::equal(plain.latent(), recorded.latent()));
        const auto shown = plain.painted.trainer.sample({SampleKind::Picture, 1, 0, 1.0, 0}),
                   same = recorded.painted.trainer.sample({SampleKind::Picture, 1, 0, 1.0, 0});
        ASSERT_TRUE(shown && same);
        EXPECT_EQ(*shown->raw[0].pixels, *same->raw[0].pixels) << "the picture before the iteration";
    }
    EXPECT_GE(replays, 5);
    EXPECT_EQ(recorded.painted.last<Warning>(), nullptr) << recorded.painted.last<Warning>()->message;
}

ImagineConfig& own_painting(TrainConfig& c) { return c.edit<ImagineConfig>(); }

INSTANTIATE_TEST_SUITE_P(
    StandIn, GraphsOfPainting,
    testing::Values(
        GraphCase{"plain", [](TrainConfig&) {}},
        GraphCase{"chunked", [](TrainConfig& c) { own_painting(c).chunk = 4; }},
        GraphCase{"original", [](TrainConfig& c) { own_painting(c).cut_method = CutMethod::Original; }},
        GraphCase{"updated", [](TrainConfig& c) { own_painting(c).cut_method = CutMethod::Updated; }},
        GraphCase{"pooling", [](TrainConfig& c) { own_painting(c).cut_method = CutMethod::UpdatedPooling; }},
        GraphCase{"crop_pool", [](TrainConfig& c) { own_painting(c).cut_method = CutMethod::CropPool; }},
        GraphCase{"everything", [](TrainConfig& c) { own_painting(c).augments = "Ji Sh Gn Pe Ro Af Et Ts Cr Er Re"; }},
        GraphCase{"reference",
                  [](TrainConfig& c) {
                      own_painting(c).augments = "Gn Pe Ro Af Et Ts Er Re";
                      own_painting(c).reference = true;
                  }},
        GraphCase{"smooth",
                  [](TrainConfig& c) {
                      own_painting(c).smooth_picture = 0.1;
                      own_painting(c).smooth_latent = 0.1;
                  }},
        GraphCase{"checkpointed", [](TrainConfig& c) { c.checkpointing = Checkpointing::On; }},
        GraphCase{"bf16", [](TrainConfig& c) { c.precision = Precision::Bf16; }}),
    [](const auto& info) { return info.param.name; });

using PaintingGraphsOnStandIn = GraphsOnStandIn;

TEST_F(PaintingGraphsOnStandIn, OtherPromptsAndOtherPicturesOfAPaintingAreRecordedAnew) {
    TrainConfig config = painting();
    own_painting(config).prompts = "a red cube ^ a blue ball";
    own_painting(config).story_every = 5;
    PaintedOnGpu plain(config, CudaGraphs::Off);
    Calls calls;
    PaintedOnGpu run(config, CudaGraphs::Auto);
    const std::vector<std::string> wanted{"",         "capture, replay 1",         "replay 1", "replay 1",
                                          "replay 1", "drop 1, capture, replay 2", "replay 2"};
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        plain.step();
        EXPECT_EQ(calls_of_step(run, calls), wanted[i]) << "iteration " << i + 1;
        EXPECT_TRUE(at::equal(plain.latent(), run.latent()));
    }
    for (PaintedOnGpu* each : {&plain, &run}) ASSERT_TRUE(each->painted.apply({{"picture.width", std::int64_t{64}}}));
    EXPECT_EQ(calls.next(), "drop 2");
    for (int i = 0; i < 3; ++i) {
        plain.step();
        run.step();
        EXPECT_TRUE(at::equal(plain.latent(), run.latent()));
    }
    EXPECT_EQ(calls.next(), "capture, replay 3, replay 3");
    for (PaintedOnGpu* each : {&plain, &run}) ASSERT_TRUE(each->painted.trainer.lend());
    EXPECT_EQ(calls.next(), "drop 3");
    for (PaintedOnGpu* each : {&plain, &run}) ASSERT_TRUE(each->painted.trainer.take_back());
    plain.step();
    run.step();
    EXPECT_TRUE(at::equal(plain.latent(), run.latent()));
}

TEST_F(PaintingGraphsOnStandIn, AnIterationThatIsRefusedAfterItsReplayIsMadeAgain) {
    PaintedOnGpu plain(painting(), CudaGraphs::Off);
    for (int i = 0; i < 5; ++i) plain.step();
    for (const int nth : {1, 2, 3, 4}) {
        SCOPED_TRACE(nth);
        Calls calls;
        PaintedOnGpu run(painting(), CudaGraphs::Auto);
        for (int i = 0; i < 4; ++i) run.step();
        (void)calls.next();
        stand_in::refuse_nth(nth);
        run.step();
        stand_in::refuse_nth(0);
        EXPECT_TRUE(at::equal(plain.latent(), run.latent()));
    }
}

}  // namespace
}  // namespace headroom::test
