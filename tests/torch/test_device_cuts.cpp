// Several warps of cutouts in one launch, run on the host, against the same steps one after another by LibTorch's sampling: values and
// gradients, of one picture for all cuts and of one for each, all kinds of warps in both modes.
#include "core/memory/libtorch.h"
#include "core/models/vqgan_clip/cutouts.h"
#include "core/models/vqgan_clip/device_cuts.h"
#include "tests/torch/device_kernels_fixture.h"

#include <algorithm>

namespace headroom::imagine {
namespace {

class DeviceCuts : public test::WithDeviceKernels {
protected:
    static CutSettings settings_of(std::vector<Augment> augments, std::int64_t side, bool reference) {
        CutSettings s;
        s.method = CutMethod::Latest;
        s.side = side;
        s.augments = std::move(augments);
        s.reference = reference;
        return s;
    }
    /// Both ways from `x`: the results and the gradients of x.
    void compare(const std::vector<CutStep>& chain, const CutDraws& draws, const at::Tensor& x, bool reference) {
        const std::size_t steps = chain.size();
        ASSERT_EQ(warps_at_once(chain, draws, 0), steps);
        const at::Tensor grad = at::randn({draws.count, 3, x.size(2), x.size(3)});
        const auto run = [&](at::ScalarType type, bool at_once) {
            at::Tensor in = x.to(type).detach().clone().requires_grad_(true);
            at::Tensor out = at_once ? warped_at_once(kernels, chain, draws, 0, steps, in, reference)
                                     : in.expand({draws.count, -1, -1, -1});
            for (std::size_t i = 0; i < steps && !at_once; ++i)
                out = apply_step(chain[i], draws.steps[i], out, reference);
            out.backward(grad.to(type));
            return std::pair{out.detach().to(at::kDouble), in.grad().to(at::kDouble)};
        };
        const auto made = run(at::kFloat, true), exact = run(at::kDouble, false), plain = run(at::kFloat, false);
        const auto apart = [](const at::Tensor& a, const at::Tensor& b) { return (a - b).abs().max().item<double>(); };
        // A place that falls between two pixels, or on the picture's border, may fall on the other side in float32: LibTorch's own
        // sampling in float32 says how far that goes.
        EXPECT_LE(apart(made.first, exact.first), 4 * apart(plain.first, exact.first) + 2e-4);
        EXPECT_LE(apart(made.second, exact.second), 4 * apart(plain.second, exact.second) + 2e-3);
    }
    static at::Tensor smooth(std::int64_t n, std::int64_t side) {
        return at::upsample_bilinear2d(at::rand({n, 3, 4, 4}), {side, side}, false);
    }
};

TEST_F(DeviceCuts, EachKindOfWarpInBothModes) {
    for (const bool reference : {false, true}) {
        for (const Augment augment :
             {Augment::Pe, Augment::Ro, Augment::Af, Augment::Et, Augment::Ts, Augment::Cr, Augment::Er, Augment::Re}) {
            SCOPED_TRACE(std::to_string(static_cast<int>(augment)) + (reference ? " reference" : ""));
            const CutSettings settings = settings_of({augment}, 33, reference);
            const auto chain = cut_chain(settings);
            for (std::int64_t iteration = 0; iteration < 3; ++iteration) {
                const CutDraws draws = draw_cuts(settings, chain, 5, 33, 33, iteration, 0, 5);
                compare(chain, draws, smooth(5, 33), reference);
                compare(chain, draws, smooth(1, 33), reference);
            }
        }
    }
}

TEST_F(DeviceCuts, ThreeWarpsAndAnErasureAtOnce) {
    const CutSettings settings = settings_of({Augment::Af, Augment::Er, Augment::Pe, Augment::Ro}, 24, false);
    const auto chain = cut_chain(settings);
    for (std::int64_t iteration = 0; iteration < 6; ++iteration)
        compare(chain, draw_cuts(settings, chain, 8, 24, 24, iteration, 3, 7), smooth(1, 24), false);
}

TEST_F(DeviceCuts, FlipsAndBordersOfTheUpdatedMethod) {
    CutSettings settings = settings_of({}, 20, false);
    settings.method = CutMethod::Updated;
    auto chain = cut_chain(settings);
    std::erase_if(
        chain, [](const CutStep& s) { return s.kind == CutStep::Kind::Colour || s.kind == CutStep::Kind::Sharpness; });
    ASSERT_EQ(chain.size(), 3u);
    for (std::int64_t iteration = 0; iteration < 6; ++iteration)
        compare(chain, draw_cuts(settings, chain, 8, 20, 20, iteration, 0, 6), smooth(6, 20), false);
}

TEST_F(DeviceCuts, AWholeLaunchIsWhatFitsTheKernel) {
    const CutSettings settings = settings_of(
        {Augment::Pe, Augment::Ji, Augment::Af, Augment::Ro, Augment::Pe, Augment::Af, Augment::Er}, 16, false);
    auto chain = cut_chain(settings);
    for (CutStep& step : chain) step.p = 1;
    const CutDraws draws = draw_cuts(settings, chain, 1, 16, 16, 0, 0, 4);
    EXPECT_EQ(warps_at_once(chain, draws, 0), 1u);  // colours are no warp
    EXPECT_EQ(warps_at_once(chain, draws, 1), 0u);
    EXPECT_EQ(warps_at_once(chain, draws, 2), 3u);  // a fourth would sample too often
    EXPECT_EQ(warps_at_once(chain, draws, 5), 2u);
    EXPECT_EQ(warps_at_once(chain, draws, chain.size()), 0u);
}

TEST_F(DeviceCuts, UntouchedCutsKeepTheirBits) {
    const CutSettings settings = settings_of({Augment::Pe, Augment::Af}, 19, false);
    auto chain = cut_chain(settings);
    for (CutStep& step : chain) step.p = 0.4;
    const CutDraws draws = draw_cuts(settings, chain, 1, 19, 19, 0, 0, 20);
    const at::Tensor x = at::rand({20, 3, 19, 19});
    const at::Tensor out = warped_at_once(kernels, chain, draws, 0, 2, x, false);
    int untouched = 0;
    for (std::int64_t i = 0; i < 20; ++i) {
        const auto touches = [&](const StepDraws& d) { return std::count(d.touched.begin(), d.touched.end(), i) > 0; };
        if (touches(draws.steps[0]) || touches(draws.steps[1])) continue;
        ++untouched;
        EXPECT_TRUE(at::equal(out[i], x[i]));
    }
    EXPECT_GT(untouched, 0);
}

TEST_F(DeviceCuts, NoCutsAreNoWork) {
    const CutSettings settings = settings_of({Augment::Pe}, 19, false);
    const auto chain = cut_chain(settings);
    const CutDraws draws = draw_cuts(settings, chain, 1, 19, 19, 0, 0, 0);
    EXPECT_EQ(warped_at_once(kernels, chain, draws, 0, 1, at::rand({1, 3, 19, 19}), false).size(0), 0);
}

}  // namespace
}  // namespace headroom::imagine
