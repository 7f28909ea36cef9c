// Crops, colour jitter and sharpness of all cutouts in one launch, run on the host, against the operators that the CPU computes them with: values
// and gradients.
#include "core/memory/libtorch.h"
#include "core/models/vqgan_clip/crops.h"
#include "core/models/vqgan_clip/cut_tables.h"
#include "core/models/vqgan_clip/cutouts.h"
#include "core/models/vqgan_clip/device_colours.h"
#include "core/models/vqgan_clip/device_crops.h"
#include "tests/torch/device_kernels_fixture.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace headroom::imagine {
namespace {

class DeviceCrops : public test::WithDeviceKernels {
protected:
    using Crop = std::function<at::Tensor(const at::Tensor&)>;

    at::Tensor pooled(const at::Tensor& x, const std::vector<CutBox>& boxes, std::int64_t side) {
        CutTables tables;
        tables.count = static_cast<std::int64_t>(boxes.size());
        tables.boxes = crop_box_table(boxes);
        return cropped_at_once(kernels, x, tables, side);
    }
    at::Tensor resampled(const at::Tensor& x, const std::vector<CutBox>& boxes, std::int64_t side) {
        CutTables tables;
        tables.count = static_cast<std::int64_t>(boxes.size());
        tables.boxes = crop_box_table(boxes);
        resample_tables(boxes, side, longest_row(std::min(x.size(2), x.size(3)), side), tables.weights, tables.firsts);
        return cropped_at_once(kernels, x, tables, side);
    }

