// Batch norm with its activation by the processor's own passes: LibTorch's numbers within rounding, at any number of threads.
#include "core/memory/cpu_allocator.h"
#include "core/memory/cpu_kernels.h"
#include "core/memory/libtorch.h"
#include "core/memory/where/operation_watch.h"
#include "core/models/nn/host_norms.h"
#include "core/models/nn/layers.h"
#include "core/models/nn/norm_recording.h"
#include "tests/torch/norm_gradients.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace headroom::nn {
namespace {

at::Tensor last(const at::Tensor& t) { return t.contiguous(at::MemoryFormat::ChannelsLast); }

struct Case {
    std::int64_t pictures, channels, side;
    at::ScalarType type;
    double slope;
};

class HostNorms : public testing::TestWithParam<Case> {
protected:
    void SetUp() override {
        cpu_allocator::install();
        const Case& c = GetParam();
        x = last((at::randn({c.pictures, c.channels, c.side, c.side}) * 2 + at::randn({1, c.channels, 1, 1}) * 3)
                     .to(c.type));
        grad = last(at::randn_like(x));
        work = {at::randn({c.channels}), at::randn({c.channels}), 0, kernels::Activation::Leaky, c.slope};
    }
    /// Output and gradients of x, weight and bias by LibTorch's operators, in `type`.
    std::vector<at::Tensor> library(at::ScalarType type) const {
        at::Tensor in = x.to(type).detach().requires_grad_(true);
        const auto real = type == at::kDouble ? at::kDouble : at::kFloat;
        at::Tensor weight = work.weight.to(real).detach().clone().requires_grad_(true),
                   bias = work.bias.to(real).detach().clone().requires_grad_(true);
        at::Tensor out = at::batch_norm(in, weight, bias, {}, {}, true, 0, 1e-5, false);
        out = work.slope > 0 ? at::leaky_relu(out, work.slope) : at::relu(out);
        out.backward(grad.to(type));
        return {out.detach(), in.grad(), weight.grad(), bias.grad()};
    }
    std::vector<at::Tensor> own() const {
        const DeviceNorm made = host_norm_forward(x, work, 1e-5, {}, 0);
        const auto [gx, gw, gb] = host_norm_backward(grad, x, work, made.mean, made.deviation, true);
        return {made.out, gx, gw, gb};
    }
    at::Tensor x, grad;
    NormWork work;
};

TEST_P(HostNorms, AreAsExactAsLibTorchs) {
    const auto exact = library(at::kDouble), plain = library(GetParam().type), made = own();
    const double unit = GetParam().type == at::kFloat ? std::numeric_limits<float>::epsilon() : 1.0 / 256;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        EXPECT_EQ(made[i].scalar_type(), plain[i].scalar_type()) << i;
        EXPECT_LE(apart(made[i], exact[i]), 2 * apart(plain[i], exact[i]) + 4 * unit) << i;
    }
}

TEST_P(HostNorms, HaveTheSameBitsWithAnyNumberOfThreads) {
    const int before = at::get_num_threads();
    at::set_num_threads(1);
    const auto one = own();
    for (const int threads : {2, 3}) {
        at::set_num_threads(threads);
        const auto several = own();
        for (std::size_t i = 0; i < one.size(); ++i) EXPECT_TRUE(at::equal(one[i], several[i])) << threads << " " << i;
    }
    at::set_num_threads(before);
}

TEST_P(HostNorms, GiveTheSameAgainAndTakeGradientsThatLieOtherwise) {
    const DeviceNorm made = host_norm_forward(x, work, 1e-5, {}, 0);
    EXPECT_TRUE(at::equal(host_norm_again(x, work, made.mean, made.deviation), made.out));
    EXPECT_TRUE(made.out.is_contiguous(at::MemoryFormat::ChannelsLast));
    const auto plain = host_norm_backward(grad, x, work, made.mean, made.deviation, false),
               other = host_norm_backward(grad.contiguous(), x, work, made.mean, made.deviation, false);
    EXPECT_TRUE(at::equal(plain[0], other[0]));
    EXPECT_FALSE(plain[1].defined());
    EXPECT_FALSE(plain[2].defined());
}

TEST_P(HostNorms, MoveRunningStatisticsAsLibTorchAndAsOtherProcessesFollow) {
    const std::int64_t channels = GetParam().channels;
    const auto fresh = [channels] { return std::array{at::full({channels}, 0.5), at::full({channels}, 2.0)}; };
    const auto moved = fresh(), library = fresh(), seen = fresh(), followed = fresh();
    (void)host_norm_forward(x, work, 1e-5, moved, kNormMomentum);
    (void)at::batch_norm(x, work.weight, work.bias, library[0], library[1], true, kNormMomentum, 1e-5, false);
    (void)host_norm_forward(x, work, 1e-5, seen, 1);  // as it is recorded
    follow({followed[0], followed[1], {}}, seen[0], seen[1], library_kernel(x));
    for (const std::size_t i : {0, 1}) {
        EXPECT_TRUE(at::allclose(moved[i], library[i], 1e-5, 1e-6)) << i;
        EXPECT_TRUE(at::equal(moved[i], followed[i])) << i;
    }
}

