// Group norm with SiLU by the processor's own passes: LibTorch's numbers within rounding, at any number of threads, where a lease asks for them.
#include "core/memory/cpu_allocator.h"
#include "core/memory/cpu_kernels.h"
#include "core/memory/lease.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/host_group_norms.h"
#include "core/models/nn/light_ops.h"
#include "tests/torch/norm_gradients.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace headroom::nn {
namespace {

struct GroupCase {
    std::int64_t pictures, groups, channels, side;
    at::ScalarType type;
};

class HostGroupNorms : public testing::TestWithParam<GroupCase> {
protected:
    void SetUp() override {
        cpu_allocator::install();
        const GroupCase& c = GetParam();
        // Groups whose mean is far from 0 too.
        x = (torch::randn({c.pictures, c.channels, c.side, c.side}) * 2 + torch::randn({1, c.channels, 1, 1}) * 3)
                .to(c.type);
        pull = torch::randn_like(x);
        weight = torch::randn({c.channels});
        bias = torch::randn({c.channels});
    }
    static ComputeSettings asks(int threads = at::get_num_threads()) {
        return {.threads = threads, .fewer_products = 1};
    }
    /// Whether this processor has such passes; one with vectors has to.
    bool has_passes() const {
        const bool has = has_host_group_norms(x, weight, bias);
        EXPECT_EQ(has, vector_width() != VectorWidth::Baseline);
        return has;
    }
    /// Output and gradients of x, weight and bias, computed in `type`.
    std::vector<at::Tensor> computed(at::ScalarType type) const {
        const at::Tensor in = x.to(type).detach().requires_grad_(true);
        const auto real = type == at::kDouble ? at::kDouble : at::kFloat;
        const at::Tensor w = weight.to(real).detach().clone().requires_grad_(true),
                         b = bias.to(real).detach().clone().requires_grad_(true);
        const at::Tensor out = group_norm_silu(in, w, b, GetParam().groups, 1e-6);
        std::vector<at::Tensor> all = torch::autograd::grad({out}, {in, w, b}, {pull.to(type)});
        all.insert(all.begin(), out.detach());
        return all;
    }
    std::vector<at::Tensor> ours(int threads = at::get_num_threads()) const {
        const ComputeLease lease(asks(threads));
        return computed(GetParam().type);
    }
    at::Tensor x, pull, weight, bias;
};

TEST_P(HostGroupNorms, AreAsExactAsLibTorchs) {
    const auto exact = computed(at::kDouble), plain = computed(GetParam().type), made = ours();
    const double unit = GetParam().type == at::kFloat ? std::numeric_limits<float>::epsilon() : 1.0 / 256;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        EXPECT_EQ(made[i].scalar_type(), plain[i].scalar_type()) << i;
        EXPECT_EQ(made[i].strides(), plain[i].strides()) << i;
        EXPECT_LE(apart(made[i], exact[i]), 2 * apart(plain[i], exact[i]) + 4 * unit) << i;
    }
}

TEST_P(HostGroupNorms, HaveTheSameBitsWithAnyNumberOfThreads) {
    const ComputeLease lease(asks());
    if (!has_passes()) return;
    const auto one = ours(1);
    for (const int threads : {2, 3}) {
        const auto several = ours(threads);
        for (std::size_t i = 0; i < one.size(); ++i) EXPECT_TRUE(at::equal(one[i], several[i])) << threads << " " << i;
    }
}

TEST_P(HostGroupNorms, GiveTheSameAgainAndTakeGradientsThatLieOtherwise) {
    const ComputeLease lease(asks());
    if (!has_passes()) return;
    const NormWork work{weight, bias, GetParam().groups, kernels::Activation::Silu, 0};
    const DeviceNorm made = host_group_norm_forward(x, work, 1e-6);
    EXPECT_TRUE(at::equal(host_group_norm_again(x, work, made.mean, made.deviation), made.out));
    EXPECT_EQ(made.mean.sizes(), at::IntArrayRef({x.size(0), GetParam().groups}));
    const auto plain = host_group_norm_backward(pull, x, work, made.mean, made.deviation, false),
               other = host_group_norm_backward(pull.contiguous(at::MemoryFormat::ChannelsLast), x, work, made.mean,
                                                made.deviation, false);
    EXPECT_TRUE(at::equal(plain[0], other[0]));
    EXPECT_FALSE(plain[1].defined());
    EXPECT_FALSE(plain[2].defined());
}

std::vector<GroupCase> group_cases() {
    std::vector<GroupCase> all;
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
        all.push_back({2, 32, 128, 16, type});
        all.push_back({1, 32, 64, 66, type});  // a plane is more than a chunk, and no whole vectors
        all.push_back({3, 2, 6, 5, type});
        all.push_back({2, 2, 4, 2, type});  // few numbers a group
    }
    return all;
}

INSTANTIATE_TEST_SUITE_P(Shapes, HostGroupNorms, testing::ValuesIn(group_cases()));

