// 4x4 convolutions of stride 2 by fewer products: every pass against float64, what is not a number, threads, their way through LibTorch with first
// and second gradients, what a graph keeps, the bound of the scratch, and the switch.
#include "core/memory/autocast_guard.h"
#include "core/memory/cpu_allocator.h"
#include "core/memory/cpu_memory.h"
#include "core/memory/lease.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/winograd/strided.h"
#include "core/train/device.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace headroom {
namespace {

constexpr auto kLast = at::MemoryFormat::ChannelsLast;

struct Shape {
    std::int64_t pictures, k, c, height, width;  ///< of the smaller picture
    std::string words() const {
        return std::to_string(pictures) + " x " + std::to_string(k) + " from " + std::to_string(c) + " of " +
               std::to_string(height) + " x " + std::to_string(width);
    }
};

/// The operands of a convolution, as they are and as a network rounds them.
struct Operands {
    Operands(const Shape& s, at::ScalarType type)
        : exact_x(torch::randn({s.pictures, s.c, 2 * s.height, 2 * s.width})),
          exact_y(torch::randn({s.pictures, s.k, s.height, s.width})),
          exact_w(torch::randn({s.k, s.c, 4, 4}) * 0.05),
          x(exact_x.to(type).contiguous(kLast)),
          y(exact_y.to(type).contiguous(kLast)),
          w(exact_w.to(type)) {}
    at::Tensor exact_x, exact_y, exact_w, x, y, w;
};

at::Tensor conv(const at::Tensor& x, const at::Tensor& w) { return at::conv2d(x, w, {}, 2, 1); }
at::Tensor conv_transposed(const at::Tensor& y, const at::Tensor& w) { return at::conv_transpose2d(y, w, {}, 2, 1); }
at::Tensor filters_of(const at::Tensor& x, const at::Tensor& y, const at::Tensor& w) {
    return std::get<1>(
        at::convolution_backward(y, x, w, {}, {2, 2}, {1, 1}, {1, 1}, false, {0, 0}, 1, {false, true, false}));
}

/// Root of the mean square, relative.
double off(const at::Tensor& got, const at::Tensor& exact) {
    return ((got.to(at::kDouble) - exact).norm() / exact.norm()).item<double>();
}

at::Tensor wide(const at::Tensor& t) { return t.to(at::kDouble); }

class Strided : public testing::Test {
protected:
    void SetUp() override {
        cpu_allocator::install();
        nn::set_up_own_kernels();
    }
    static ComputeSettings fewer() { return {.threads = at::get_num_threads(), .fewer_products = 1}; }
};

/// Bounds of the error by that of the library's pass, from operands that are not rounded yet.
double bound(at::ScalarType type) { return type == at::kFloat ? 4 : 2; }

TEST_F(Strided, EveryPassIsNearTheDirectSumForEveryShape) {
    const at::NoGradGuard no_grad;
    // One tile, parts of tiles, channels that fill no vector and no block, more rows than are multiplied together, more tiles than fit at once.
    for (const Shape& s :
         {Shape{1, 33, 17, 1, 1}, Shape{1, 15, 13, 4, 4}, Shape{2, 7, 33, 5, 3}, Shape{1, 48, 20, 6, 9},
          Shape{3, 130, 40, 4, 7}, Shape{2, 32, 96, 13, 8}, Shape{40, 40, 72, 8, 8}}) {
        for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
            const Operands o(s, type);
            const at::Tensor y = conv(wide(o.x), wide(o.w)), x = conv_transposed(wide(o.y), wide(o.w)),
                             w = filters_of(wide(o.x), wide(o.y), wide(o.w));
            const double near = type == at::kFloat ? 3e-6 : 3e-2;
            for (const nn::winograd::PhaseKernel* kernel : nn::strided_kernels(type)) {
                const std::string where = s.words() + " by tiles of " + std::to_string(kernel->m);
                for (const at::Tensor& filters : {o.w, o.w.contiguous(kLast)}) {
                    EXPECT_LT(off(nn::strided_output(*kernel, o.x, filters), y), near) << where;
                    EXPECT_LT(off(nn::strided_input(*kernel, o.y, filters), x), near) << where;
                }
                const at::Tensor made = nn::strided_filters(*kernel, o.x, o.y);
                EXPECT_EQ(made.scalar_type(), type);
                EXPECT_LT(off(made, w), near) << where;
            }
        }
    }
}

