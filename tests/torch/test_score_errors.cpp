// Standard errors of scores: as wide as figures scatter when they are measured again, and what must hold whatever the numbers.
#include "core/memory/libtorch.h"
#include "core/models/score/frechet.h"
#include "core/models/score/kernel_distance.h"
#include "core/models/score/standard_errors.h"
#include "core/models/vqgan_clip/prompt_loss.h"
#include "core/train/score/discriminator_gap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

namespace headroom::test {
namespace {

/// What is told on average, by what repeats scatter.
struct Repeated {
    double told = 0, scatter = 0;
    double ratio() const { return told / scatter; }
};

Repeated repeated(int times, const std::function<Estimate()>& measure) {
    Repeated out;
    std::vector<double> values;
    for (int i = 0; i < times; ++i) {
        const Estimate e = measure();
        out.told += e.error / times;
        values.push_back(e.value);
    }
    out.scatter = std::sqrt(times * variance_of_mean(values));
    return out;
}

at::Tensor drawn_rows(std::int64_t n, std::int64_t width, double scale = 1, double shift = 0) {
    return at::randn({n, width}, at::kFloat) * scale + shift;
}

TEST(ScoreErrors, FidScattersAsItTells) {
    at::manual_seed(21);
    const at::Tensor real = drawn_rows(300, 6);
    const auto of = [&](std::int64_t n, double scale, double shift) {
        return repeated(200, [&] { return frechet_distance(drawn_rows(n, 6, scale, shift), real); });
    };
    EXPECT_NEAR(of(300, 1.5, 0).ratio(), 1, 0.2) << "too wide";
    EXPECT_NEAR(of(300, 1, 0.5).ratio(), 1, 0.2) << "beside it";
    const Repeated few = of(100, 1.5, 0.5), many = of(1600, 1.5, 0.5);
    EXPECT_NEAR(few.told / many.told, 4, 0.4) << "by the root of the number of pictures";
    const at::Tensor narrow = drawn_rows(40, 60);
    const auto wide = repeated(100, [&] { return frechet_distance(drawn_rows(40, 60, 1, 0.3), narrow); });
    EXPECT_NEAR(wide.ratio(), 1, 0.35) << "fewer pictures than features";
}

TEST(ScoreErrors, FidsIsThatOfTheOptimalMap) {
    at::manual_seed(22);
    const at::Tensor mix = at::randn({5, 5}, at::kFloat);
    const at::Tensor a = at::mm(drawn_rows(90, 5), mix) + 0.3, b = drawn_rows(70, 5, 2);
    const auto root = [](const at::Tensor& of) {
        const auto [values, vectors] = at::linalg_eigh(of);
        return at::mm(vectors * values.clamp_min(0).sqrt(), vectors.t());
    };
    const at::Tensor x = a.to(at::kDouble), y = b.to(at::kDouble);
    const at::Tensor r = root(at::cov(y.t())), amid = root(at::mm(at::mm(r, at::cov(x.t())), r));
    const at::Tensor map = at::mm(at::mm(r, at::linalg_inv(amid)), r);
    EXPECT_LT((at::mm(at::mm(map, at::cov(x.t())), map) - at::cov(y.t())).abs().max().item<double>(), 1e-9);
    const at::Tensor rows = x - x.mean(0);
    const at::Tensor added = 2 * at::mv(rows, x.mean(0) - y.mean(0)) + (rows * (rows - at::mm(rows, map))).sum(1);
    EXPECT_NEAR(frechet_distance(a, b).error, std::sqrt(variance_of_mean(added)), 1e-9);
}

TEST(ScoreErrors, OfTheSameRowsThereAreNone) {
    at::manual_seed(23);
    for (const std::int64_t n : {2, 5, 40}) {
        const at::Tensor x = drawn_rows(n, 8), unit = imagine::unit_rows(x);
        EXPECT_NEAR(frechet_distance(x, x).error, 0, 1e-6) << n;
        EXPECT_NEAR(clip_discrepancy(unit, unit).error, 0, 1e-6) << n;
        const double apart = frechet_distance(x, drawn_rows(n, 8, 2, 1)).error;
        EXPECT_TRUE(std::isfinite(apart) && apart > 0) << n;
    }
    const at::Tensor one_picture = at::zeros({6, 8}, at::kFloat);
    EXPECT_EQ(frechet_distance(one_picture, drawn_rows(6, 8)).error, 0) << "nothing that could be another";
}

TEST(ScoreErrors, MmdScattersAsItTells) {
    at::manual_seed(24);
    const auto of = [](std::int64_t n, double shift) {
        return repeated(120, [&] {
            return clip_discrepancy(imagine::unit_rows(drawn_rows(n, 8, 1, shift)),
                                    imagine::unit_rows(drawn_rows(n / 2, 8)));
        });
    };
    const Repeated near = of(100, 0.5);
    EXPECT_NEAR(near.ratio(), 1, 0.2);
    EXPECT_NEAR(near.told / of(400, 0.5).told, 2, 0.3);
}

TEST(ScoreErrors, SharesHaveWilsons) {
    EXPECT_NEAR(share_error(0.5, 100), 0.05, 0.0005) << "the binomial one";
    EXPECT_NEAR(share_error(0.2, 400), 0.02, 0.0002);
    for (const double share : {0.0, 1.0}) EXPECT_DOUBLE_EQ(share_error(share, 10), 1.0 / 22) << share;
    EXPECT_NEAR(share_error(0.3, 1000) / share_error(0.3, 4000), 2, 0.01);
    EXPECT_LT(share_error(0, 1000), share_error(0.001, 1000));
}

TEST(ScoreErrors, PairsThatShareAPictureTellLess) {
    at::manual_seed(25);
    // As pairs are drawn: two of `n` pictures, again and again.
    const auto of = [](std::int64_t n, std::int64_t pairs) {
        return repeated(200, [&] {
            const at::Tensor x = at::randn({n}, at::kDouble), first = at::randint(n, {pairs}, at::kLong);
            const at::Tensor second = (first + 1 + at::randint(n - 1, {pairs}, at::kLong)).remainder(n);
            const at::Tensor found = at::exp((x.index_select(0, first) - x.index_select(0, second)).square() / -4);
            std::vector<PairValue> out;
            for (std::int64_t i = 0; i < pairs; ++i)
                out.push_back({first[i].item<std::int64_t>(), second[i].item<std::int64_t>(), found[i].item<double>()});
            return mean_of_pairs(out);
        });
    };
    EXPECT_NEAR(of(1000, 50).ratio(), 1, 0.2) << "hardly any picture twice";
    EXPECT_NEAR(of(30, 100).ratio(), 1, 0.25) << "each picture in seven pairs";
    // The same pair again tells nothing more.
    const std::vector<PairValue> once{{0, 1, 0.1}, {2, 3, 0.4}, {4, 5, 0.3}, {6, 7, 0.25}};
    std::vector<PairValue> twice = once;
    for (const PairValue& pair : once) twice.push_back({pair.second, pair.first, pair.value});
    EXPECT_DOUBLE_EQ(mean_of_pairs(once).value, 0.2625);
    EXPECT_DOUBLE_EQ(mean_of_pairs(twice).value, 0.2625);
    EXPECT_NEAR(mean_of_pairs(twice).error, mean_of_pairs(once).error, 0.15 * mean_of_pairs(once).error);
}

TEST(ScoreErrors, WhatDRecognisesScattersAsItTells) {
    at::manual_seed(26);
    const auto logits = [](std::int64_t n, double shift) {
        const at::Tensor all = at::randn({n}, at::kDouble) + shift;
        const double* from = all.const_data_ptr<double>();
        return std::vector<double>(from, from + n);
    };
    const auto recognised = repeated(200, [&] {
        const DiscriminatorGap gap = gap_between(logits(80, 1), logits(40, 0));
        return Estimate{gap.recognised, gap.recognised_error};
    });
    EXPECT_NEAR(recognised.ratio(), 1, 0.2);
    const auto of_gap = repeated(200, [&] {
        const DiscriminatorGap gap = gap_between(logits(80, 1), logits(40, 0));
        return Estimate{gap.gap, gap.error};
    });
    EXPECT_NEAR(of_gap.ratio(), 1, 0.2);
    const DiscriminatorGap all = gap_between({3, 4, 5}, {0, 1}), none = gap_between({0, 1}, {3, 4, 5}),
                           alike = gap_between({0, 1, 2}, {0, 1, 2});
    EXPECT_EQ(all.recognised, 1);
    EXPECT_DOUBLE_EQ(all.recognised_error, share_error(1, 2)) << "of the smaller set";
    EXPECT_EQ(none.recognised, 0);
    EXPECT_DOUBLE_EQ(none.recognised_error, share_error(0, 2));
    EXPECT_DOUBLE_EQ(alike.recognised, 0.5);
    EXPECT_EQ(alike.gap, 0);
    EXPECT_GT(alike.recognised_error, 0);
}

}  // namespace
}  // namespace headroom::test