/// `all` where the processor has vectors for them, which HostNormLayer.HasThem... asks for; else none.
template <class Kind> std::vector<Kind> where_there_are(std::vector<Kind> all) {
    return vector_width() == VectorWidth::Baseline ? std::vector<Kind>{} : all;
}

INSTANTIATE_TEST_SUITE_P(Shapes, HostNorms,
                         testing::ValuesIn(where_there_are<Case>({{4, 64, 16, at::kFloat, 0.2},
                                                                  {4, 64, 16, at::kBFloat16, 0.2},
                                                                  {3, 70, 5, at::kFloat, 0},
                                                                  {3, 70, 5, at::kBFloat16, 0},
                                                                  {2, 3, 9, at::kFloat, 1},
                                                                  {5, 512, 4, at::kFloat, 0.2},
                                                                  {64, 16, 8, at::kBFloat16, 0},
                                                                  {2, 17, 2, at::kFloat, 0.2}})));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HostNorms);

TEST(HostNormLayer, HasThemWhereTheProcessorHasVectors) {
    const at::Tensor ones = at::ones({16});
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16, at::kHalf}) {
        const at::Tensor x = last(at::ones({2, 16, 4, 4}, type));
        EXPECT_EQ(has_host_norms(x, ones, ones), vector_width() != VectorWidth::Baseline && type != at::kHalf) << type;
        EXPECT_FALSE(has_host_norms(x.contiguous(), ones, ones)) << "channels do not lie together";
        EXPECT_FALSE(has_host_norms(x, ones.to(type == at::kFloat ? at::kDouble : type), ones)) << "other weights";
    }
}

bool by_own(const std::vector<WatchedPhase>& phases) {
    for (const WatchedPhase& phase : phases)
        for (const WatchedOperation& o : phase.operations)
            if (o.name == "batch norm and activation") return true;
    return false;
}

TEST(HostNormLayer, UsesThemWhereChannelsLieTogetherAndKeepsTheInputAlone) {
    cpu_allocator::install();
    Norm2d norm(32);
    const at::NoGradGuard no_grad;
    norm.weight.fill_(1);
    norm.bias.zero_();
    const at::AutoGradMode with_graph(true);
    const at::Tensor x = last(at::randn({8, 32, 16, 16})).requires_grad_(true);
    const bool there = has_host_norms(x, norm.weight, norm.bias);
    OperationWatch watch;
    const Bytes before = cpu_allocator::counts().live_total;
    at::Tensor out = norm.forward_leaky(x, 0.2, {});
    const Bytes kept = cpu_allocator::counts().live_total - before;
    EXPECT_EQ(by_own(watch.end()), there);
    if (there)
        EXPECT_LE(kept.count, static_cast<std::int64_t>(out.nbytes()) + 4096) << "the output, which is not the node's";
    {
        OperationWatch other;
        (void)norm.forward_leaky(x.detach().contiguous(), 0.2, {});
        EXPECT_FALSE(by_own(other.end()));
    }
    EXPECT_EQ(norm.batches.item<std::int64_t>(), 2);
}

class HostNormNode : public testing::TestWithParam<double> {};

TEST_P(HostNormNode, GradientsHaveGradients) { expect_gradients_have_gradients(nullptr, GetParam()); }

TEST_P(HostNormNode, WhatIsNoNumberStaysSeen) {
    at::Tensor x = last(at::randn({2, 16, 4, 4}));
    const NormWork work{at::ones({16}), at::zeros({16}), 0, kernels::Activation::Leaky, GetParam()};
    x[1][3][0][2] = std::numeric_limits<float>::quiet_NaN();
    const at::Tensor bad = host_norm_forward(x, work, 1e-5, {}, 0).out.isnan().sum({0, 2, 3});
    EXPECT_EQ(bad[3].item<std::int64_t>(), 2 * 4 * 4);
    EXPECT_EQ(bad.sum().item<std::int64_t>(), 2 * 4 * 4);
}

INSTANTIATE_TEST_SUITE_P(Slopes, HostNormNode, testing::ValuesIn(where_there_are<double>({0.0, 0.2})));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HostNormNode);

}  // namespace
}  // namespace headroom::nn
