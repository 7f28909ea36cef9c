// Operations that keep less: PyTorch's own results and gradients, in fewer bytes.
#include "core/memory/autocast_guard.h"
#include "core/memory/cpu_allocator.h"
#include "core/memory/lease.h"
#include "core/models/nn/layers.h"
#include "core/models/nn/light_ops.h"
#include "tests/support/main/test_main.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace headroom {
namespace {

using UnaryFn = std::function<at::Tensor(const at::Tensor&)>;

struct Ran {
    at::Tensor out, gradient;
    std::int64_t kept = 0;  ///< bytes of the graph beyond the result
};

/// `fn` on x and its gradient; a cheap operation before it makes the input one that only the graph holds.
Ran run_op(const UnaryFn& fn, const at::Tensor& x, bool bf16 = false) {
    const at::Tensor leaf = x.detach().clone(at::MemoryFormat::Preserve).requires_grad_();
    Ran r;
    const std::int64_t before = cpu_allocator::counts().live_total.count;
    {
        const AutocastGuard autocast(c10::kCPU, bf16, at::kBFloat16);
        r.out = fn(leaf * 1.0);
    }
    r.kept = cpu_allocator::counts().live_total.count - before - static_cast<std::int64_t>(r.out.storage().nbytes());
    const at::Tensor pull = torch::randn(r.out.sizes(), at::make_generator<at::CPUGeneratorImpl>(test::test_seed() + 1))
                                .to(r.out.scalar_type());
    r.out.backward(pull);
    r.gradient = leaf.grad();
    return r;
}

void expect_same_bits(const Ran& plain, const Ran& light) {
    EXPECT_TRUE(at::equal(plain.out, light.out));
    EXPECT_TRUE(at::equal(plain.gradient, light.gradient))
        << (plain.gradient - light.gradient).abs().max().item<double>();
    EXPECT_EQ(plain.gradient.strides(), light.gradient.strides());
    EXPECT_EQ(plain.gradient.scalar_type(), light.gradient.scalar_type());
}

struct ConvCase {
    std::int64_t in, out, kernel, stride, padding, height, width;
    at::ScalarType type = at::kFloat;
    at::MemoryFormat format = at::MemoryFormat::Contiguous;
    bool bf16 = false;
};

class LightOps : public testing::Test {
protected:
    LightOps() { cpu_allocator::install(); }
};

class FrozenConvolution : public testing::TestWithParam<ConvCase> {};

TEST_P(FrozenConvolution, HasPlainBitsAndKeepsNoInput) {
    cpu_allocator::install();
    const ConvCase c = GetParam();
    const at::Tensor x = torch::randn({2, c.in, c.height, c.width}).to(c.type).contiguous(c.format);
    const at::Tensor w = (torch::randn({c.out, c.in, c.kernel, c.kernel}) * 0.1).to(c.type).contiguous(c.format);
    const at::Tensor b = torch::randn({c.out}).to(c.type);
    const Ran plain =
        run_op([&](const at::Tensor& in) { return at::conv2d(in, w, b, c.stride, c.padding); }, x, c.bf16);
    const Ran light =
        run_op([&](const at::Tensor& in) { return nn::conv2d_frozen(in, w, b, c.stride, c.padding); }, x, c.bf16);
    expect_same_bits(plain, light);
    EXPECT_GE(plain.kept, static_cast<std::int64_t>(x.nbytes()) / (c.bf16 ? 2 : 1));
    EXPECT_LT(light.kept, 1024);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, FrozenConvolution,
    testing::Values(ConvCase{32, 32, 3, 1, 1, 16, 16}, ConvCase{64, 3, 3, 1, 1, 24, 20},
                    ConvCase{512, 256, 3, 1, 1, 8, 8}, ConvCase{16, 32, 3, 2, 0, 17, 13},
                    ConvCase{16, 32, 3, 2, 0, 18, 13}, ConvCase{3, 40, 6, 6, 0, 30, 30},
                    ConvCase{3, 40, 6, 6, 0, 33, 31}, ConvCase{32, 16, 1, 1, 0, 9, 7},
                    ConvCase{16, 16, 3, 1, 1, 12, 12, at::kDouble},
                    ConvCase{32, 32, 3, 1, 1, 16, 16, at::kFloat, at::MemoryFormat::ChannelsLast},
                    ConvCase{32, 48, 3, 1, 1, 16, 16, at::kFloat, at::MemoryFormat::Contiguous, true},
                    ConvCase{32, 48, 3, 2, 0, 17, 17, at::kFloat, at::MemoryFormat::ChannelsLast, true},
                    ConvCase{32, 48, 3, 1, 1, 16, 16, at::kBFloat16}));

TEST_F(LightOps, LargeTilesHaveTheGradientOfOneProduct) {
    for (const auto format : {at::MemoryFormat::Contiguous, at::MemoryFormat::ChannelsLast}) {
        for (const auto type : {at::kFloat, at::kBFloat16}) {
            const at::Tensor x = torch::randn({2, 3, 96, 64}).to(type).contiguous(format),
                             w = (torch::randn({160, 3, 32, 32}) * 0.05).to(type);
            const auto gradient = [&](bool own) {
                const ComputeLease lease({.threads = at::get_num_threads(), .fewer_products = own ? 1 : 0});
                at::Tensor in = x.detach().clone(at::MemoryFormat::Preserve).requires_grad_(true);
                nn::conv2d_frozen(in, w, {}, 32, 0).square().sum().backward();
                return in.grad();
            };
            at::Tensor exact = x.to(at::kDouble).detach().requires_grad_(true);
            at::conv2d(exact, w.to(at::kDouble), {}, 32).square().sum().backward();
            const auto off = [&](const at::Tensor& g) {
                return ((g.to(at::kDouble) - exact.grad()).norm() / exact.grad().norm()).item<double>();
            };
            const at::Tensor own = gradient(true), library = gradient(false);
            EXPECT_LE(off(own), 1.5 * off(library) + 1e-7);
            EXPECT_EQ(own.scalar_type(), type);
            EXPECT_TRUE(own.is_contiguous(format));
        }
    }
}

TEST_F(LightOps, ConvolutionHasAGradientOfTheGradient) {
    const at::Tensor w = torch::randn({4, 3, 3, 3}, at::kDouble),
                     x = torch::randn({1, 3, 9, 8}, at::kDouble).requires_grad_();
    const std::int64_t stride = 2, padding = 0;
    const auto second = [&](bool light) {
        const at::Tensor y =
            light ? nn::conv2d_frozen(x * x, w, {}, stride, padding) : at::conv2d(x * x, w, {}, stride, padding);
        const at::Tensor first = torch::autograd::grad({y.square().sum()}, {x}, {}, true, /*create_graph=*/true)[0];
        return torch::autograd::grad({first.square().sum()}, {x})[0];
    };
    EXPECT_LE((second(true) - second(false)).abs().max().item<double>(),
              1e-9 * second(false).abs().max().item<double>());
}

TEST_F(LightOps, LinearKeepsNoCopyOfItsWeightUnderAutocast) {
    const at::Tensor x = torch::randn({3, 7, 64}), w = torch::randn({256, 64}) * 0.1, b = torch::randn({256});
    for (const bool bf16 : {false, true}) {
        const Ran plain = run_op([&](const at::Tensor& in) { return at::linear(in, w, b); }, x, bf16);
        const Ran light = run_op([&](const at::Tensor& in) { return nn::linear_frozen(in, w, b); }, x, bf16);
        expect_same_bits(plain, light);
        EXPECT_LT(light.kept, 256);
        if (bf16) EXPECT_GE(plain.kept, 256 * 64 * 2);
    }
}

TEST_F(LightOps, NormAndSiluKeepTheirInputAlone) {
    const at::Tensor w = torch::randn({64}), b = torch::randn({64});
    for (const auto format : {at::MemoryFormat::Contiguous, at::MemoryFormat::ChannelsLast}) {
        const at::Tensor x = (torch::randn({2, 64, 12, 10}) * 2 + 1).contiguous(format);
        for (const auto type : {at::kFloat, at::kBFloat16}) {
            const at::Tensor in_type = x.to(type);
            const Ran plain =
                run_op([&](const at::Tensor& in) { return at::silu(at::group_norm(in, 32, w, b, 1e-6)); }, in_type);
            const Ran light =
                run_op([&](const at::Tensor& in) { return nn::group_norm_silu(in, w, b, 32, 1e-6); }, in_type);
            expect_same_bits(plain, light);
            const auto bytes = static_cast<std::int64_t>(in_type.nbytes());
            EXPECT_GE(plain.kept, 2 * bytes);
            EXPECT_LT(light.kept, bytes + 2048);
        }
    }
}

TEST_F(LightOps, NormGivesItsWeightsTheirGradients) {
    const at::Tensor x = torch::randn({2, 32, 6, 5});
    const auto gradients = [&](bool light) {
        const at::Tensor w = torch::ones({32}).mul_(1.3).requires_grad_(), b = torch::zeros({32}).requires_grad_();
        const at::Tensor y =
            light ? nn::group_norm_silu(x, w, b, 32, 1e-6) : at::silu(at::group_norm(x, 32, w, b, 1e-6));
        y.square().sum().backward();
        return std::pair(w.grad(), b.grad());
    };
    const auto plain = gradients(false), light = gradients(true);
    EXPECT_TRUE(at::equal(plain.first, light.first));
    EXPECT_TRUE(at::equal(plain.second, light.second));
}

TEST_F(LightOps, ConvolutionThatTrainsKeepsTheNormsInputAlone) {
    const at::Tensor x = torch::randn({2, 32, 12, 10}) * 2 + 1;
    for (const bool bf16 : {false, true}) {
        std::vector<at::Tensor> weights[2];
        Ran ran[2];
        for (const int light : {0, 1}) {
            torch::manual_seed(test::test_seed());
            for (const auto& sizes : {std::vector<std::int64_t>{32}, {32}, {48, 32, 3, 3}, {48}})
                weights[light].push_back(torch::randn(sizes).mul_(0.3).requires_grad_());
            const auto& w = weights[light];
            const std::int64_t one = 1;
            ran[light] = run_op(
                [&](const at::Tensor& in) {
                    if (light) return nn::group_norm_silu_conv2d(in, w[0], w[1], 32, 1e-6, w[2], w[3], one, one);
                    return at::conv2d(at::silu(at::group_norm(in, 32, w[0], w[1], 1e-6)), w[2], w[3], one, one);
                },
                x, bf16);
        }
        expect_same_bits(ran[0], ran[1]);
        for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(at::equal(weights[0][i].grad(), weights[1][i].grad())) << i;
        const auto bytes = static_cast<std::int64_t>(x.nbytes());
        EXPECT_GE(ran[0].kept, 2 * bytes);
        EXPECT_LT(ran[1].kept,
                  bytes + (bf16 ? 48 * 32 * 9 * 2 : 0) + 2048);  // autocast's copy of a weight that trains lives on
    }
}

TEST_F(LightOps, QuickGeluKeepsItsInputAlone) {
    const at::Tensor x = torch::randn({5, 64}) * 3;
    const Ran plain = run_op([](const at::Tensor& in) { return in * at::sigmoid(1.702 * in); }, x);
    const Ran light = run_op([](const at::Tensor& in) { return nn::quick_gelu(in); }, x);
    EXPECT_TRUE(at::equal(plain.out, light.out));
    EXPECT_LE((plain.gradient - light.gradient).abs().max().item<double>(), 2e-6);  // one formula instead of three
    EXPECT_EQ(light.kept, static_cast<std::int64_t>(x.nbytes()));
    EXPECT_GE(plain.kept, 2 * light.kept);
    const at::Tensor exact = x.to(at::kDouble);
    const Ran a = run_op([](const at::Tensor& in) { return in * at::sigmoid(1.702 * in); }, exact);
    const Ran b = run_op([](const at::Tensor& in) { return nn::quick_gelu(in); }, exact);
    EXPECT_LE((a.gradient - b.gradient).abs().max().item<double>(), 1e-14);
}

TEST_F(LightOps, FrozenBatchNormKeepsSignsAlone) {
    const at::Tensor x = torch::randn({2, 16, 10, 10}), w = torch::randn({16}), b = torch::randn({16}),
                     mean = torch::randn({16}), variance = torch::rand({16}) + 0.5;
    for (const bool relu : {true, false}) {
        const auto norm = [&](const at::Tensor& in) {
            at::Tensor out = at::batch_norm(in, w, b, mean, variance, false, 0.0, 1e-5, true);
            return relu ? at::relu(out) : out;
        };
        const Ran plain = run_op(norm, x);
        const Ran light = run_op(
            [&](const at::Tensor& in) { return nn::batch_norm_frozen(in, w, b, mean, variance, 1e-5, relu); }, x);
        EXPECT_TRUE(at::equal(plain.out, light.out));
        EXPECT_LE((plain.gradient - light.gradient).abs().max().item<double>(), 1e-6);
        EXPECT_LT(light.kept, (relu ? x.numel() : 0) + 512);
        EXPECT_GE(plain.kept, static_cast<std::int64_t>(x.nbytes()));
    }
}

TEST_F(LightOps, AddReluKeepsSignsAlone) {
    const at::Tensor x = torch::randn({2, 8, 10, 10}), y = torch::randn({2, 8, 10, 10});
    const Ran plain = run_op([&](const at::Tensor& in) { return at::relu(in + y); }, x);
    const Ran light = run_op([&](const at::Tensor& in) { return nn::add_relu(in, y); }, x);
    expect_same_bits(plain, light);
    EXPECT_LT(light.kept, x.numel() + 512);
}

TEST_F(LightOps, LayersThatTrainStayPlain) {
    // A light operation gives no gradient to its weight: a layer must not choose it when one is asked for.
    nn::Conv2d conv(3, 4, 3, 1, 1);
    nn::Linear linear(6, 5);
    const at::NoGradGuard no_grad_while_filling;
    for (const at::Tensor& t : {conv.weight, conv.bias, linear.weight, linear.bias}) t.normal_();
    const at::AutoGradMode with_grad(true);
    conv.forward(torch::randn({1, 3, 6, 6}).requires_grad_(), {}).sum().backward();
    linear.forward(torch::randn({2, 6}).requires_grad_(), {}).sum().backward();
    EXPECT_TRUE(conv.weight.grad().defined() && conv.bias.grad().defined());
    EXPECT_TRUE(linear.weight.grad().defined() && linear.bias.grad().defined());
}

}  // namespace
}  // namespace headroom
