// The norms' kernels, run on the host, against LibTorch's operators in float64: values, gradients, running statistics, gradients of
// gradients.
#include "core/memory/libtorch.h"
#include "core/models/nn/device_norms.h"
#include "tests/torch/device_kernels_fixture.h"
#include "tests/torch/norm_gradients.h"

#include <optional>

namespace headroom::nn {
namespace {

using DeviceNorms = test::WithDeviceKernels;

at::Tensor last(const at::Tensor& x) { return x.contiguous(at::MemoryFormat::ChannelsLast); }

/// A tensor of `type` and its very numbers in float64, of which gradients can be asked.
struct Pair {
    Pair(const at::Tensor& x, at::ScalarType type) : made(x.to(type)), exact(made.to(at::kDouble)) {
        exact.requires_grad_(true);
    }
    at::Tensor made, exact;
};

double bound(at::ScalarType type) { return type == at::kFloat ? 2e-5 : type == at::kHalf ? 2e-3 : 1.6e-2; }

at::Tensor activated(const at::Tensor& z, const NormWork& work) {
    if (work.activation == kernels::Activation::Silu) return at::silu(z);
    return work.activation == kernels::Activation::Leaky ? at::leaky_relu(z, work.slope) : z;
}

class DeviceNormCases
    : public DeviceNorms,
      public testing::WithParamInterface<std::tuple<at::ScalarType, kernels::Activation, std::int64_t>> {};

TEST_P(DeviceNormCases, AreTheOperatorsInFloat64) {
    const auto [type, activation, groups] = GetParam();
    for (const auto& sizes : std::vector<std::vector<std::int64_t>>{
             {2, 40, 3, 5}, {1, 8, 1, 2}, {3, 64, 17, 16}, {1, 4, 33, 31}, {5, 36, 2, 1}}) {
        const std::int64_t c = sizes[1];
        const Pair x(last(at::randn(sizes) * 2 + 3), type), weight(at::randn({c}), at::kFloat),
            bias(at::randn({c}), at::kFloat), grad(last(at::randn(sizes)), type);
        NormWork work{weight.made, bias.made, groups, activation, 0.2};
        const DeviceNorm made = norm_forward(kernels, x.made, work, 1e-5);
        const at::Tensor normed = groups
                                      ? at::group_norm(x.exact, groups, weight.exact, bias.exact, 1e-5)
                                      : at::batch_norm(x.exact, weight.exact, bias.exact, {}, {}, true, 0, 1e-5, false);
        const at::Tensor exact = activated(normed, work);
        EXPECT_EQ(made.out.scalar_type(), type);
        EXPECT_EQ(made.out.strides(), x.made.strides());
        EXPECT_LE(apart(made.out, exact), bound(type)) << x.made.sizes();
        EXPECT_TRUE(at::equal(norm_again(kernels, x.made, work, made.mean, made.deviation), made.out));

        exact.backward(grad.exact.detach());
        const auto [gx, gw, gb] = norm_backward(kernels, grad.made, x.made, work, made.mean, made.deviation, true);
        EXPECT_EQ(gx.strides(), x.made.strides());
        // Two numbers per group leave a gradient that is almost nothing: what counts is the size of its parts.
        const double size = (made.deviation.max() * weight.exact.abs().max() * grad.exact.abs().max()).item<double>();
        EXPECT_LE((gx.to(at::kDouble) - x.exact.grad()).abs().max().item<double>(), bound(type) * size)
            << x.made.sizes();
        EXPECT_LE(apart(gw, weight.exact.grad()), 2e-5) << x.made.sizes();
        EXPECT_LE(apart(gb, bias.exact.grad()), 2e-5) << x.made.sizes();
    }
}

using kernels::Activation;
INSTANTIATE_TEST_SUITE_P(All, DeviceNormCases,
                         testing::Combine(testing::Values(at::kFloat, at::kHalf, at::kBFloat16),
                                          testing::Values(Activation::None, Activation::Leaky, Activation::Silu),
                                          testing::Values<std::int64_t>(0, 1, 4)));

TEST_F(DeviceNorms, FarFromZeroTheVarianceStaysExact) {
    const at::Tensor x = last(at::randn({4, 6, 40, 40}) * 0.5 + 1000), exact = x.to(at::kDouble);
    const DeviceNorm made = norm_forward(kernels, x, {}, 1e-5);
    const at::Tensor variance = exact.var({0, 2, 3}, false);
    EXPECT_LE(apart(made.deviation, (variance + 1e-5).rsqrt()), 1e-5);
    EXPECT_LE(apart(made.mean, exact.mean({0, 2, 3})), 1e-7);
}

TEST_F(DeviceNorms, RunningStatisticsFollowAsLibTorchs) {
    const at::Tensor x = last(at::randn({3, 5, 9, 7}) + 2);
    const std::array<at::Tensor, 2> made{at::randn({5}), at::rand({5})}, exact{made[0].clone(), made[1].clone()};
    (void)norm_forward(kernels, x, {}, 1e-5, made, 0.1);
    (void)at::batch_norm(x, {}, {}, exact[0], exact[1], true, 0.1, 1e-5, false);
    EXPECT_LE(apart(made[0], exact[0].to(at::kDouble)), 1e-6);
    EXPECT_LE(apart(made[1], exact[1].to(at::kDouble)), 1e-6);
}

TEST_F(DeviceNorms, AGradientInAnotherLayoutIsTheSame) {
    const at::Tensor x = last(at::randn({2, 6, 5, 4})), grad = at::randn({2, 6, 5, 4});
    const DeviceNorm made = norm_forward(kernels, x, {}, 1e-5);
    const auto plain = norm_backward(kernels, grad, x, {}, made.mean, made.deviation, false);
    const auto laid = norm_backward(kernels, last(grad), x, {}, made.mean, made.deviation, false);
    EXPECT_TRUE(at::equal(plain[0], laid[0]));
    EXPECT_FALSE(plain[1].defined());
}

TEST_F(DeviceNorms, TheNodeGivesGradientsAndTheirGradients) {
    for (const double slope : {0.0, 0.2, 1.0}) expect_gradients_have_gradients(&kernels, slope);
}

}  // namespace
}  // namespace headroom::nn