TEST_F(Strided, RoundsAtMostTwiceAsMuchInBf16AndFourTimesInFp32) {
    const at::NoGradGuard no_grad;
    const Shape s{8, 96, 128, 12, 12};
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
        Operands o(s, type);
        for (const bool trained : {false, true}) {
            if (trained) {  // neighbours are alike, channels differ in scale, half of the values were cut off by an activation
                const at::Tensor scale = torch::randn({1, s.c, 1, 1}).exp();
                o.exact_x = (at::avg_pool2d(o.exact_x, 3, 1, 1) * 3 * scale).relu();
                o.exact_w = o.exact_w * torch::randn({s.k, s.c, 1, 1}).exp();
                o.x = o.exact_x.to(type).contiguous(kLast);
                o.w = o.exact_w.to(type);
            }
            const at::Tensor y = conv(wide(o.exact_x), wide(o.exact_w)),
                             x = conv_transposed(wide(o.exact_y), wide(o.exact_w)),
                             w = filters_of(wide(o.exact_x), wide(o.exact_y), wide(o.exact_w));
            const double direct_y = off(conv(o.x, o.w), y), direct_x = off(conv_transposed(o.y, o.w), x),
                         direct_w = off(filters_of(o.x, o.y, o.w), w);
            for (const nn::winograd::PhaseKernel* kernel : nn::strided_kernels(type)) {
                const std::string where = std::string(at::toString(type)) + ", tiles of " + std::to_string(kernel->m) +
                                          (trained ? ", trained" : "");
                EXPECT_LT(off(nn::strided_output(*kernel, o.x, o.w), y), bound(type) * direct_y) << where;
                EXPECT_LT(off(nn::strided_input(*kernel, o.y, o.w), x), bound(type) * direct_x) << where;
                EXPECT_LT(off(nn::strided_filters(*kernel, o.x, o.y), w), bound(type) * direct_w) << where;
            }
        }
    }
}

TEST_F(Strided, WhatIsNotANumberIsSeen) {
    const at::NoGradGuard no_grad;
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
        for (const float broken : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
            const Operands o({1, 32, 32, 6, 6}, type);
            o.x[0][7][5][5] = broken;
            o.y[0][9][3][3] = broken;
            for (const nn::winograd::PhaseKernel* kernel : nn::strided_kernels(type)) {
                EXPECT_FALSE(nn::strided_output(*kernel, o.x, o.w)[0].isfinite().all().item<bool>());
                EXPECT_FALSE(nn::strided_input(*kernel, o.y, o.w)[0].isfinite().all().item<bool>());
                EXPECT_FALSE(nn::strided_filters(*kernel, o.x, o.y).isfinite().all().item<bool>());
            }
        }
    }
}

TEST_F(Strided, GivesTheSameBitsOnAnyNumberOfThreads) {
    const at::NoGradGuard no_grad;
    const int before = at::get_num_threads();
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
        const Operands o({5, 100, 70, 7, 10}, type);
        for (const nn::winograd::PhaseKernel* kernel : nn::strided_kernels(type)) {
            std::vector<std::vector<at::Tensor>> made;
            for (const int threads : {1, 2, 3}) {
                at::set_num_threads(threads);
                made.push_back({nn::strided_output(*kernel, o.x, o.w), nn::strided_input(*kernel, o.y, o.w),
                                nn::strided_filters(*kernel, o.x, o.y)});
            }
            for (std::size_t pass = 0; pass < 3; ++pass) {
                EXPECT_TRUE(at::equal(made[0][pass], made[1][pass])) << pass;
                EXPECT_TRUE(at::equal(made[0][pass], made[2][pass])) << pass;
            }
        }
    }
    at::set_num_threads(before);
}

