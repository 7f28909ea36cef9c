// Products of bf16 tensors: the fp32 sum of the same numbers, rounded once, on every processor; and no slower path's memory.
#include "core/memory/autocast_guard.h"
#include "core/memory/cpu_allocator.h"
#include "core/memory/libtorch.h"
#include "core/memory/shape_alone.h"
#include "tests/support/main/test_main.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <vector>

namespace headroom {
namespace {

using Tensors = std::vector<at::Tensor>;
using ProductFn = std::function<at::Tensor(const Tensors&)>;

struct Product {
    const char* name;
    Tensors operands;
    ProductFn of;
};

std::vector<Product> products() {
    torch::manual_seed(test::test_seed());
    const auto r = [](at::IntArrayRef sizes) { return torch::randn(sizes).to(at::kBFloat16); };
    return {
        {"convolution",
         {r({3, 5, 9, 9}), r({7, 5, 3, 3}), r({7})},
         [](const Tensors& t) { return at::conv2d(t[0], t[1], t[2], 1, 1); }},
        {"convolution without a bias, of stride 2",
         {r({2, 4, 8, 8}), r({6, 4, 4, 4})},
         [](const Tensors& t) { return at::conv2d(t[0], t[1], {}, 2, 1); }},
        {"transposed convolution",
         {r({2, 6, 4, 4}), r({6, 3, 4, 4}), r({3})},
         [](const Tensors& t) { return at::conv_transpose2d(t[0], t[1], t[2], 2, 1); }},
        {"convolution in groups",
         {r({2, 4, 6, 6}), r({4, 2, 3, 3})},
         [](const Tensors& t) { return at::conv2d(t[0], t[1], {}, 1, 1, 1, 2); }},
        {"linear", {r({6, 10}), r({4, 10}), r({4})}, [](const Tensors& t) { return at::linear(t[0], t[1], t[2]); }},
        {"mm", {r({6, 10}), r({10, 4})}, [](const Tensors& t) { return at::mm(t[0], t[1]); }},
        {"bmm", {r({3, 6, 10}), r({3, 10, 4})}, [](const Tensors& t) { return at::bmm(t[0], t[1]); }},
        {"addmm",
         {r({6, 4}), r({6, 10}), r({10, 4})},
         [](const Tensors& t) { return at::addmm(t[0], t[1], t[2], 0.5, 2); }},
        {"baddbmm",
         {r({3, 6, 4}), r({3, 6, 10}), r({3, 10, 4})},
         [](const Tensors& t) { return at::baddbmm(t[0], t[1], t[2], 0.5, 2); }},
    };
}

/// The result and every operand's gradient, all in fp32.
Tensors run(const Product& p, at::ScalarType type) {
    Tensors leaves;
    for (const at::Tensor& t : p.operands) leaves.push_back(t.to(type).detach().clone().requires_grad_());
    const at::Tensor out = p.of(leaves);
    EXPECT_EQ(out.scalar_type(), type) << p.name;
    torch::manual_seed(test::test_seed() + 1);
    out.backward(torch::randn(out.sizes()).to(at::kBFloat16).to(type));
    Tensors all{out.detach().to(at::kFloat)};
    for (const at::Tensor& leaf : leaves) {
        EXPECT_EQ(leaf.grad().scalar_type(), type) << p.name;
        all.push_back(leaf.grad().to(at::kFloat));
    }
    return all;
}

TEST(WideBf16, ProductsAreTheFp32SumsRoundedOnce) {
    for (const Product& p : products()) {
        const Tensors narrow = run(p, at::kBFloat16), wide = run(p, at::kFloat);
        for (std::size_t i = 0; i < wide.size(); ++i) {
            // Half a unit in the last of bf16's 8 bits, and fp32's own error of a sum in another order.
            const at::Tensor allowed = wide[i].abs() / 256 + 1e-5;
            EXPECT_EQ(narrow[i].strides(), wide[i].strides()) << p.name << ", " << i;
            EXPECT_TRUE(((narrow[i] - wide[i]).abs() <= allowed).all().item<bool>())
                << p.name << ", " << i << ": " << (narrow[i] - wide[i]).abs().max().item<double>();
        }
    }
}

TEST(WideBf16, TheGraphHoldsBf16Alone) {
    cpu_allocator::install();
    for (const Product& p : products()) {
        Tensors leaves;
        for (const at::Tensor& t : p.operands) leaves.push_back(t.clone().requires_grad_());
        const std::int64_t before = cpu_allocator::counts().live_total.count;
        const at::Tensor out = p.of(leaves);
        // Nothing beside the result and what exists anyway.
        EXPECT_LE(cpu_allocator::counts().live_total.count - before, static_cast<std::int64_t>(out.nbytes())) << p.name;
    }
}

TEST(WideBf16, AGradientOfTheInputAloneInEveryOrderOfDimensions) {
    const at::Tensor x = torch::randn({3, 5, 8, 8}), w = torch::randn({7, 5, 3, 3}),
                     pull = torch::randn({3, 7, 8, 8}).to(at::kBFloat16);
    for (const at::MemoryFormat x_format : {at::MemoryFormat::Contiguous, at::MemoryFormat::ChannelsLast}) {
        for (const at::MemoryFormat w_format : {at::MemoryFormat::Contiguous, at::MemoryFormat::ChannelsLast}) {
            const auto gradient = [&](at::ScalarType type) {
                const at::Tensor leaf = x.to(at::kBFloat16).to(type).contiguous(x_format).requires_grad_();
                at::conv2d(leaf, w.to(at::kBFloat16).to(type).contiguous(w_format), {}, 1, 1).backward(pull.to(type));
                return leaf.grad().to(at::kFloat);
            };
            const at::Tensor narrow = gradient(at::kBFloat16), wide = gradient(at::kFloat);
            EXPECT_TRUE(((narrow - wide).abs() <= wide.abs() / 256 + 1e-5).all().item<bool>());
        }
    }
}

TEST(WideBf16, GradientsOfGradientsAreThoseOfFp32) {
    const Product p = products()[0];
    const auto second = [&](at::ScalarType type) {
        Tensors leaves;
        for (const at::Tensor& t : p.operands) leaves.push_back(t.to(type).detach().clone().requires_grad_());
        const at::Tensor out = p.of(leaves).square().sum();
        const at::Tensor first =
            torch::autograd::grad({out}, {leaves[0]}, {}, /*retain_graph=*/true, /*create_graph=*/true)[0];
        return torch::autograd::grad({first.to(at::kFloat).square().sum()}, {leaves[1]})[0].to(at::kFloat);
    };
    const at::Tensor narrow = second(at::kBFloat16), wide = second(at::kFloat);
    EXPECT_LT((narrow - wide).norm().item<double>(), 0.02 * wide.norm().item<double>());
}

TEST(WideBf16, ATensorWithoutMemoryHasAShapeAlone) {
    cpu_allocator::install();
    const std::array<std::int64_t, 4> sizes{2, 3, 4, 5}, strides{60, 1, 15, 3};
    const std::int64_t before = cpu_allocator::counts().live_total.count;
    const at::Tensor t = shape_alone(sizes, strides, at::kBFloat16);
    EXPECT_EQ(cpu_allocator::counts().live_total.count, before);
    EXPECT_EQ(t.sizes(), at::IntArrayRef(sizes));
    EXPECT_EQ(t.strides(), at::IntArrayRef(strides));
    EXPECT_EQ(t.scalar_type(), at::kBFloat16);
    EXPECT_EQ(t.abs().max().item<float>(), 0);
    EXPECT_EQ(shape_alone({0, 3}, {3, 1}, at::kFloat).numel(), 0);
}

}  // namespace
}  // namespace headroom
