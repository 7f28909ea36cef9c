// What a step decides where its tensors lie, without asking: fp16's overflow, the loss scale that follows, the optimiser's and the
// average's step that it skips; and pictures that are gathered beforehand.
#include "core/memory/libtorch.h"
#include "core/train/optim/adam.h"
#include "core/train/optim/loss_scaler.h"
#include "core/train/run/memory_dataset.h"
#include "core/train/run/network_parts.h"
#include "core/train/run/pictures_ahead.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <thread>

namespace headroom::test {
namespace {

at::Tensor gradient(float last) { return at::tensor({65536.0f, -2 * 65536.0f, last}); }

TEST(LossScaler, DividesAndHalvesOnlyWhereAGradientIsNotFinite) {
    LossScaler scaler;
    EXPECT_FALSE(scaler.unscale({gradient(1)}).defined()) << "off: nothing is scaled";
    EXPECT_EQ(scaler.scale(), 65536) << "what it begins with";
    scaler.set_enabled(true);
    at::Tensor good = gradient(0);
    const at::Tensor fine = scaler.unscale({good});
    EXPECT_EQ(fine.item<float>(), 0);
    EXPECT_TRUE(good.equal(at::tensor({1.0f, -2.0f, 0.0f})));
    scaler.update(fine);
    EXPECT_EQ(scaler.scale(), 65536);
    EXPECT_EQ(scaler.clean_steps(), 1);
    const at::Tensor overflow = scaler.unscale({gradient(std::numeric_limits<float>::infinity())});
    EXPECT_EQ(overflow.item<float>(), 1);
    scaler.update(overflow);
    EXPECT_EQ(scaler.scale(), 32768);
    EXPECT_EQ(scaler.clean_steps(), 0);
}

TEST(LossScaler, DoublesAfterTwoThousandCleanStepsWithinItsBounds) {
    LossScaler scaler;
    scaler.set_enabled(true);
    scaler.restore(16777216.0 / 2, 1999);
    const auto clean = [&] { scaler.update(scaler.unscale({gradient(0)})); };
    clean();
    EXPECT_EQ(scaler.scale(), 16777216);
    EXPECT_EQ(scaler.clean_steps(), 0);
    scaler.restore(16777216, 1999);
    clean();
    EXPECT_EQ(scaler.scale(), 16777216) << "the largest";
    scaler.restore(1.0 / 65536, 5);
    scaler.update(scaler.unscale({gradient(std::nanf(""))}));
    EXPECT_EQ(scaler.scale(), 1.0 / 65536) << "the smallest";
}

struct OneParameter {
    at::Tensor p = at::arange(4, at::kFloat);
    Adam adam{{{"p", p}}, {}};

    explicit OneParameter() { p.requires_grad_(true); }
    void step(const at::Tensor& overflow) {
        p.mutable_grad() = at::ones({4});
        adam.prepare(overflow);
        adam.step();
        adam.zero_grad();
    }
    std::vector<at::Tensor> all() const {
        std::vector<at::Tensor> out{p.detach().clone()};
        for (const auto& [name, t] : adam.state()) out.push_back(t.clone());
        return out;
    }
};

bool same(const std::vector<at::Tensor>& a, const std::vector<at::Tensor>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!a[i].equal(b[i])) return false;
    return a.size() == b.size();
}

TEST(AdamOnDevice, AStepThatOverflowedChangesNothingAndAnyOtherIsTheUsualOne) {
    OneParameter usual, told;
    usual.step({});
    told.step(at::zeros({}));
    EXPECT_TRUE(same(usual.all(), told.all()));
    const auto before = told.all();
    told.step(at::ones({}));
    EXPECT_TRUE(same(before, told.all())) << "weights, moments and the count of steps";
    usual.step({});
    told.step(at::zeros({}));
    EXPECT_TRUE(same(usual.all(), told.all())) << "as if the skipped step had not been";
}

struct SmallNet : torch::nn::Module {
    SmallNet(double value, double counted)
        : weight(register_parameter("weight", at::full({3}, value))),
          seen(register_buffer("seen", at::full({2}, counted))) {}
    at::Tensor weight, seen;
};

TEST(AdamOnDevice, TheAverageKeepsStillWithASkippedStep) {
    const SmallNet net(2, 1);
    SmallNet average(0.5, 5), usual(0.5, 5);
    const MeanShare share{mean_share(8, 100), {}};
    follow_average(average, net, share, at::ones({}));
    EXPECT_TRUE(average.weight.equal(at::full({3}, 0.5)));
    EXPECT_TRUE(average.seen.equal(at::full({2}, 5.0)));
    follow_average(average, net, share, at::zeros({}));
    follow_average(usual, net, share);
    EXPECT_TRUE(at::allclose(average.weight, usual.weight, 1e-6, 1e-7));
    EXPECT_FALSE(usual.weight.equal(at::full({3}, 0.5)));
    EXPECT_TRUE(average.seen.equal(at::full({2}, 1.0)));
}

TEST(PicturesAhead, AreThoseOfTheirPositionsWhateverWasGatheredBeforehand) {
    const auto data = std::make_shared<MemoryDataset>(20, 8, 3, 7);
    PicturesAhead ahead(at::kCPU);
    PictureOrder order{data, 3, true};
    const auto expect_next = [&](std::int64_t first, std::int64_t count) {
        EXPECT_TRUE(ahead.take({order, first, count}, 8).equal(gathered({order, first, count}, at::kCPU)))
            << count << " from " << first;
    };
    for (int epoch = 0; epoch < 3; ++epoch) {
        for (const auto& [first, count] : {std::pair{0, 8}, {8, 8}, {16, 4}}) expect_next(epoch * 20 + first, count);
    }
    expect_next(8, 8);     // back, as after an undone step
    expect_next(8, 4);     // half as many, as after a rung of the ladder
    order.mirror = false;  // other pictures at the same place
    expect_next(12, 8);
    order.data = std::make_shared<MemoryDataset>(20, 16, 3, 7);
    expect_next(20, 8);
}

TEST(PicturesAhead, FindsWhatComesNext) {
    const auto data = std::make_shared<MemoryDataset>(64, 8, 3, 7);
    PicturesAhead ahead(at::kCPU);
    const PictureOrder order{data, 3, false};
    for (std::int64_t first = 0; ahead.found() == 0; first += 8) {
        ASSERT_LT(first, 8'000'000) << "nothing was ever gathered beforehand";
        (void)ahead.take({order, first, 8}, 8);
        std::this_thread::yield();
    }
}

}  // namespace
}  // namespace headroom::test