/// A convolution and what its gradients are, by autograd; with `settings` in force.
struct Ran {
    at::Tensor out, gx, gw, second;
    std::int64_t kept = 0;  ///< bytes of the graph beyond the result
};

Ran run(const ComputeSettings& settings, bool transposed, bool bf16) {
    const ComputeLease lease(settings);
    torch::manual_seed(3);
    at::Tensor w = (torch::randn({64, 48, 4, 4}) * 0.05).contiguous(kLast).requires_grad_();
    const at::Tensor in = transposed ? torch::randn({8, 64, 6, 10}) : torch::randn({8, 48, 12, 20});
    const at::Tensor leaf = in.contiguous(kLast).requires_grad_();
    Ran r;
    const at::Tensor pull = torch::randn_like(transposed ? conv_transposed(leaf, w) : conv(leaf, w));
    const std::int64_t before = cpu_allocator::counts().live_total.count;
    {
        const AutocastGuard autocast(c10::kCPU, bf16, at::kBFloat16);
        const at::Tensor x = leaf * 1.0;
        r.out = transposed ? conv_transposed(x, w) : conv(x, w);
    }
    r.kept = cpu_allocator::counts().live_total.count - before - static_cast<std::int64_t>(r.out.storage().nbytes());
    const auto gradients =
        torch::autograd::grad({r.out}, {leaf, w}, {pull.to(r.out.scalar_type())}, /*retain_graph=*/true, !bf16);
    r.gx = gradients[0];
    r.gw = gradients[1];
    if (!bf16) r.second = torch::autograd::grad({r.gx.square().sum()}, {w})[0];
    return r;
}

TEST_F(Strided, LibTorchsConvolutionsTakeThemWhereALeaseAsksForFewerProducts) {
    const ComputeSettings library{.threads = at::get_num_threads()};
    for (const bool transposed : {false, true}) {
        for (const bool bf16 : {false, true}) {
            const at::ScalarType type = bf16 ? at::kBFloat16 : at::kFloat;
            const bool taken = nn::strided_kernel(type, 64, 48, 6, 10) != nullptr;
            const Ran plain = run(library, transposed, bf16), ours = run(fewer(), transposed, bf16);
            const double near = bf16 ? 2e-2 : 3e-6;
            EXPECT_LT(off(ours.out, wide(plain.out)), near);
            EXPECT_LT(off(ours.gx, wide(plain.gx)), near);
            EXPECT_LT(off(ours.gw, wide(plain.gw)), near);
            EXPECT_EQ(ours.out.scalar_type(), plain.out.scalar_type());
            EXPECT_EQ(ours.gw.scalar_type(), plain.gw.scalar_type());
            EXPECT_EQ(ours.out.strides(), plain.out.strides());
            EXPECT_EQ(ours.gw.strides(), plain.gw.strides());
            EXPECT_EQ(at::equal(ours.out, plain.out), !taken) << "fewer products are other sums";
            EXPECT_EQ(ours.kept, plain.kept);
            if (!bf16) EXPECT_LT(off(ours.second, wide(plain.second)), near);
        }
    }
}

