// Crops, pools and augmentations against kornia 0.5.4 and the scripts' own functions, from the draws that they made.
#include "app/lab/vqgan_clip/kornia_draws.h"
#include "core/memory/libtorch.h"
#include "core/models/vqgan_clip/colours.h"
#include "core/models/vqgan_clip/crops.h"
#include "network_case.h"

namespace headroom {
namespace {

using namespace imagine;

constexpr std::int64_t kCutSide = 24;

class Cutouts : public testing::Test {
protected:
    NetworkCase c{"cutouts"};
    TensorMap inputs = c.tensors("inputs.safetensors"), want = c.tensors("expected.safetensors"),
              params = c.tensors("params.safetensors");
};

TEST_F(Cutouts, TheCaseAgreesInBothTypes) {
    const auto sets = replay_case(ParityKind::Cutouts, network_cases() + "/cutouts");
    ASSERT_TRUE(sets) << sets.error().message;
    ASSERT_EQ(sets->size(), 2u);
    for (const ReplayedSet& set : *sets) {
        for (const auto& [key, value] : set.expected)
            EXPECT_TRUE(key.starts_with("taps.") || set.computed.contains(key)) << key;
    }
    // Output and gradient of crop, pool, noise, chain and fourteen augmentations, five matrices.
    const ParityOutcome outcome = compare_sets("cutouts", *sets);
    EXPECT_EQ(outcome.figures, 2u * (2 * 18 + 5));
    EXPECT_TRUE(outcome.within) << outcome.first_difference;
}

TEST_F(Cutouts, CropsInOneNodeArePyTorchsOneByOne) {
    const std::vector<CutBox> boxes = square_boxes(inputs["boxes"]);
    const at::Tensor x = inputs["image"].to(at::kDouble).requires_grad_();
    std::vector<at::Tensor> parts;
    for (const CutBox& b : boxes) {
        const at::Tensor crop = x.narrow(2, static_cast<std::int64_t>(b.y), static_cast<std::int64_t>(b.height))
                                    .narrow(3, static_cast<std::int64_t>(b.x), static_cast<std::int64_t>(b.width));
        parts.push_back((at::adaptive_avg_pool2d(crop, {kCutSide, kCutSide}) +
                         std::get<0>(at::adaptive_max_pool2d(crop, {kCutSide, kCutSide}))) /
                        2);
    }
    const at::Tensor whole = at::cat(parts), got = pooled_crops(x, boxes, kCutSide),
                     pull = inputs["cotangent"].to(at::kDouble);
    EXPECT_LE(largest_difference(whole, got), 1e-14);
    EXPECT_LE(largest_difference(torch::autograd::grad({whole}, {x}, {pull})[0],
                                 torch::autograd::grad({got}, {x}, {pull})[0]),
              1e-13);
    EXPECT_THROW(pooled_crops(x, {{40, 0, 24, 24}}, kCutSide), c10::Error);
}

TEST_F(Cutouts, ColoursByTensorsAreTheSame) {
    for (const std::string code : {"Ji", "Ji_pooling"}) {
        const KorniaStep k = kornia_step(code, params);
        for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
            const at::Tensor x = inputs["batch"].to(type).clone().requires_grad_();
            const at::Tensor y = changed(x, k.draws.touched, colour_jitter(k.draws, x, true));
            c.expect(code + ".out", want[code + ".out"], y);
            (y * inputs["cotangent"].narrow(0, 0, y.size(0)).to(type)).sum().backward();
            c.expect(code + ".grad", want[code + ".grad"], x.grad());
        }
    }
}

TEST_F(Cutouts, BrokenDrawsAreNamed) {
    TensorMap broken = params;
    broken.erase("Ji.hue_factor");
    EXPECT_THROW(kornia_step("Ji", broken), c10::Error);
    broken = params;
    broken["Ro.degrees"] = broken["Ro.degrees"].narrow(0, 0, 1);
    EXPECT_THROW(kornia_step("Ro", broken), c10::Error);
    broken = params;
    broken["Pe.end_points"] = broken["Pe.end_points"].flatten().narrow(0, 0, 5);
    EXPECT_THROW(kornia_step("Pe", broken), c10::Error);
}

}  // namespace
}  // namespace headroom
