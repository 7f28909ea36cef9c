// Winograd's convolution against the direct sum: results, gradients, pictures that do not divide into tiles, types, segments that are
// computed again.
#include "core/memory/autocast_guard.h"
#include "core/memory/cpu_allocator.h"
#include "core/memory/cpu_kernels.h"
#include "core/memory/lease.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/in_parallel.h"
#include "core/models/nn/layers.h"
#include "core/models/nn/light_ops.h"
#include "core/models/nn/winograd/convolution.h"
#include "core/models/nn/winograd/strided.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>
#include <torch/nn/init.h>

#include <atomic>
#include <vector>

namespace headroom {
namespace {

class Winograd : public testing::Test {
protected:
    void SetUp() override { cpu_allocator::install(); }
    static double off(const at::Tensor& got, const at::Tensor& exact) {
        return ((got.to(at::kDouble) - exact).abs().max() / exact.abs().max()).item<double>();
    }
};

/// The gradient of 3x3 filters in float64.
at::Tensor exact_filters(const at::Tensor& grad, const at::Tensor& x) {
    return std::get<1>(at::convolution_backward(
        grad.to(at::kDouble), x.to(at::kDouble), torch::empty({grad.size(1), x.size(1), 3, 3}, at::kDouble),
        std::nullopt, {1, 1}, {1, 1}, {1, 1}, false, {0, 0}, 1, {false, true, false}));
}

struct Shape {
    std::int64_t pictures, in, out, height, width;
};

TEST_F(Winograd, IsTheDirectSumForEveryShape) {
    const at::NoGradGuard no_grad;
    // One tile, parts of tiles, runs over rows and pictures, channels that fill no group, more than one block of them.
    for (const Shape& s : {Shape{1, 1, 1, 1, 1}, Shape{1, 3, 5, 4, 4}, Shape{1, 2, 3, 5, 3}, Shape{2, 7, 4, 9, 13},
                           Shape{3, 16, 33, 17, 66}, Shape{1, 40, 131, 30, 250}, Shape{2, 70, 64, 8, 191},
                           Shape{1, 5, 2, 1, 200}, Shape{1, 5, 2, 200, 1}}) {
        const at::Tensor x = torch::randn({s.pictures, s.in, s.height, s.width}), w = torch::randn({s.out, s.in, 3, 3}),
                         b = torch::randn({s.out});
        const at::Tensor exact = at::conv2d(x.to(at::kDouble), w.to(at::kDouble), b.to(at::kDouble), 1, 1);
        const std::string where = std::to_string(s.in) + " to " + std::to_string(s.out) + " of " +
                                  std::to_string(s.height) + " x " + std::to_string(s.width);
        EXPECT_LT(off(nn::winograd_conv2d(x, w, b), exact), 3e-5) << where;
        const at::Tensor bare = nn::winograd_conv2d(x, w, {});
        EXPECT_LT(off(bare + b.view({1, -1, 1, 1}), exact), 3e-5) << where;
        const at::Tensor pull = torch::randn_like(bare);
        const at::Tensor back = at::conv_transpose2d(pull.to(at::kDouble), w.to(at::kDouble), {}, 1, 1);
        EXPECT_LT(off(nn::winograd_conv2d_input(pull, w), back), 3e-5) << where;
        if (!nn::winograd_suits_training()) continue;
        EXPECT_LT(off(nn::winograd_conv2d_filters(pull, x), exact_filters(pull, x)), 3e-5) << where;
    }
}

TEST_F(Winograd, ReadsTensorsThatAreParts) {
    const at::NoGradGuard no_grad;
    const at::Tensor x = torch::randn({1, 6, 20, 40}).slice(3, 3, 33),
                     w = torch::randn({3, 3, 8, 6}).permute({2, 3, 0, 1});
    EXPECT_LT(off(nn::winograd_conv2d(x, w, {}), at::conv2d(x.to(at::kDouble), w.to(at::kDouble), {}, 1, 1)), 3e-5);
}

TEST_F(Winograd, IsTakenForLargeFrozenConvolutionsAlone) {
    const auto taken = [](std::int64_t in, std::int64_t out, std::int64_t size, at::ScalarType type = at::kFloat,
                          std::int64_t kernel = 3) {
        return nn::has_winograd(torch::empty({1, in, size, size}, type), torch::empty({out, in, kernel, kernel}, type),
                                1, kernel / 2);
    };
    EXPECT_TRUE(taken(128, 128, 64));
    EXPECT_FALSE(taken(128, 128, 60));
    EXPECT_FALSE(taken(128, 3, 256));
    EXPECT_FALSE(taken(3, 128, 256));
    EXPECT_FALSE(taken(128, 128, 64, at::kFloat, 1));
    EXPECT_FALSE(taken(128, 128, 64, at::kDouble));
    EXPECT_EQ(taken(128, 128, 64, at::kBFloat16), !has_bf16_kernels());
    const at::Tensor x = torch::empty({1, 32, 64, 64}), w = torch::empty({32, 32, 3, 3});
    EXPECT_FALSE(nn::has_winograd(x, w, 2, 1));
    EXPECT_FALSE(nn::has_winograd(x, w, 1, 0));
    EXPECT_FALSE(nn::has_winograd(x.contiguous(at::MemoryFormat::ChannelsLast), w, 1, 1));
}

TEST_F(Winograd, AFrozenLayerAndItsGradientAgreeWithAPlainOne) {
    nn::Conv2d layer(32, 40, 3, 1, 1);
    torch::nn::init::normal_(layer.weight, 0, 0.1);
    torch::nn::init::normal_(layer.bias);
    const at::Tensor x = torch::randn({1, 32, 64, 72}).requires_grad_();
    bool taken = false;
    const auto run = [&](bool light, bool bf16) {
        const nn::ComputeMode mode{.light = light};
        at::Tensor out;
        {
            const AutocastGuard autocast(c10::kCPU, bf16, at::kBFloat16);
            out = layer.forward(x, mode);
            taken = nn::has_winograd(x, layer.weight, 1, 1);
        }
        const at::Tensor gradient = torch::autograd::grad({out.to(at::kFloat).sin().sum()}, {x})[0];
        return std::pair(out, gradient);
    };
    for (at::Tensor& p : layer.parameters()) p.set_requires_grad(false);
    for (const bool bf16 : {false, true}) {
        const auto [plain, plain_gradient] = run(false, bf16);
        const auto [light, gradient] = run(true, bf16);
        EXPECT_EQ(light.scalar_type(), plain.scalar_type());
        EXPECT_EQ(gradient.scalar_type(), plain_gradient.scalar_type());
        const double near = bf16 ? 2e-2 : 2e-5;
        EXPECT_LT(off(light, plain.to(at::kDouble)), near) << bf16;
        EXPECT_LT(off(gradient, plain_gradient.to(at::kDouble)), near) << bf16;
        EXPECT_NE(at::equal(light, plain), taken) << "Winograd's sums are others, the plain ones the same";
        // Without a gradient, as the first pass of a segment that is computed again: the same bits.
        const at::NoGradGuard no_grad;
        const AutocastGuard autocast(c10::kCPU, bf16, at::kBFloat16);
        EXPECT_TRUE(at::equal(layer.forward(x, nn::ComputeMode{.light = true}), light));
    }
    // A layer that trains has PyTorch's own bits without a lease.
    layer.weight.set_requires_grad(true);
    EXPECT_TRUE(at::equal(run(true, false).first, run(false, false).first));
}

TEST_F(Winograd, GivesTheSameBitsOnAnyNumberOfThreads) {
    const at::NoGradGuard no_grad;
    const at::Tensor x = torch::randn({1, 32, 66, 70}), w = torch::randn({36, 32, 3, 3}),
                     pull = torch::randn({1, 36, 66, 70});
    const int before = at::get_num_threads();
    std::vector<at::Tensor> made, filters;
    for (const int threads : {1, 2, 3}) {
        at::set_num_threads(threads);
        made.push_back(nn::winograd_conv2d(x, w, {}));
        filters.push_back(nn::winograd_suits_training() ? nn::winograd_conv2d_filters(pull, x) : w);
    }
    at::set_num_threads(before);
    for (const std::size_t i : {1, 2}) {
        EXPECT_TRUE(at::equal(made[0], made[i]));
        EXPECT_TRUE(at::equal(filters[0], filters[i]));
    }
}

TEST_F(Winograd, RoundsAtMostFourTimesAsMuchAsTheDirectSumWhereNetworksTrainByIt) {
    const at::NoGradGuard no_grad;
    const double most = nn::winograd_suits_training() ? 4 : 8;
    const auto rms = [](const at::Tensor& got, const at::Tensor& exact) {
        return ((got.to(at::kDouble) - exact).norm() / exact.norm()).item<double>();
    };
    for (const std::int64_t channels : {32, 256}) {
        const at::Tensor noise = torch::randn({1, channels, 32, 40}), w = torch::randn({channels, channels, 3, 3});
        // As networks have it: smooth, and not about 0.
        const at::Tensor smooth =
            at::silu(at::upsample_bilinear2d(noise.slice(2, 0, 4).slice(3, 0, 5), {32, 40}, false) + 0.5);
        for (const at::Tensor& x : {noise, smooth}) {
            const at::Tensor exact = at::conv2d(x.to(at::kDouble), w.to(at::kDouble), {}, 1, 1),
                             back = at::conv_transpose2d(x.to(at::kDouble), w.to(at::kDouble), {}, 1, 1);
            EXPECT_LE(rms(nn::winograd_conv2d(x, w, {}), exact), most * rms(at::conv2d(x, w, {}, 1, 1), exact))
                << channels;
            EXPECT_LE(rms(nn::winograd_conv2d_input(x, w), back),
                      most * rms(at::conv_transpose2d(x, w, {}, 1, 1), back))
                << channels;
            if (!nn::winograd_suits_training()) continue;
            const at::Tensor pull = torch::randn_like(x), filters = exact_filters(pull, x),
                             direct =
                                 std::get<1>(at::convolution_backward(pull, x, w, std::nullopt, {1, 1}, {1, 1}, {1, 1},
                                                                      false, {0, 0}, 1, {false, true, false}));
            EXPECT_LE(rms(nn::winograd_conv2d_filters(pull, x), filters), most * rms(direct, filters)) << channels;
        }
    }
}

TEST_F(Winograd, ComputesConvolutionsThatTrainWhereALeaseAsksForIt) {
    nn::set_up_own_kernels();
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
        const auto leaf = [type](at::IntArrayRef sizes) { return torch::randn(sizes).to(type).requires_grad_(true); };
        const at::Tensor x = leaf({1, 32, 64, 72}), w = leaf({40, 32, 3, 3}), b = leaf({40}),
                         pull = torch::randn({1, 40, 64, 72}).to(type);
        const auto step = [&](std::int64_t fewer) {
            const ComputeLease lease({.threads = at::get_num_threads(), .fewer_products = fewer});
            const at::Tensor y = at::conv2d(x, w, b, 1, 1);
            std::vector<at::Tensor> all = torch::autograd::grad({y}, {x, w, b}, {pull});
            all.push_back(y.detach());
            return all;
        };
        const std::vector<at::Tensor> library = step(0), ours = step(1);
        const bool taken = nn::winograd_suits_training() && nn::has_winograd(x, w, 1, 1);
        for (const std::size_t i : {0, 1, 3}) {
            EXPECT_EQ(ours[i].scalar_type(), type);
            EXPECT_EQ(ours[i].strides(), library[i].strides());
            EXPECT_LT(off(ours[i], library[i].to(at::kDouble)), type == at::kFloat ? 1e-5 : 2e-2) << i;
            EXPECT_NE(at::equal(ours[i], library[i]), taken) << i;
        }
        EXPECT_TRUE(at::equal(ours[2], library[2])) << "the bias's is the library's";
        if (taken) EXPECT_TRUE(at::equal(ours[3], nn::winograd_conv2d(x.detach(), w.detach(), b.detach())));
        // Pictures whose channels lie together, other strides and groups stay the library's.
        const ComputeLease lease({.threads = at::get_num_threads(), .fewer_products = 1});
        const at::NoGradGuard no_grad;
        const at::Tensor last = x.detach().contiguous(at::MemoryFormat::ChannelsLast);
        EXPECT_TRUE(at::conv2d(last, w, b, 1, 1).is_contiguous(at::MemoryFormat::ChannelsLast));
        EXPECT_EQ(at::conv2d(x, w, b, 2, 1).size(2), 32);
        EXPECT_EQ(at::conv2d(x, w.slice(1, 0, 16).slice(0, 0, 40), b, 1, 1, 1, 2).size(1), 40);
        EXPECT_EQ(at::conv_transpose2d(x, w.slice(0, 0, 32), {}, 1, 1).size(1), 32);
    }
}

TEST_F(Winograd, GradientsOfConvolutionsThatTrainHaveGradients) {
    nn::set_up_own_kernels();
    const auto penalty = [](at::ScalarType type, const at::Tensor& pictures, const at::Tensor& filters) {
        const at::Tensor x = pictures.to(type).requires_grad_(true), w = filters.to(type).requires_grad_(true);
        const at::Tensor first =
            torch::autograd::grad({at::conv2d(x, w, {}, 1, 1).square().mean()}, {x}, {}, std::nullopt, true)[0];
        return torch::autograd::grad({(first.square().sum() * 1e6)}, {x, w});
    };
    const at::Tensor pictures = torch::randn({1, 32, 64, 64}), filters = torch::randn({32, 32, 3, 3}) * 0.1;
    const auto exact = penalty(at::kDouble, pictures, filters);
    const ComputeLease lease({.threads = at::get_num_threads(), .fewer_products = 1});
    const auto made = penalty(at::kFloat, pictures.clone(), filters.clone());
    for (const std::size_t i : {0, 1}) EXPECT_LT(off(made[i], exact[i]), 1e-4) << i;
}

TEST(InParallel, CallsEveryNumberOnce) {
    for (const std::int64_t count : {0, 1, 2, 3, 1000}) {
        std::vector<std::atomic<int>> calls(static_cast<std::size_t>(count));
        nn::in_parallel(count, [&](std::int64_t i) { ++calls[static_cast<std::size_t>(i)]; });
        for (const auto& c : calls) EXPECT_EQ(c, 1);
    }
}

}  // namespace
}  // namespace headroom