TEST_F(Strided, OtherConvolutionsHaveTheLibrarysBits) {
    const at::NoGradGuard no_grad;
    const auto same = [](const std::function<at::Tensor()>& compute) {
        const at::Tensor plain = compute();
        const ComputeLease lease(fewer());
        return at::equal(compute(), plain);
    };
    const at::Tensor x = torch::randn({16, 64, 16, 16}), last = x.contiguous(kLast), w = torch::randn({64, 64, 4, 4});
    EXPECT_TRUE(same([&] { return at::conv2d(x, w, {}, 2, 1); })) << "planes";
    EXPECT_TRUE(same([&] { return at::conv2d(last, w, {}, 1, 1); })) << "stride 1";
    EXPECT_TRUE(same([&] { return at::conv2d(last, w, {}, 2, at::IntArrayRef{0}); })) << "no padding";
    EXPECT_TRUE(same([&] { return at::conv2d(last, w, torch::randn({64}).zero_(), 2, 1); })) << "bias";
    EXPECT_TRUE(same([&] { return at::conv2d(last, torch::ones({64, 64, 3, 3}), {}, 2, 1); })) << "3x3";
    EXPECT_TRUE(same([&] { return at::conv2d(last, torch::ones({64, 1, 4, 4}), {}, 2, 1, 1, 64); })) << "depthwise";
    EXPECT_TRUE(same([&] { return at::conv2d(last.slice(1, 0, 3).contiguous(kLast), w.slice(1, 0, 3), {}, 2, 1); }))
        << "colours";
    EXPECT_TRUE(same([&] { return at::conv2d(wide(last), wide(w), {}, 2, 1); })) << "float64";
    const at::Tensor plain = at::conv2d(last, w, {}, 2, 1);
    const auto by_library = [&](std::int64_t least_pixels) {
        const ComputeLease lease({.threads = at::get_num_threads(), .fewer_products = least_pixels});
        return at::equal(at::conv2d(last, w, {}, 2, 1), plain);
    };
    EXPECT_TRUE(by_library(8 * 8 + 1)) << "fewer pixels than the lease says";
    EXPECT_EQ(by_library(8 * 8), nn::strided_kernel(at::kFloat, 64, 64, 8, 8) == nullptr);
}

TEST_F(Strided, ScratchDoesNotGrowWithTheBatch) {
    const at::NoGradGuard no_grad;
    const auto scratch = [](const nn::winograd::PhaseKernel& kernel, std::int64_t pictures, at::ScalarType type) {
        const Operands o({pictures, 64, 32, 8, 8}, type);
        cpu_allocator::begin_step(false);
        const std::int64_t before = cpu_allocator::counts().live_total.count;
        const at::Tensor y = nn::strided_output(kernel, o.x, o.w);
        return cpu_allocator::counts().step_peak.count - before - static_cast<std::int64_t>(y.storage().nbytes());
    };
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
        for (const nn::winograd::PhaseKernel* kernel : nn::strided_kernels(type))
            EXPECT_EQ(scratch(*kernel, 4, type), scratch(*kernel, 64, type));
    }
}

TEST_F(Strided, ARunAsksForThemUnlessItWantsExactKernels) {
    TrainConfig config;
    EXPECT_EQ(compute_settings(config, 1).fewer_products, 1);
    config.batch_micro = 1;
    EXPECT_EQ(compute_settings(config, 1).fewer_products, 17) << "a single tile of 4x4 pixels does not pay";
    config.batch_micro = 2;
    config.exact_kernels = true;
    EXPECT_EQ(compute_settings(config, 1).fewer_products, 0);
    const auto cpu = cpu_memory();
    EXPECT_EQ(ComputeLease::fewer_products(), 0);
    {
        const Turn turn = cpu->turn();
        config.exact_kernels = false;
        cpu->compute_with(compute_settings(config, at::get_num_threads()));
        EXPECT_EQ(ComputeLease::fewer_products(), 1);
    }
    EXPECT_EQ(ComputeLease::fewer_products(), 0) << "what a turn puts in force ends with it";
}

TEST_F(Strided, SmallOnesAreLeftToTheLibrary) {
    EXPECT_EQ(nn::strided_kernel(at::kFloat, 64, 3, 32, 32), nullptr);
    EXPECT_EQ(nn::strided_kernel(at::kDouble, 128, 64, 16, 16), nullptr);
}

}  // namespace
}  // namespace headroom
