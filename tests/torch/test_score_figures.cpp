// Figures of features: equal to torch-fidelity's and clean-fid's, and what must hold whatever the numbers.
#include "core/io/pictures/image_codec.h"
#include "core/models/score/frechet.h"
#include "core/models/score/kernel_distance.h"
#include "core/models/score/ms_ssim.h"
#include "core/models/score/neighbours.h"
#include "core/models/score/random_features.h"
#include "core/models/score/subsets.h"
#include "core/models/vqgan_clip/prompt_loss.h"
#include "core/train/tensor_bridge.h"
#include "tests/torch/score_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headroom::test {
namespace {

/// Within a thousandth, as promised; what is exact is asked to be closer.
void expect_score(double got, double want, double relative = 1e-3) {
    EXPECT_NEAR(got, want, relative * std::abs(want)) << got << " " << want;
}

TEST(ScoreFigures, AreThoseOfThePackages) {
    const nlohmann::json cases = score_cases();
    for (const auto& wanted : cases["features"]) {
        const auto rows = wanted["rows"].get<std::vector<std::int64_t>>();
        const auto columns = wanted["columns"].get<std::int64_t>();
        const at::Tensor a = correlated_features(0, rows[0], columns), b = correlated_features(1, rows[1], columns);
        const auto& fidelity = wanted["torch-fidelity"];
        const auto& clean = wanted["clean-fid"];
        const double fid = frechet_distance(a, b).value;
        expect_score(fid, clean["fid"].get<double>(), 2e-7);  // clean-fid rounds the means to float32
        expect_score(fid, fidelity["fid"].get<double>(), 1e-5);
        const KernelDistance kid = kernel_distance(a, b, {100, wanted["subset"].get<std::int64_t>(), 2020});
        expect_score(kid.value, fidelity["kid"].get<double>(), 1e-5);
        if (rows[0] > wanted["subset"] && rows[1] > wanted["subset"])
            expect_score(kid.deviation, fidelity["kid_std"].get<double>(), 1e-4);
        expect_score(kernel_distance(a, b).value, clean["kid"].get<double>(), 1e-5);
        const NeighbourScores near = neighbour_scores(a, b);
        EXPECT_NEAR(near.precision, fidelity["precision"].get<double>(), 1e-6);
        EXPECT_NEAR(near.recall, fidelity["recall"].get<double>(), 1e-6);
    }
}

TEST(ScoreFigures, FrechetDistanceOfKnownDistributions) {
    at::manual_seed(3);
    const at::Tensor x = at::randn({500, 6}, at::kFloat);
    EXPECT_NEAR(frechet_distance(x, x).value, 0, 1e-9);
    EXPECT_NEAR(frechet_distance(x, x + 2).value, 24, 1e-4);
    // Three times the deviation along each axis: (3 - 1)^2 times the variances.
    expect_score(frechet_distance(x, 3 * x).value,
                 4 * x.to(at::kDouble).var(0, true).sum().item<double>() +
                     4 * x.to(at::kDouble).mean(0).square().sum().item<double>(),
                 1e-5);
    // Fewer rows than columns: by way of the covariances the same.
    const at::Tensor wide = at::randn({20, 30}, at::kFloat), other = at::randn({25, 30}, at::kFloat) * 2;
    const at::Tensor a = wide.to(at::kDouble), b = other.to(at::kDouble);
    const at::Tensor product = at::mm(at::cov(a.t()), at::cov(b.t()));
    const double roots = at::real(at::linalg_eigvals(product)).clamp_min(0).sqrt().sum().item<double>();
    const double want = (a.mean(0) - b.mean(0)).square().sum().item<double>() + at::cov(a.t()).trace().item<double>() +
                        at::cov(b.t()).trace().item<double>() - 2 * roots;
    expect_score(frechet_distance(wide, other).value, want, 1e-6);
}

TEST(ScoreFigures, KernelDistanceIsUnbiasedAndKnowsItsError) {
    at::manual_seed(4);
    // Of one distribution: estimates scatter around zero as wide as each says.
    std::vector<double> values;
    double told = 0;
    constexpr int repeats = 60;
    for (int i = 0; i < repeats; ++i) {
        const KernelDistance d = kernel_distance(at::randn({50, 8}, at::kFloat), at::randn({50, 8}, at::kFloat));
        values.push_back(d.value);
        told += d.error / repeats;
    }
    double mean = 0, square = 0;
    for (const double v : values) mean += v / repeats;
    for (const double v : values) square += (v - mean) * (v - mean) / (repeats - 1);
    const double deviation = std::sqrt(square);
    EXPECT_LT(std::abs(mean), 4 * deviation / std::sqrt(repeats));
    EXPECT_GT(told, deviation / 2);
    EXPECT_LT(told, deviation * 2);
    EXPECT_GT(kernel_distance(at::randn({50, 8}, at::kFloat) + 1, at::randn({50, 8}, at::kFloat)).value, 4 * deviation);
}

TEST(ScoreFigures, SubsetsOfNearlyAllRowsDoNotMakeTheErrorSmall) {
    at::manual_seed(12);
    std::vector<double> values;
    double told = 0, between = 0;
    constexpr int repeats = 60;
    for (int i = 0; i < repeats; ++i) {
        const at::Tensor a = at::randn({50, 8}, at::kFloat) + 0.5, b = at::randn({50, 8}, at::kFloat);
        const KernelDistance d = kernel_distance(a, b, {20, 45, 2020});
        values.push_back(d.value);
        told += d.error / repeats;
        between += d.deviation / repeats;
    }
    double mean = 0, square = 0;
    for (const double v : values) mean += v / repeats;
    for (const double v : values) square += (v - mean) * (v - mean) / (repeats - 1);
    const double deviation = std::sqrt(square);
    EXPECT_GT(told, deviation / 2);
    EXPECT_LT(told, deviation * 2);
    EXPECT_LT(between, deviation / 2) << "of fifty rows forty-five are much the same each time";
}

TEST(ScoreFigures, KernelsThatAreKeptAreThoseThatAreMade) {
    at::manual_seed(8);
    const at::Tensor a = at::randn({90, 12}, at::kFloat), b = at::randn({80, 12}, at::kFloat) + 0.3;
    // One subset asks for fewer pairs than there are, so that it is computed by itself; forty for more.
    const KernelDistance one = kernel_distance(a, b, {1, 30, 5}), many = kernel_distance(a, b, {40, 30, 5});
    Subsets subsets(5);
    const auto rows = [](const at::Tensor& of, const std::vector<std::int64_t>& which) {
        return of.index_select(0, at::tensor(which, at::kLong));
    };
    double sum = 0, first = 0;
    for (int i = 0; i < 40; ++i) {
        const at::Tensor x = rows(a, subsets.choose(90, 30)), y = rows(b, subsets.choose(80, 30));
        const double d = kernel_distance(x, y).value;
        if (i == 0) first = d;
        sum += d / 40;
    }
    EXPECT_NEAR(one.value, first, 1e-12);
    EXPECT_NEAR(many.value, sum, 1e-12);
}

TEST(ScoreFigures, SubsetsAreNumPys) {
    // np.random.RandomState(2020): choice(10, 4, replace=False), then choice(7, 7, replace=False).
    Subsets subsets(2020);
    EXPECT_THAT(subsets.choose(10, 4),
                ::testing::ElementsAreArray(score_cases()["subsets"]["10"].get<std::vector<std::int64_t>>()));
    EXPECT_THAT(subsets.choose(7, 7),
                ::testing::ElementsAreArray(score_cases()["subsets"]["7"].get<std::vector<std::int64_t>>()));
}

TEST(ScoreFigures, NeighboursKnowCopiesFromUnseenAndFromCollapse) {
    at::manual_seed(5);
    const at::Tensor all = at::randn({600, 8}, at::kFloat);
    const at::Tensor training = all.narrow(0, 0, 300), unseen = all.narrow(0, 300, 300);
    const NeighbourScores real = neighbour_scores(unseen, training);
    EXPECT_GT(real.precision, 0.7);
    EXPECT_GT(real.recall, 0.7);
    EXPECT_GT(share_of_copies(unseen, training), 0.3);
    EXPECT_LT(share_of_copies(unseen, training), 0.7);
    const at::Tensor copied = training.narrow(0, 0, 100) + 1e-3;
    EXPECT_EQ(share_of_copies(copied, training), 1);
    EXPECT_EQ(neighbour_scores(copied, training).precision, 1);
    const NeighbourScores far = neighbour_scores(unseen + 20, training);
    EXPECT_EQ(far.precision, 0);
    EXPECT_EQ(far.recall, 0);
    EXPECT_EQ(share_of_copies(unseen + 20, training), 0);
    // One mode: all of it is good, and little of the rest is there.
    const NeighbourScores collapsed = neighbour_scores(training.narrow(0, 0, 1) + 0.01 * unseen, training);
    EXPECT_EQ(collapsed.precision, 1);
    EXPECT_LT(collapsed.recall, 0.05);
    // Blocks of rows do not show: sets larger than one block.
    const at::Tensor many = at::randn({2500, 3}, at::kFloat), others = at::randn({2100, 3}, at::kFloat);
    const NeighbourScores blocks = neighbour_scores(many, others);
    const at::Tensor m = many.to(at::kDouble), o = others.to(at::kDouble);
    const at::Tensor radii = std::get<0>(at::kthvalue(at::cdist(o, o), 4, 1));
    EXPECT_NEAR(blocks.precision, (at::cdist(m, o) <= radii).any(1).to(at::kDouble).mean().item<double>(), 1e-9);
}

TEST(ScoreFigures, CopiesOfRepeatedPicturesAreCopies) {
    at::manual_seed(10);
    const at::Tensor once = at::randn({200, 8}, at::kFloat), unseen = at::randn({200, 8}, at::kFloat);
    const at::Tensor twice = at::cat({once, once});
    EXPECT_EQ(share_of_copies(once + 1e-3, twice), 1) << "a repeat is no other picture that would be nearer";
    EXPECT_EQ(share_of_copies(unseen, twice), share_of_copies(unseen, once));
    const at::Tensor all_alike = once.narrow(0, 0, 1).expand({6, 8});
    EXPECT_DOUBLE_EQ(share_of_copies(once, all_alike), 1.0 / 200) << "of one picture its equals alone are copies";
}

TEST(ScoreFigures, CopiesAreSeenAmongAllThatWasTrainedOn) {
    at::manual_seed(9);
    const at::Tensor training = at::randn({1200, 8}, at::kFloat), copied = training.narrow(0, 700, 100).clone();
    EXPECT_EQ(share_of_copies(copied, training), 1);
    EXPECT_LT(share_of_copies(copied, training.narrow(0, 0, 100)), 0.8) << "what they are copies of is left out";
    // Neither blocks of rows nor those of columns show.
    const at::Tensor many = at::randn({600, 5}, at::kFloat), others = at::randn({700, 5}, at::kFloat);
    const at::Tensor m = many.to(at::kDouble), o = others.to(at::kDouble);
    const auto near = at::min(at::cdist(m, o), 1);
    const at::Tensor next = std::get<0>(at::kthvalue(at::cdist(o, o), 2, 1)).index_select(0, std::get<1>(near));
    EXPECT_NEAR(share_of_copies(many, others), (std::get<0>(near) < next).to(at::kDouble).mean().item<double>(), 1e-9);
    EXPECT_EQ(share_of_copies(copied.narrow(0, 0, 2), copied.narrow(0, 0, 2)), 1) << "two rows are enough";
}

TEST(ScoreFigures, CopiesOfMirroredPicturesAreCopies) {
    at::manual_seed(11);
    const auto drawn = [] { return at::randn({200, 8}, at::kFloat); };
    const at::Tensor pictures = drawn(), other_way = drawn(), unseen = drawn(), both = at::cat({pictures, other_way});
    EXPECT_LT(share_of_copies(other_way + 1e-3, pictures), 0.8);
    EXPECT_EQ(share_of_copies(other_way + 1e-3, both, {}, true), 1);
    EXPECT_EQ(share_of_copies(pictures + 1e-3, both, {}, true), 1);
    EXPECT_GT(share_of_copies(unseen, both, {}, true), 0.3);
    EXPECT_LT(share_of_copies(unseen, both, {}, true), 0.7);
    // Pictures that are much the same when they are mirrored, and each of them twice.
    const at::Tensor twice = at::cat({pictures, pictures}), symmetric = at::cat({twice, twice + 1e-3});
    EXPECT_EQ(share_of_copies(pictures + 0.02, symmetric, {}, true), 1);
    EXPECT_EQ(share_of_copies(pictures + 0.02, symmetric), 0) << "beside itself mirrored nothing would be near enough";
}

TEST(ScoreFigures, DirectionsApart) {
    at::manual_seed(6);
    const at::Tensor x = imagine::unit_rows(at::randn({1500, 16}, at::kFloat)),
                     y = imagine::unit_rows(at::randn({700, 16}, at::kFloat) + 1);
    EXPECT_NEAR(clip_discrepancy(x, x).value, 0, 1e-9);
    const at::Tensor a = x.to(at::kDouble), b = y.to(at::kDouble);
    const auto kernel = [](const at::Tensor& p, const at::Tensor& q) {
        return at::exp(-at::cdist(p, q).square() / 200).mean().item<double>();
    };
    expect_score(clip_discrepancy(x, y).value, 1000 * (kernel(a, a) + kernel(b, b) - 2 * kernel(a, b)), 1e-4);
}

TEST(ScoreFigures, MsSsimIsThatOfItsPaper) {
    const auto read = [](const std::string& name) { return tensor_of(*decode_image(score_data(name))); };
    const auto cases = score_cases();
    for (const auto& [n, side] : {std::pair("1", "64"), {"4", "299"}}) {
        const at::Tensor a = read(std::string("ours/") + n + ".png"), b = read(std::string("theirs/") + n + ".png");
        EXPECT_NEAR(ms_ssim(a, b).item<double>(), cases["ms_ssim"][side].get<double>(), 1e-6);
        EXPECT_NEAR(ms_ssim(a, a).item<double>(), 1, 1e-9);
    }
    EXPECT_EQ(ms_ssim(at::rand({3, 3, 11, 40}), at::rand({3, 3, 11, 40})).sizes(), at::IntArrayRef({3}));
}

TEST(ScoreFigures, StopBetweenPieces) {
    int asked = 0;
    const Pace pace = [&](double fraction) {
        EXPECT_GE(fraction, 0);
        EXPECT_LE(fraction, 1);
        if (++asked == 2) throw ScoreStopped();
    };
    const at::Tensor x = at::randn({40, 4}, at::kFloat);
    for (const auto& work : std::vector<std::function<void()>>{[&] { (void)frechet_distance(x, x, pace); },
                                                               [&] {
                                                                   (void)kernel_distance(x, x, {100, 20, 1}, pace);
                                                               },
                                                               [&] { (void)neighbour_scores(x, x, 3, pace); },
                                                               [&] { (void)share_of_copies(x, x, pace); },
                                                               [&] { (void)clip_discrepancy(x, x, pace); }}) {
        asked = 0;
        EXPECT_THROW(work(), ScoreStopped);
        EXPECT_EQ(asked, 2);
    }
}

TEST(RandomFeatures, AreTheSameEverywhereAndSeeWhatChanges) {
    const RandomFeatures network(at::kCPU);
    const at::Tensor ramp = at::linspace(-1, 1, 64, at::kFloat).expand({1, 3, 64, 64});
    const at::Tensor f = network.forward(ramp);
    ASSERT_EQ(f.sizes(), at::IntArrayRef({1, RandomFeatures::width()}));
    // Figures of runs are compared over years: another network would be another measure.
    EXPECT_NEAR(f.abs().mean().item<double>(), score_cases()["random"]["ramp"].get<double>(), 1e-5);
    EXPECT_GT((network.forward(ramp.flip(3)) - f).abs().max().item<double>(), 0.05) << "places";
    EXPECT_GT((network.forward(ramp * at::tensor({1.0, 1.0, 0.5}, at::kFloat).view({1, 3, 1, 1})) - f)
                  .abs()
                  .max()
                  .item<double>(),
              0.05)
        << "colours";
    const at::Tensor noise = at::rand({1, 3, 64, 64}, at::kFloat) * 0.2;
    EXPECT_GT((network.forward(ramp + noise - noise.mean()) - f).abs().max().item<double>(), 0.05) << "textures";
}

}  // namespace
}  // namespace headroom::test
