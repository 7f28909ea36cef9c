// Several warps of cutouts in one launch, run on the host, against the same steps one after another by LibTorch's sampling: values and
// gradients, of one picture for all cuts and of one for each, all kinds of warps in both modes.
#include "core/memory/libtorch.h"
#include "core/models/vqgan_clip/cut_tables.h"
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
    void compare(const CutSettings& settings, const std::vector<CutStep>& chain, CutDraws draws, const at::Tensor& x) {
        const std::size_t steps = chain.size();
        const bool reference = settings.reference;
        const CutTables tables = cut_tables(settings, chain, draws, x.size(2), x.size(3));
        make_noise(draws, chain, x.size(3));
        ASSERT_EQ(warps_at_once(chain, 0), steps);
        const at::Tensor grad = at::randn({draws.count, 3, x.size(2), x.size(3)});
        const auto run = [&](at::ScalarType type, bool at_once) {
            at::Tensor in = x.to(type).detach().clone().requires_grad_(true);
            at::Tensor out = at_once ? warped_at_once(kernels, chain, tables, 0, steps, in, reference)
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
                compare(settings, chain, draws, smooth(5, 33));
                compare(settings, chain, draws, smooth(1, 33));
            }
        }
    }
}

TEST_F(DeviceCuts, ThreeWarpsAndAnErasureAtOnce) {
    const CutSettings settings = settings_of({Augment::Af, Augment::Er, Augment::Pe, Augment::Ro}, 24, false);
    const auto chain = cut_chain(settings);
    for (std::int64_t iteration = 0; iteration < 6; ++iteration)
        compare(settings, chain, draw_cuts(settings, chain, 8, 24, 24, iteration, 3, 7), smooth(1, 24));
}

TEST_F(DeviceCuts, FlipsAndBordersOfTheUpdatedMethod) {
    CutSettings settings = settings_of({}, 20, false);
    settings.method = CutMethod::Updated;
    auto chain = cut_chain(settings);
    std::erase_if(
        chain, [](const CutStep& s) { return s.kind == CutStep::Kind::Colour || s.kind == CutStep::Kind::Sharpness; });
    ASSERT_EQ(chain.size(), 3u);
    for (std::int64_t iteration = 0; iteration < 6; ++iteration)
        compare(settings, chain, draw_cuts(settings, chain, 8, 20, 20, iteration, 0, 6), smooth(6, 20));
}

TEST_F(DeviceCuts, AWholeLaunchIsWhatFitsTheKernel) {
    const CutSettings settings = settings_of(
        {Augment::Pe, Augment::Ji, Augment::Af, Augment::Ro, Augment::Pe, Augment::Af, Augment::Er}, 16, false);
    const auto chain = cut_chain(settings);
    EXPECT_EQ(warps_at_once(chain, 0), 1u);  // colours are no warp
    EXPECT_EQ(warps_at_once(chain, 1), 0u);
    EXPECT_EQ(warps_at_once(chain, 2), 3u);  // a fourth would sample too often
    EXPECT_EQ(warps_at_once(chain, 5), 2u);
    EXPECT_EQ(warps_at_once(chain, chain.size()), 0u);
}

TEST_F(DeviceCuts, UntouchedCutsKeepTheirBits) {
    const CutSettings settings = settings_of({Augment::Pe, Augment::Af}, 19, false);
    auto chain = cut_chain(settings);
    for (CutStep& step : chain) step.p = 0.4;
    const CutDraws draws = draw_cuts(settings, chain, 1, 19, 19, 0, 0, 20);
    const at::Tensor x = at::rand({20, 3, 19, 19});
    const at::Tensor out = warped_at_once(kernels, chain, cut_tables(settings, chain, draws, 19, 19), 0, 2, x, false);
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
    const CutTables tables = cut_tables(settings, chain, draws, 19, 19);
    EXPECT_EQ(warped_at_once(kernels, chain, tables, 0, 1, at::rand({1, 3, 19, 19}), false).size(0), 0);
}

/// Everything that a chain may do, in both modes, against the operators: from a whole picture pooled, from crops that are pooled or resampled.
TEST_F(DeviceCuts, WholeCutsAreTheOperators) {
    for (const bool reference : {false, true}) {
        for (const CutMethod method : {CutMethod::Original, CutMethod::Updated, CutMethod::UpdatedPooling,
                                       CutMethod::Latest, CutMethod::NrUpdated, CutMethod::CropPool}) {
            CutSettings settings =
                settings_of({Augment::Ji, Augment::Sh, Augment::Gn, Augment::Pe, Augment::Et}, 24, reference);
            settings.method = method;
            const auto chain = cut_chain(settings);
            const at::Tensor base = smooth(1, pools_whole(method) ? 24 : 61);
            for (std::int64_t iteration = 0; iteration < 3; ++iteration) {
                SCOPED_TRACE(std::string(name_of(method)) + (reference ? " reference " : " ") +
                             std::to_string(iteration));
                CutDraws draws = draw_cuts(settings, chain, 5, base.size(2), base.size(3), iteration, 2, 5);
                const CutTables tables = cut_tables(settings, chain, draws, base.size(2), base.size(3));
                make_noise(draws, chain, settings.side);
                const at::Tensor made = cuts_at_once(kernels, settings, chain, base, tables),
                                 wanted = apply_cuts(settings, chain, base, draws);
                ASSERT_EQ(made.sizes(), wanted.sizes());
                // A place between two pixels may fall on the other side: of few numbers.
                const at::Tensor apart = (made - wanted).abs();
                EXPECT_LE(apart.mean().item<double>(), 1e-4);
                EXPECT_LE(apart.gt(1e-3).to(at::kDouble).mean().item<double>(), 2e-3);
            }
        }
    }
}

TEST_F(DeviceCuts, TablesHaveTheSameShapesWhateverIsDrawn) {
    for (const CutMethod method : {CutMethod::Original, CutMethod::Updated, CutMethod::Latest, CutMethod::CropPool}) {
        CutSettings settings =
            settings_of({Augment::Ji, Augment::Sh, Augment::Gn, Augment::Et, Augment::Ts, Augment::Er}, 24, false);
        settings.method = method;
        const auto chain = cut_chain(settings);
        std::vector<std::vector<std::int64_t>> first;
        for (std::int64_t iteration = 0; iteration < 20; ++iteration) {
            CutTables tables =
                cut_tables(settings, chain, draw_cuts(settings, chain, 5, 60, 80, iteration, 0, 4), 60, 80);
            std::vector<std::vector<std::int64_t>> shapes;
            for (const at::Tensor* table : tables.all()) shapes.push_back(table->sizes().vec());
            if (iteration == 0) first = shapes;
            EXPECT_EQ(shapes, first) << iteration;
        }
    }
}

}  // namespace
}  // namespace headroom::imagine