    /// Results and gradients of `made` in float32 against `exact` in float64, relative to the largest.
    static void compare(const at::Tensor& x, std::int64_t count, std::int64_t side, const Crop& made,
                        const Crop& exact) {
        const at::Tensor grad = at::randn({count, 3, side, side});
        const auto run = [&](at::ScalarType type, const Crop& crop) {
            const at::Tensor in = x.to(type).detach().clone().requires_grad_(true);
            const at::Tensor out = crop(in);
            out.backward(grad.to(type));
            return std::pair{out.detach().to(at::kDouble), in.grad().to(at::kDouble)};
        };
        const auto a = run(at::kFloat, made), b = run(at::kDouble, exact);
        const auto apart = [](const at::Tensor& m, const at::Tensor& e) {
            return ((m - e).abs().max() / e.abs().max().clamp_min(1e-20)).item<double>();
        };
        EXPECT_EQ(a.first.sizes(), b.first.sizes());
        EXPECT_LE(apart(a.first, b.first), 3e-6);
        EXPECT_LE(apart(a.second, b.second), 3e-6);
    }
};

TEST(LongestRow, HasRoomForEveryRowOfItsSizeAndOfSmallerOnes) {
    for (const std::int64_t side : {2, 7, 32, 224}) {
        std::int64_t most = 0;
        for (std::int64_t size = 1; size <= 600; size += size < 40 ? 1 : 37) {
            std::int64_t own = 0;
            for (const ResampleRows::Row& row : resample_rows(size, side).rows)
                own = std::max(own, static_cast<std::int64_t>(row.weights.size()));
            most = std::max(most, own);
            const std::int64_t room = longest_row(size, side);
            EXPECT_GE(room, most) << size << " to " << side;
            // And no more of it: of many rows one lies whole within the picture.
            if (side > 7) EXPECT_EQ(room, own) << size << " to " << side;
        }
    }
}

TEST_F(DeviceCrops, PoolingIsTheCpus) {
    const std::vector<CutBox> boxes{{0, 0, 50, 37}, {3, 5, 40, 20}, {10, 0, 16, 16}, {7, 9, 1, 1}, {20, 6, 5, 31}};
    for (const std::int64_t side : {1, 7, 16, 23}) {
        SCOPED_TRACE(side);
        compare(
            at::rand({1, 3, 37, 50}), 5, side, [&](const at::Tensor& x) { return pooled(x, boxes, side); },
            [&](const at::Tensor& x) { return pooled_crops(x, boxes, side); });
    }
}

TEST_F(DeviceCrops, TheWholePictureIsPooledAsOneBox) {
    const at::Tensor x = at::rand({1, 3, 37, 50});
    EXPECT_TRUE(at::equal(pooled_whole(kernels, x, 16), pooled(x, {{0, 0, 50, 37}}, 16)));
}

TEST_F(DeviceCrops, OfEqualNumbersTheFirstIsTheLargest) {
    const std::vector<CutBox> boxes{{0, 0, 30, 30}, {4, 2, 21, 17}};
    compare(
        at::randint(0, 3, {1, 3, 30, 30}, at::kFloat), 2, 6, [&](const at::Tensor& x) { return pooled(x, boxes, 6); },
        [&](const at::Tensor& x) { return pooled_crops(x, boxes, 6); });
}

TEST_F(DeviceCrops, ResamplingIsTheCpus) {
    const std::vector<CutBox> boxes{{0, 0, 70, 70}, {5, 8, 33, 33}, {40, 11, 24, 24}, {1, 2, 16, 16}};
    for (const std::int64_t side : {16, 24, 33}) {
        SCOPED_TRACE(side);
        compare(
            at::rand({1, 3, 71, 90}), 4, side, [&](const at::Tensor& x) { return resampled(x, boxes, side); },
            [&](const at::Tensor& x) { return resampled_crops(x, boxes, side); });
    }
}

TEST_F(DeviceCrops, APictureInAnotherOrderIsReadAsItLies) {
    const at::Tensor x = at::rand({1, 3, 40, 36}), last = x.contiguous(at::MemoryFormat::ChannelsLast);
    const std::vector<CutBox> boxes{{2, 3, 30, 30}};
    EXPECT_TRUE(at::equal(pooled(last, boxes, 16), pooled(x, boxes, 16)));
    EXPECT_TRUE(at::equal(resampled(last, boxes, 16), resampled(x, boxes, 16)));
}

TEST_F(DeviceCrops, AGradientIsTheSameEachTime) {
    const std::vector<CutBox> boxes{{0, 0, 40, 40}, {3, 1, 31, 31}, {9, 4, 27, 27}};
    const at::Tensor grad = at::randn({3, 3, 16, 16}), x = at::rand({1, 3, 40, 40});
    const auto gradient = [&](bool pool) {
        const at::Tensor in = x.detach().requires_grad_(true);
        (pool ? pooled(in, boxes, 16) : resampled(in, boxes, 16)).backward(grad);
        return in.grad();
    };
    for (const bool pool : {false, true}) EXPECT_TRUE(at::equal(gradient(pool), gradient(pool)));
}

class DeviceColours : public DeviceCrops {
protected:
    /// Draws of a step of this kind for `count` cuts, of which not all are touched.
    static std::pair<CutStep, StepDraws> drawn(CutStep::Kind kind, std::int64_t count, std::int64_t iteration) {
        CutStep step;
        step.kind = kind;
        step.p = 0.6;
        step.brightness = step.contrast = step.saturation = 0.4;
        step.hue = 0.3;
        CutSettings settings;
        settings.side = 20;
        return {step, draw_cuts(settings, {step}, 11, 20, 20, iteration, 0, count).steps.front()};
    }
    /// What the kernel of this step is told.
    static at::Tensor table(const CutStep& step, const StepDraws& draws, std::int64_t count) {
        CutDraws all;
        all.count = count;
        all.steps = {draws};
        CutSettings settings;
        settings.side = 20;
        return cut_tables(settings, {step}, all, 20, 20).steps.front().each;
    }
};

TEST_F(DeviceColours, JitterIsTheCpus) {
    for (std::int64_t iteration = 0; iteration < 8; ++iteration) {
        const auto [step, draws] = drawn(CutStep::Kind::Colour, 9, iteration);
        ASSERT_FALSE(draws.touched.empty());
        // Among equal channels, at the ends of [0, 1] and where hues meet the slope leaps: away from there it is compared.
        compare(
            at::rand({9, 3, 20, 20}) * 0.9 + 0.05, 9, 20,
            [&, &step = step, &draws = draws](const at::Tensor& x) {
                return jittered_at_once(kernels, table(step, draws, 9), x);
            },
            [&, &step = step, &draws = draws](const at::Tensor& x) {
                // The same factors as in float32, so that the same colours are clamped.
                StepDraws rounded = draws;
                for (ColourDraw& c : rounded.colours)
                    c = {1 + static_cast<double>(static_cast<float>(c.brightness - 1)), static_cast<float>(c.contrast),
                         static_cast<float>(c.saturation), static_cast<float>(c.hue)};
                return apply_step(step, rounded, x, false);
            });
    }
}

TEST_F(DeviceColours, SharpnessIsTheCpus) {
    for (std::int64_t iteration = 0; iteration < 4; ++iteration) {
        const auto [step, draws] = drawn(CutStep::Kind::Sharpness, 7, iteration);
        ASSERT_FALSE(draws.touched.empty());
        compare(
            at::rand({7, 3, 20, 20}), 7, 20,
            [&, &step = step, &draws = draws](const at::Tensor& x) {
                return sharpened_at_once(kernels, table(step, draws, 7), x);
            },
            [&, &step = step, &draws = draws](const at::Tensor& x) { return apply_step(step, draws, x, false); });
    }
}

TEST_F(DeviceColours, WhatChanceLeavesAloneKeepsItsBits) {
    const at::Tensor x = at::rand({12, 3, 20, 20}), grad = at::randn_like(x);
    for (const auto kind : {CutStep::Kind::Colour, CutStep::Kind::Sharpness}) {
        const auto [step, draws] = drawn(kind, 12, 0);
        const at::Tensor in = x.detach().requires_grad_(true);
        const at::Tensor out = kind == CutStep::Kind::Colour ? jittered_at_once(kernels, table(step, draws, 12), in)
                                                             : sharpened_at_once(kernels, table(step, draws, 12), in);
        out.backward(grad);
        std::int64_t untouched = 0;
        for (std::int64_t i = 0; i < 12; ++i) {
            const bool touched = std::find(draws.touched.begin(), draws.touched.end(), i) != draws.touched.end();
            EXPECT_EQ(at::equal(out[i], x[i]) && at::equal(in.grad()[i], grad[i]), !touched) << i;
            untouched += touched ? 0 : 1;
        }
        EXPECT_GT(untouched, 0);
    }
}

}  // namespace
}  // namespace headroom::imagine
