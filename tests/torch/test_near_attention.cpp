// Attention to near pixels by its kernel, against LibTorch's operations in float64: outputs, gradients, second derivatives.
#include "core/memory/libtorch.h"
#include "core/models/nn/attention/near_attention.h"

#include <gtest/gtest.h>

namespace headroom::test {
namespace {

using Attention = at::Tensor (*)(const at::Tensor&, const at::Tensor&, std::int64_t);

/// What comes out, its gradients, and those of a penalty on them.
std::vector<at::Tensor> all_of(Attention attend, const std::vector<at::Tensor>& from, at::ScalarType type) {
    std::vector<at::Tensor> in;
    for (const at::Tensor& x : from) in.push_back(x.to(type).requires_grad_(true));
    const at::Tensor out = attend(in[0], in[1], 2);
    const auto slopes = torch::autograd::grad({(out * in[2]).sum()}, {in[0], in[1]}, {}, true, true);
    at::Tensor penalty = out.square().sum();
    for (std::size_t i = 0; i < 2; ++i) penalty = penalty + (slopes[i] * in[3 + i]).sum() + slopes[i].square().sum();
    penalty.backward();
    std::vector<at::Tensor> told{out, slopes[0], slopes[1]};
    for (std::size_t i = 0; i < 3; ++i) told.push_back(in[i].grad());
    return told;
}

void expect_same(const std::vector<at::Tensor>& from, at::ScalarType type, double within) {
    const auto wanted = all_of(nn::near_attention_by_library, from, at::kDouble),
               found = all_of(nn::near_attention, from, type);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        EXPECT_EQ(found[i].scalar_type(), type);
        const double most = wanted[i].abs().max().item<double>(),
                     apart = (wanted[i] - found[i].to(at::kDouble)).abs().max().item<double>();
        EXPECT_LE(apart, within * most) << "result " << i << " of " << most;
    }
}

std::vector<at::Tensor> numbers(std::int64_t height, std::int64_t width) {
    std::vector<at::Tensor> out;
    for (const std::int64_t channels : {12, 24, 12, 12, 24})  // q, kv, what the output and the gradients meet
        out.push_back(at::randn({2, channels, height, width}) * 1.5);
    return out;
}

TEST(NearAttention, IsThatOfTheLibraryToTheSecondDerivative) {
    expect_same(numbers(5, 16), at::kFloat, 2e-5);
    expect_same(numbers(1, 32), at::kFloat, 2e-5);
}

TEST(NearAttention, TakesOtherLayoutsAndParts) {
    std::vector<at::Tensor> in = numbers(16, 16);
    in[0] = in[0].contiguous(at::MemoryFormat::ChannelsLast);
    in[1] = at::cat({in[1], in[1]}, 1).chunk(2, 1)[1];
    expect_same(in, at::kFloat, 2e-5);
}

TEST(NearAttention, RoundsOnceInShortNumbers) {
    std::vector<at::Tensor> in = numbers(4, 16);
    for (at::Tensor& x : in) x = x.to(at::kBFloat16);
    expect_same(in, at::kBFloat16, 0.06);
}

TEST(NearAttention, ComputesNarrowPicturesToo) { expect_same(numbers(8, 8), at::kFloat, 2e-5); }

}  // namespace
}  // namespace headroom::test