class HostGroupNormNode : public testing::Test {
protected:
    void SetUp() override { cpu_allocator::install(); }
    const at::Tensor x = torch::randn({2, 64, 12, 12}), w = torch::randn({64}), b = torch::randn({64});
    const ComputeSettings own{.threads = at::get_num_threads(), .fewer_products = 1};
};

TEST_F(HostGroupNormNode, IsThereWhereALeaseAsksAndTheProcessorHasVectors) {
    EXPECT_FALSE(has_host_group_norms(x, w, b)) << "no lease";
    const ComputeLease lease(own);
    const bool vectors = vector_width() != VectorWidth::Baseline;
    EXPECT_EQ(has_host_group_norms(x, w, b), vectors);
    EXPECT_EQ(has_host_group_norms(x.to(at::kBFloat16), w, b), vectors);
    EXPECT_FALSE(has_host_group_norms(x.to(at::kDouble), w, b));
    EXPECT_FALSE(has_host_group_norms(x, w.to(at::kBFloat16), b)) << "other weights";
    EXPECT_FALSE(has_host_group_norms(x.contiguous(at::MemoryFormat::ChannelsLast), w, b)) << "channels lie together";
}

TEST_F(HostGroupNormNode, AGradientOfTheGradientIsRefusedInWordsAsWithoutALease) {
    const auto second = [&] {
        const at::Tensor in = x.clone().requires_grad_(true);
        const at::Tensor out = group_norm_silu(in, w, b, 32, 1e-6);
        const at::Tensor first = torch::autograd::grad({out.square().sum()}, {in}, {}, true, true)[0];
        return torch::autograd::grad({first.square().sum()}, {in})[0];
    };
    EXPECT_THROW((void)second(), c10::Error);
    const ComputeLease lease(own);
    EXPECT_THROW((void)second(), c10::Error);
}

TEST_F(HostGroupNormNode, AConvolutionThatTrainsComputesItAgain) {
    const at::Tensor filters = torch::randn({40, 64, 3, 3}) * 0.1, offset = torch::randn({40}),
                     pull = torch::randn({2, 40, 12, 12});
    const auto step = [&](at::ScalarType type) {
        std::vector<at::Tensor> in;
        for (const at::Tensor* t : {&x, &w, &b, &filters, &offset})
            in.push_back(t->to(type).detach().clone().requires_grad_(true));
        const at::Tensor y = group_norm_silu_conv2d(in[0], in[1], in[2], 32, 1e-6, in[3], in[4], 1, 1);
        std::vector<at::Tensor> all = torch::autograd::grad({y}, in, {pull.to(type)});
        all.push_back(y.detach());
        return all;
    };
    const auto exact = step(at::kDouble), library = step(at::kFloat);
    const ComputeLease lease(own);
    const auto made = step(at::kFloat);
    for (std::size_t i = 0; i < made.size(); ++i)
        EXPECT_LE(apart(made[i], exact[i]), 2 * apart(library[i], exact[i]) + 1e-6) << i;
}

TEST_F(HostGroupNormNode, KeepsTheInputAloneAndMakesOneTensorBackward) {
    const ComputeLease lease(own);
    const bool has = has_host_group_norms(x, w, b);
    ASSERT_EQ(has, vector_width() != VectorWidth::Baseline);
    if (!has) return;
    const at::Tensor in = x.clone().requires_grad_(true), grad = torch::randn_like(x);
    const Bytes before = cpu_allocator::counts().live_total;
    const at::Tensor out = group_norm_silu(in, w, b, 32, 1e-6);
    const auto one = static_cast<std::int64_t>(out.nbytes());
    EXPECT_LE((cpu_allocator::counts().live_total - before).count, one + 4096) << "the output, which is not the node's";
    const Bytes then = cpu_allocator::counts().live_total;
    const at::Tensor made = torch::autograd::grad({out}, {in}, {grad})[0];
    EXPECT_LE((cpu_allocator::counts().live_total - then).count, one + 4096);
}

TEST_F(HostGroupNormNode, WhatIsNoNumberStaysInItsGroup) {
    const ComputeLease lease(own);
    at::Tensor bad = x.clone();
    bad[1][3][0][2] = std::numeric_limits<float>::quiet_NaN();
    const at::Tensor seen = group_norm_silu(bad, w, b, 32, 1e-6).isnan();
    EXPECT_TRUE(seen[1].slice(0, 2, 4).all().item<bool>());
    EXPECT_EQ(seen.sum().item<std::int64_t>(), 2 * 12 * 12);
}

TEST_F(HostGroupNormNode, LargeNumbersAreOneOrNothingOfThemselves) {
    const ComputeLease lease(own);
    const at::Tensor large = at::full({64}, 100.0), far = at::full({64}, 1e30);
    const at::Tensor out = group_norm_silu(x, large, b, 32, 1e-6), norm = at::group_norm(x, 32, large, b, 1e-6);
    EXPECT_TRUE(at::allclose(out, at::silu(norm), 1e-4, 1e-4));
    EXPECT_TRUE(group_norm_silu(x, far, b, 32, 1e-6).isfinite().all().item<bool>());
}

}  // namespace
}  // namespace headroom::nn
