// G with resize-convolutions: equal to PyTorch's upsampling and convolution, at the memory of the classic one; grown, resumed and stored.
#include "core/models/dcgan/convolution.h"
#include "core/models/dcgan/networks.h"
#include "core/models/nn/network.h"
#include "tests/torch/trainer_fixture.h"

namespace headroom::test {
namespace {

TrainConfig resizing_config() {
    TrainConfig c = small_config();
    c.edit<DcganConfig>().upsampling = Upsampling::Resize;
    return c;
}

at::Tensor plain(ConvLayer& layer, const at::Tensor& x, bool depthwise) {
    const auto weights = layer.named_parameters();
    const at::Tensor large = at::upsample_nearest2d(x, at::IntArrayRef{2 * x.size(2), 2 * x.size(3)});
    if (!depthwise) return at::conv2d(large, weights["weight"], {}, 1, 1);
    return at::conv2d(at::conv2d(large, weights["depthwise"], {}, 1, 1, 1, x.size(1)), weights["pointwise"]);
}

TEST(ResizeConvolution, IsNearestNeighboursAndAConvolution) {
    for (const bool depthwise : {false, true}) {
        ConvLayer layer({6, 5, true, 2, 1, depthwise, false, true});
        for (at::Tensor p : layer.parameters()) {
            at::NoGradGuard no_grad;
            p.normal_();
        }
        layer.to(at::kDouble);
        std::vector<at::Tensor> gradients[2], outputs;
        for (int way = 0; way < 2; ++way) {
            at::Tensor x = at::arange(2 * 6 * 3 * 5, at::kDouble).view({2, 6, 3, 5}).sin().requires_grad_(true);
            layer.zero_grad();
            const at::Tensor y = way == 0 ? layer.forward(x) : plain(layer, x, depthwise);
            (y * at::arange(y.numel(), at::kDouble).view(y.sizes()).cos()).sum().backward();
            outputs.push_back(y.detach());
            gradients[way].push_back(x.grad());
            for (const at::Tensor& p : layer.parameters()) gradients[way].push_back(p.grad().clone());
        }
        EXPECT_TRUE(at::allclose(outputs[0], outputs[1], 1e-10, 1e-12)) << "borders too";
        ASSERT_EQ(gradients[0].size(), gradients[1].size());
        for (std::size_t i = 0; i < gradients[0].size(); ++i)
            EXPECT_TRUE(at::allclose(gradients[0][i], gradients[1][i], 1e-10, 1e-12)) << depthwise << " " << i;
    }
}

TEST(ResizeConvolution, HasNoCheckerboardWhereTheClassicOneHas) {
    // Random filters on an even picture: the classic layer makes another value at each place of a 2 x 2 square, this one the same.
    for (const bool resized : {false, true}) {
        ConvLayer layer({4, 3, true, 2, 1, false, false, resized});
        at::NoGradGuard no_grad;
        for (at::Tensor p : layer.parameters()) p.normal_();
        const at::Tensor inner =
            layer.forward(at::ones({1, 4, 8, 8})).slice(2, 2, 14).slice(3, 2, 14);  // without the borders
        const double uneven = (inner - inner.mean({2, 3}, true)).abs().max().item<double>();
        if (resized)
            EXPECT_LT(uneven, 1e-4);
        else
            EXPECT_GT(uneven, 0.1);
    }
}

TEST(ResizeConvolution, TakesNoMoreMemoryThanTheClassicOne) {
    Bytes peaks[2];
    for (int way = 0; way < 2; ++way) {
        TrainConfig c = way == 0 ? small_config() : resizing_config();
        c.image_size = 64;
        c.batch_micro = 16;
        TrainerRun run(c);
        peaks[way] = run.steps(2).peak_tensors;
    }
    EXPECT_LE(peaks[1], peaks[0]);
}

TEST(ResizeConvolution, GoesOnExactlyAndGrowsByRole) {
    const TrainConfig c = resizing_config();
    TrainerRun whole_run(c), first(c);
    first.steps(2);
    const auto saved = first.trainer->checkpoint();
    ASSERT_TRUE(saved);
    TrainerRun second(c, saved->get());
    second.steps(2);
    whole_run.steps(4);
    EXPECT_EQ(differing(whole_run.state(), second.state()), "");

    TrainConfig grown = c;
    grown.image_size = 64;
    grown.edit<DcganConfig>().fade_steps = 4;
    const auto before = second.state();
    ASSERT_TRUE(second.change(grown));
    const auto after = second.state();
    EXPECT_EQ(before.at("generator/main.3.weight"), after.at("generator/main.3.weight"));
    EXPECT_EQ(before.at("generator/main.9.weight"), after.at("fade/generator.fade.weight"));
    EXPECT_TRUE(std::isfinite(second.steps(2).loss_g));
}

TEST(ResizeConvolution, AClassicRunsWeightsAreRefusedInWords) {
    TrainerRun classic(small_config());
    const auto saved = classic.trainer->checkpoint();
    ASSERT_TRUE(saved);
    DcganTrainer trainer{std::string()};
    trainer.use_dataset(std::make_shared<MemoryDataset>(16, 32, 3, 3));
    const auto begun = trainer.prepare(
        resizing_config(), saved->get(), true, [](const std::string&, double) {}, [](Event) {}, {});
    ASSERT_FALSE(begun);
    EXPECT_NE(begun.error().message.find("main.3.weight"), std::string::npos) << begun.error().message;
}

TEST(ResizeConvolution, Bf16AndSeparatedLayersTrain) {
    for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
        TrainConfig c = resizing_config();
        c.precision = precision;
        c.edit<DcganConfig>().conv = precision == Precision::Bf16 ? ConvKind::Standard : ConvKind::Depthwise;
        c.checkpointing = precision == Precision::Bf16 ? Checkpointing::On : Checkpointing::Off;
        TrainerRun run(c);
        const StepDone step = run.steps(3);
        EXPECT_TRUE(std::isfinite(step.loss_g) && std::isfinite(step.loss_d));
    }
}

}  // namespace
}  // namespace headroom::test
