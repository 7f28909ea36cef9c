// G that enlarges before it convolves: equal to PyTorch's upsampling and convolution, at the memory of the classic one; grown, resumed and stored.
#include "core/io/runs/run_folder.h"
#include "core/models/dcgan/convolution.h"
#include "core/models/dcgan/networks.h"
#include "core/models/nn/network.h"
#include "core/train/dcgan/stored_dcgan.h"
#include "core/train/tensor_bridge.h"
#include "tests/torch/trainer_fixture.h"

namespace headroom::test {
namespace {

constexpr Upsampling kEnlarging[] = {Upsampling::Resize, Upsampling::Bilinear};

TrainConfig enlarging_config(Upsampling upsampling) {
    TrainConfig c = small_config();
    c.edit<DcganConfig>().upsampling = upsampling;
    return c;
}
TrainConfig resizing_config() { return enlarging_config(Upsampling::Resize); }

/// A pixel larger on each side than twice `x`: what a 3x3 filter reads.
at::Tensor large(const at::Tensor& x, bool smooth) {
    const std::vector<std::int64_t> border(4, 1);
    if (!smooth)
        return at::constant_pad_nd(at::upsample_nearest2d(x, at::IntArrayRef{2 * x.size(2), 2 * x.size(3)}), border);
    const at::Tensor wider = at::constant_pad_nd(x, border);
    const at::Tensor all = at::upsample_bilinear2d(wider, at::IntArrayRef{2 * wider.size(2), 2 * wider.size(3)},
                                                   /*align_corners=*/false);
    return all.slice(2, 1, -1).slice(3, 1, -1);
}

at::Tensor plain(ConvLayer& layer, const at::Tensor& x, bool depthwise, bool smooth) {
    const auto weights = layer.named_parameters();
    if (!depthwise) return at::conv2d(large(x, smooth), weights["weight"]);
    return at::conv2d(at::conv2d(large(x, smooth), weights["depthwise"], {}, 1, at::IntArrayRef{0}, 1, x.size(1)),
                      weights["pointwise"]);
}

/// A layer's outputs and gradients are those of PyTorch's enlarging and convolution.
void expect_as_plain(bool smooth) {
    for (const bool depthwise : {false, true}) {
        ConvLayer layer({6, 5, true, 2, 1, depthwise, false, true, smooth});
        for (at::Tensor p : layer.parameters()) {
            at::NoGradGuard no_grad;
            p.normal_();
        }
        layer.to(at::kDouble);
        std::vector<at::Tensor> gradients[2], outputs;
        for (int way = 0; way < 2; ++way) {
            at::Tensor x = at::arange(2 * 6 * 3 * 5, at::kDouble).view({2, 6, 3, 5}).sin().requires_grad_(true);
            layer.zero_grad();
            const at::Tensor y = way == 0 ? layer.forward(x) : plain(layer, x, depthwise, smooth);
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

TEST(ResizeConvolution, IsNearestNeighboursAndAConvolution) { expect_as_plain(false); }

TEST(ResizeConvolution, SmoothIsBilinearEnlargingAndAConvolution) { expect_as_plain(true); }

TEST(ResizeConvolution, HasNoCheckerboardWhereTheClassicOneHas) {
    // Random filters on an even picture: the classic layer makes another value at each place of a 2 x 2 square, these the same.
    for (const Upsampling upsampling : {Upsampling::Transposed, Upsampling::Resize, Upsampling::Bilinear}) {
        const bool resized = upsampling != Upsampling::Transposed;
        ConvLayer layer({4, 3, true, 2, 1, false, false, resized, upsampling == Upsampling::Bilinear});
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
    Bytes peaks[3];
    for (int way = 0; way < 3; ++way) {
        TrainConfig c = enlarging_config(static_cast<Upsampling>(way));
        c.image_size = 64;
        c.batch_micro = 16;
        c.edit<DcganConfig>().width_g = c.width_d = 64;  // in narrower ones what passes weighs more than what is kept
        TrainerRun run(c);
        peaks[way] = run.steps(2).peak_tensors;
    }
    EXPECT_LE(peaks[1], peaks[0]);
    EXPECT_LE(peaks[2], peaks[0]) << "bilinear: no enlarged picture is kept";
}

class EnlargingGenerator : public testing::TestWithParam<Upsampling> {};

INSTANTIATE_TEST_SUITE_P(ResizeConvolution, EnlargingGenerator, testing::ValuesIn(kEnlarging),
                         [](const auto& info) { return std::string(name_of(info.param)); });

TEST_P(EnlargingGenerator, GoesOnExactlyAndGrowsByRole) {
    const TrainConfig c = enlarging_config(GetParam());
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

TEST_P(EnlargingGenerator, IsDrawnFromAsItsSettingsSay) {
    // The tensors of both ways have one shape.
    const TrainConfig c = enlarging_config(GetParam());
    TrainerRun run(c);
    run.steps(1);
    const auto saved = run.trainer->checkpoint();
    ASSERT_TRUE(saved);
    const CheckpointPart* part = find_part((*saved)->parts, "generator");
    ASSERT_TRUE(part);
    Generator own(spec_from_config(c));
    ASSERT_TRUE(load_into(nn::named_tensors(own), part->tensors, "here"));
    own.eval();
    const auto stored = stored_dcgan(*saved, false, "here");
    ASSERT_TRUE(stored) << stored.error().message;
    const auto drawing = stored->build();
    ASSERT_TRUE(drawing) << drawing.error().message;
    (*drawing)->module().eval();
    const at::NoGradGuard no_grad;
    const at::Tensor z = at::arange(2 * 16, at::kFloat).sin().view({2, 16, 1, 1});
    EXPECT_TRUE(at::equal((*drawing)->draw(z), own.forward(z)));
}

TEST_P(EnlargingGenerator, Bf16AndSeparatedLayersTrain) {
    for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
        TrainConfig c = enlarging_config(GetParam());
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
