// Convolutions of single channels, against LibTorch's own: outputs, gradients, second derivatives, autocast.
#include "core/memory/autocast_guard.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/depthwise.h"

#include <gtest/gtest.h>

namespace headroom::test {
namespace {

at::Tensor by_library(const at::Tensor& x, const at::Tensor& weight) {
    return at::conv2d(x, weight, {}, 1, weight.size(2) / 2, 1, x.size(1));
}

std::vector<at::Tensor> all_of(at::Tensor (*convolve)(const at::Tensor&, const at::Tensor&), const at::Tensor& of_x,
                               const at::Tensor& of_weight) {
    const at::Tensor x = of_x.detach().clone().requires_grad_(true),
                     weight = of_weight.detach().clone().requires_grad_(true);
    const at::Tensor y = convolve(x, weight);
    const auto slopes = torch::autograd::grad({y.pow(3).sum()}, {x, weight}, {}, true, true);
    (slopes[0].square().sum() + slopes[1].sin().sum()).backward();
    return {y, slopes[0], slopes[1], x.grad(), weight.grad()};
}

TEST(Depthwise, IsThatOfTheLibraryToTheSecondDerivative) {
    for (const std::int64_t side : {3, 5}) {
        const at::Tensor x = at::randn({2, 6, 7, 9}, at::kDouble), weight = at::randn({6, 1, side, side}, at::kDouble);
        const auto wanted = all_of(by_library, x, weight), found = all_of(nn::depthwise, x, weight);
        for (std::size_t i = 0; i < wanted.size(); ++i)
            EXPECT_TRUE(at::allclose(wanted[i], found[i], 1e-9, 1e-9)) << "result " << i;
    }
}

TEST(Depthwise, OfAFrozenFilterHasThePicturesGradientAlone) {
    const at::Tensor x = at::randn({1, 4, 8, 8}).requires_grad_(true), weight = at::randn({4, 1, 3, 3});
    const at::Tensor wanted = torch::autograd::grad({by_library(x, weight).square().sum()}, {x})[0];
    EXPECT_TRUE(
        at::allclose(wanted, torch::autograd::grad({nn::depthwise(x, weight).square().sum()}, {x})[0], 1e-5, 1e-5));
}

TEST(Depthwise, FollowsAutocast) {
    const at::Tensor x = at::randn({1, 4, 8, 8}), weight = at::randn({4, 1, 3, 3}).requires_grad_(true);
    const AutocastGuard autocast(at::kCPU, true, at::kBFloat16);
    const at::Tensor y = nn::depthwise(x, weight);
    EXPECT_EQ(y.scalar_type(), at::kBFloat16);
    EXPECT_TRUE(at::equal(y, by_library(x, weight)));
    y.sum().backward();
    EXPECT_EQ(weight.grad().scalar_type(), at::kFloat);
}

}  // namespace
}  // namespace headroom::test
