// Random cuts: their draws, that chunks change nothing, what the corrected mode corrects, what they keep in memory.
#include "core/memory/cpu_allocator.h"
#include "core/memory/libtorch.h"
#include "core/models/vqgan_clip/colours.h"
#include "core/models/vqgan_clip/cutouts.h"
#include "core/models/vqgan_clip/warps.h"
#include "network_case.h"

namespace headroom {
namespace {

using namespace imagine;
using Kind = CutStep::Kind;

const std::vector<Augment> kAllAugments{Augment::Ji, Augment::Sh, Augment::Gn, Augment::Pe, Augment::Ro, Augment::Af,
                                        Augment::Et, Augment::Ts, Augment::Cr, Augment::Er, Augment::Re};
const std::vector<Augment> kDefaultAugments{Augment::Af, Augment::Pe, Augment::Ji, Augment::Er};

at::Tensor smooth_picture(std::int64_t height, std::int64_t width, at::ScalarType type = at::kFloat) {
    const at::Tensor small = torch::rand({1, 3, 6, 6}, at::kDouble);
    return (at::upsample_bicubic2d(small, {height, width}, false) * 0.5 + 0.25).clamp(0.05, 0.95).to(type);
}

struct CutWay {
    CutMethod method;
    bool reference;
};

class CutWays : public testing::TestWithParam<CutWay> {
protected:
    CutSettings settings(std::int64_t side = 30) const {
        return {GetParam().method, side, 1, kAllAugments, GetParam().reference, 0.1};
    }
};

TEST_P(CutWays, ChunksHaveTheSameBits) {
    const Cutter cutter(settings(), 5);
    const at::Tensor picture = smooth_picture(44, 57).requires_grad_();
    for (const std::int64_t iteration : {0, 3}) {
        const at::Tensor whole = cutter.cut(cutter.base(picture), iteration, 0, 9);
        ASSERT_EQ(whole.sizes(), (std::vector<std::int64_t>{9, 3, 30, 30}));
        const at::Tensor pull = torch::randn_like(whole),
                         want = torch::autograd::grad({cutter.cut(cutter.base(picture), iteration, 0, 9)}, {picture},
                                                      {pull})[0];
        EXPECT_TRUE(at::isfinite(want).all().item<bool>());
        for (const std::int64_t chunk : {1, 2, 4}) {
            at::Tensor grad = at::zeros_like(want);
            for (std::int64_t first = 0; first < 9; first += chunk) {
                const std::int64_t n = std::min<std::int64_t>(chunk, 9 - first);
                const at::Tensor part = cutter.cut(cutter.base(picture), iteration, first, n);
                EXPECT_TRUE(at::equal(part, whole.narrow(0, first, n))) << chunk << " " << first;
                grad += torch::autograd::grad({part}, {picture}, {pull.narrow(0, first, n)})[0];
            }
            EXPECT_LE(largest_difference(grad, want), 2e-6 * largest(want));
        }
    }
}

TEST_P(CutWays, AreAFunctionOfSeedAndIteration) {
    const at::Tensor picture = smooth_picture(44, 57);
    const auto cuts = [&](std::uint64_t seed, std::int64_t iteration) {
        const Cutter cutter(settings(), seed);
        return cutter.cut(cutter.base(picture), iteration, 0, 4);
    };
    EXPECT_TRUE(at::equal(cuts(1, 7), cuts(1, 7)));
    EXPECT_FALSE(at::equal(cuts(1, 7), cuts(2, 7)));
    EXPECT_FALSE(at::equal(cuts(1, 7), cuts(1, 8)));
    const at::Tensor some = cuts(1, 7);
    EXPECT_FALSE(at::equal(some[0], some[1]));
    if (!GetParam().reference) {
        EXPECT_GE(some.min().item<double>(), 0);
        EXPECT_LE(some.max().item<double>(), 1);
    }
}

TEST_P(CutWays, TakePicturesSmallerThanClips) {
    const Cutter cutter(settings(48), 5);
    const at::Tensor cuts = cutter.cut(cutter.base(smooth_picture(16, 32)), 0, 0, 3);
    EXPECT_EQ(cuts.size(2), 48);
    EXPECT_TRUE(at::isfinite(cuts).all().item<bool>());
}

TEST_P(CutWays, KeepLittle) {
    cpu_allocator::install();
    CutSettings way = settings(224);
    way.augments = kDefaultAugments;
    const Cutter cutter(way, 5);
    const at::Tensor picture = smooth_picture(256, 256).requires_grad_();
    const auto kept = [&] {
        const Bytes before = cpu_allocator::counts().live_total;
        const at::Tensor cuts = cutter.cut(cutter.base(picture), 1, 0, 8);
        return static_cast<double>((cpu_allocator::counts().live_total - before).count) / 8;
    };
    (void)kept();
    const double bytes = kept();
    RecordProperty("bytes_per_cut", std::to_string(bytes));
    // PyTorch's own operations keep 10.6 MB as measured. A cut itself is 0.6.
    EXPECT_LT(bytes, 2e6);
}

INSTANTIATE_TEST_SUITE_P(Methods, CutWays,
                         testing::Values(CutWay{CutMethod::Original, false}, CutWay{CutMethod::Updated, false},
                                         CutWay{CutMethod::NrUpdated, false}, CutWay{CutMethod::UpdatedPooling, false},
                                         CutWay{CutMethod::Latest, false}, CutWay{CutMethod::CropPool, false},
                                         CutWay{CutMethod::Original, true}, CutWay{CutMethod::Updated, true},
                                         CutWay{CutMethod::NrUpdated, true}, CutWay{CutMethod::UpdatedPooling, true},
                                         CutWay{CutMethod::Latest, true}, CutWay{CutMethod::CropPool, true}),
                         [](const auto& info) {
                             return std::string(name_of(info.param.method)) + (info.param.reference ? "Reference" : "");
                         });

/// Draws of one augmentation over many cuts.
StepDraws many(Augment augment, bool reference, std::int64_t iteration = 0) {
    const CutSettings settings{
        .method = CutMethod::Latest, .side = 100, .augments = {augment}, .reference = reference, .noise = 0};
    return draw_cuts(settings, cut_chain(settings), 17, 100, 100, iteration, 0, 400).steps[0];
}

struct Range {
    double low = 1e9, high = -1e9;
    void add(double x) { low = std::min(low, x), high = std::max(high, x); }
    /// Within [a, b], and near both ends.
    void expect(double a, double b) const {
        EXPECT_GE(low, a);
        EXPECT_LE(high, b);
        EXPECT_LT(low, a + 0.1 * (b - a));
        EXPECT_GT(high, b - 0.1 * (b - a));
    }
};

TEST(CutDraws, AffinesMoveBothWaysUnlessAsTheReference) {
    for (const bool reference : {false, true}) {
        Range x, y, angle, shear;
        const StepDraws draws = many(Augment::Af, reference);
        EXPECT_NEAR(static_cast<double>(draws.touched.size()), 280, 40);
        for (const AffineDraw& d : draws.affines)
            x.add(d.move_x), y.add(d.move_y), angle.add(d.degrees), shear.add(d.shear_x);
        y.expect(-10, 10);
        angle.expect(-15, 15);
        shear.expect(-5, 5);
        if (reference) {
            EXPECT_EQ(x.low, 0);
            EXPECT_EQ(x.high, 0);
        } else {
            x.expect(-10, 10);
        }
    }
}

TEST(CutDraws, StayInTheirRanges) {
    Range brightness, hue, sharp, turn, corner, spline;
    const StepDraws ji = many(Augment::Ji, false), sh = many(Augment::Sh, false);
    for (const ColourDraw& d : ji.colours) brightness.add(d.brightness), hue.add(d.hue);
    brightness.expect(0.9, 1.1);
    hue.expect(-0.1, 0.1);
    EXPECT_NEAR(static_cast<double>(sh.touched.size()), 200, 40);
    for (const double f : sh.numbers) sharp.add(f);
    sharp.expect(0, 0.3);
    for (const double f : many(Augment::Ro, false).numbers) turn.add(f);
    turn.expect(-15, 15);
    for (const CutCorners& c : many(Augment::Pe, false).corners) {
        for (const double inward :
             {c[0][0], c[0][1], 99 - c[1][0], c[1][1], 99 - c[2][0], 99 - c[2][1], c[3][0], 99 - c[3][1]}) {
            corner.add(inward);
        }
    }
    corner.expect(0, 35);
    const SplinePoints controls = spline_controls(false);
    EXPECT_EQ(controls[3], (CutPoint{1, 1}));
    EXPECT_EQ(spline_controls(true)[3], (CutPoint{1, -1}));
    for (std::int64_t i = 0; i < 4; ++i) {
        for (const SplinePoints& s : many(Augment::Ts, false, i).splines) {
            for (std::size_t k = 0; k < 5; ++k)
                spline.add(s[k][0] - controls[k][0]), spline.add(s[k][1] - controls[k][1]);
        }
    }
    spline.expect(-0.8, 0.8);
    EXPECT_TRUE(many(Augment::Cr, false).colours.empty());
}

TEST(CutDraws, RectanglesAreSharedAndEnlargedPartsAreNot) {
    Range area, ratio;
    int erased = 0, enlarged = 0;
    for (std::int64_t i = 0; i < 200; ++i) {
        const StepDraws er = many(Augment::Er, false, i);
        ASSERT_TRUE(er.touched.empty() || er.touched.size() == 400);
        if (er.touched.empty()) continue;
        ++erased;
        const CutBox b = er.boxes.front();
        EXPECT_EQ(er.boxes.back().x, b.x);
        EXPECT_EQ(er.boxes.back().width, b.width);
        EXPECT_TRUE(b.x >= 0 && b.y >= 0 && b.x + b.width <= 100 && b.y + b.height <= 100);
        area.add(b.width * b.height);
        ratio.add(b.height / b.width);
    }
    EXPECT_NEAR(erased, 140, 30);
    area.expect(930, 4100);
    ratio.expect(0.28, 3.5);
    Range part;
    for (std::int64_t i = 0; i < 40; ++i) {
        const StepDraws re = many(Augment::Re, false, i);
        ASSERT_TRUE(re.touched.empty() || re.touched.size() == 400);
        enlarged += re.touched.empty() ? 0 : 1;
        for (const CutBox& b : re.boxes) {
            EXPECT_TRUE(b.x >= 0 && b.y >= 0 && b.x + b.width <= 100 && b.y + b.height <= 100);
            part.add(b.width * b.height);
        }
    }
    EXPECT_NEAR(enlarged, 20, 10);
    part.expect(950, 10000);
}

TEST(CutDraws, CropsFollowThePower) {
    CutSettings settings{.method = CutMethod::Original, .side = 24};
    Range size, x, y;
    double mean = 0;
    const auto draw = [&] { return draw_cuts(settings, {}, 3, 48, 60, 0, 0, 500).crops; };
    for (const CutBox& b : draw()) {
        size.add(b.width), x.add(b.x), y.add(b.y);
        EXPECT_EQ(b.width, b.height);
        EXPECT_TRUE(b.x + b.width <= 60 && b.y + b.height <= 48);
        mean += b.width / 500;
    }
    size.expect(24, 47);
    x.expect(0, 36);
    y.expect(0, 24);
    EXPECT_NEAR(mean, 35.5, 1.5);
    settings.power = 4;
    double small = 0;
    for (const CutBox& b : draw()) small += b.width / 500;
    EXPECT_NEAR(small, 24 + 24.0 / 5 - 0.5, 1.2);
}

/// A step that touches all of `count` cuts without changing anything.
StepDraws still(Kind kind, std::int64_t side, std::int64_t count) {
    StepDraws d;
    const double last = static_cast<double>(side) - 1;
    for (std::int64_t i = 0; i < count; ++i) {
        d.touched.push_back(i);
        d.colours.push_back({});
        d.numbers.push_back(kind == Kind::Sharpness ? 1 : 0);
        d.affines.push_back({});
        d.corners.push_back({CutPoint{0, 0}, CutPoint{last, 0}, CutPoint{last, last}, CutPoint{0, last}});
        d.boxes.push_back({0, 0, last + 1, last + 1});
        d.splines.push_back(spline_controls(false));
    }
    d.noise = at::zeros({count, kind == Kind::Noise ? 3 : 2, side, side});
    return d;
}

TEST(CutSteps, NoChangeIsNoChangeInTheCorrectedMode) {
    const at::Tensor x = torch::rand({3, 3, 20, 20}, at::kDouble);
    for (const Kind kind : {Kind::Colour, Kind::Sharpness, Kind::Noise, Kind::Perspective, Kind::Rotation, Kind::Affine,
                            Kind::Elastic, Kind::Spline, Kind::Resized, Kind::Nothing}) {
        CutStep step;
        step.kind = kind;
        EXPECT_LE(largest_difference(apply_step(step, still(kind, 20, 3), x, false), x), 3e-6)
            << static_cast<int>(kind);
    }
    // The reference lays the picture's edges on the corner pixels but samples as if they were half a pixel away.
    CutStep step;
    step.kind = Kind::Perspective;
    EXPECT_GT(largest_difference(apply_step(step, still(Kind::Perspective, 20, 3), x, true), x), 0.01);
}

TEST(CutSteps, KeepWhatTheHeaderSays) {
    cpu_allocator::install();
    const at::Tensor x = torch::rand({4, 3, 64, 64}).requires_grad_();
    const double cut = 3 * 64 * 64 * 4;
    // In cuts, per cut; a field has two numbers per pixel.
    const std::map<Kind, double> wanted{{Kind::Perspective, 0}, {Kind::Rotation, 0},  {Kind::Affine, 0},
                                        {Kind::Resized, 0},     {Kind::Flip, 0},      {Kind::Erase, 0},
                                        {Kind::Colour, 1},      {Kind::Sharpness, 1}, {Kind::Elastic, 2.0 / 3},
                                        {Kind::Spline, 2.0 / 3}};
    for (const auto& [kind, cuts] : wanted) {
        CutStep step;
        step.kind = kind;
        const auto kept = [&, of = kind] {
            StepDraws draws = still(of, 64, 4);
            const Bytes before = cpu_allocator::counts().live_total;
            at::Tensor given = x * 1;
            const at::Tensor out = apply_step(step, draws, given, false);
            given.reset();
            draws = {};
            return static_cast<double>((cpu_allocator::counts().live_total - before).count) / 4 - cut;
        };
        (void)kept();
        EXPECT_LE(kept(), cuts * cut + 1024) << static_cast<int>(kind);
    }
}

TEST(CutSteps, MoveByWhatTheySay) {
    const at::Tensor x = torch::rand({1, 3, 20, 20}, at::kDouble);
    CutStep step;
    step.kind = Kind::Affine;
    StepDraws draws = still(Kind::Affine, 20, 1);
    draws.affines[0].move_x = 3;
    draws.affines[0].move_y = -2;
    const at::Tensor moved = apply_step(step, draws, x, false);
    EXPECT_LE(largest_difference(moved.narrow(2, 0, 18).narrow(3, 3, 17), x.narrow(2, 2, 18).narrow(3, 0, 17)), 1e-9);
    EXPECT_LE(largest(moved.narrow(3, 0, 3)), 1e-9);  // dark moves in
    step.border = true;
    const at::Tensor kept = apply_step(step, draws, x, false);
    EXPECT_LE(largest_difference(kept.narrow(2, 0, 18).select(3, 0), x.narrow(2, 2, 18).select(3, 0)), 1e-9);
    step.kind = Kind::Resized;
    draws.boxes[0] = {5, 10, 10, 5};
    const at::Tensor part = apply_step(step, draws, x, false),
                     grown = at::upsample_bilinear2d(x.narrow(2, 10, 5).narrow(3, 5, 10), {20, 20}, false);
    EXPECT_LE(largest_difference(part.narrow(2, 2, 16).narrow(3, 1, 18), grown.narrow(2, 2, 16).narrow(3, 1, 18)),
              1e-9);
}

TEST(CutSteps, GradientsAreTheSlopes) {
    const at::Tensor x = torch::rand({6, 3, 16, 16}, at::kDouble) * 0.6 + 0.2;
    const at::Tensor along = torch::randn_like(x), pull = torch::randn_like(x);
    for (const bool reference : {false, true}) {
        const CutSettings settings{
            .method = CutMethod::Latest, .side = 16, .augments = kAllAugments, .reference = reference};
        const auto chain = cut_chain(settings);
        // An iteration in which everything happens to some cut.
        CutDraws draws;
        for (std::int64_t i = 0; draws.steps.empty() && i < 500; ++i) {
            CutDraws tried = draw_cuts(settings, chain, 2, 16, 16, i, 0, 6);
            const bool all =
                std::all_of(tried.steps.begin(), tried.steps.end(), [](const auto& s) { return !s.touched.empty(); });
            if (all) draws = std::move(tried);
        }
        make_noise(draws, chain, 16);
        ASSERT_EQ(draws.steps.size(), chain.size());
        for (std::size_t k = 0; k < chain.size(); ++k) {
            if (chain[k].kind == Kind::Noise) draws.steps[k].noise.mul_(0.01);  // away from the clamps
            const auto fn = [&](const at::Tensor& t) { return apply_step(chain[k], draws.steps[k], t, reference); };
            const at::Tensor leaf = x.clone().requires_grad_();
            const double slope = (torch::autograd::grad({fn(leaf)}, {leaf}, {pull})[0] * along).sum().item<double>();
            // Colours have kinks where two channels are equal. One may lie within the step on one side, hardly on both.
            const double step = 1e-8;
            const at::NoGradGuard no_grad;
            const at::Tensor here = fn(x);
            const double up = ((fn(x + along * step) - here) * pull).sum().item<double>() / step,
                         down = ((here - fn(x - along * step)) * pull).sum().item<double>() / step;
            EXPECT_LE(std::min(std::abs(slope - up), std::abs(slope - down)), 1e-4 * std::max(1.0, std::abs(slope)))
                << k << " " << reference << ": " << slope << ", measured " << up << " and " << down;
        }
    }
}

TEST(CutSteps, ColoursByPixelsAndByTensorsAgreeOnAnyColours) {
    at::Tensor x = torch::rand({40, 3, 9, 9}, at::kDouble) * 1.4 - 0.2;
    x.narrow(0, 0, 10) = x.narrow(0, 0, 10).mul(3).round().div(3);  // equal channels, blacks and whites
    const CutSettings settings{.method = CutMethod::Latest, .side = 9, .augments = {Augment::Ji}};
    for (std::int64_t i = 0; i < 12; ++i) {
        const StepDraws d = draw_cuts(settings, cut_chain(settings), 4, 9, 9, i, 0, 40).steps[0];
        const at::Tensor a = x.clamp(0, 1).requires_grad_(), pull = torch::randn_like(x);
        const at::Tensor pixels = changed(a, d.touched, colour_jitter(d, a)),
                         tensors = changed(a, d.touched, colour_jitter(d, a, true));
        EXPECT_LE(largest_difference(pixels, tensors), 1e-9);
        const at::Tensor by_pixels = torch::autograd::grad({pixels}, {a}, {pull})[0],
                         by_tensors = torch::autograd::grad({tensors}, {a}, {pull})[0];
        EXPECT_LE(largest_difference(by_pixels, by_tensors), 1e-6 * largest(by_tensors));
    }
}

}  // namespace
}  // namespace headroom
