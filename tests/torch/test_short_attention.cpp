// Attention of short sequences by our kernels: numbers and gradients against float64, every layout and size, threads, what is not a number, what is left
// to the library, what is kept, and their way through LibTorch.
#include "core/memory/cpu_allocator.h"
#include "core/memory/cpu_kernels.h"
#include "core/memory/lease.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/attention/short_attention.h"
#include "core/models/nn/layers.h"
#include "core/models/nn/winograd/strided.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace headroom::nn {
namespace {

struct AttentionSize {
    std::int64_t pictures, heads, queries, keys, width;
    at::ScalarType type;
};

ComputeSettings own_kernels(int threads = at::get_num_threads()) { return {.threads = threads, .fewer_products = 1}; }

class ShortAttention : public testing::TestWithParam<AttentionSize> {
protected:
    void SetUp() override {
        cpu_allocator::install();
        set_up_own_kernels();
        const AttentionSize& s = GetParam();
        const auto heads = [&s](std::int64_t rows, double scale) {
            return (torch::randn({s.pictures, rows, 3, s.heads, s.width}) * scale).to(s.type);
        };
        // As a linear layer's output is cut: neither heads nor rows lie together.
        const at::Tensor of_q = heads(s.queries, 2), of_kv = heads(s.keys, 1);
        q = of_q.select(2, 0).transpose(1, 2);
        k = of_kv.select(2, 1).transpose(1, 2);
        v = of_kv.select(2, 2).transpose(1, 2);
        pull = torch::randn({s.pictures, s.queries, s.heads, s.width}).to(s.type).transpose(1, 2);
    }

    /// Output and gradients of q, k and v by LibTorch's operator in `type`, and what its dispatcher leads to.
    std::vector<at::Tensor> computed(at::ScalarType type) const {
        std::vector<at::Tensor> in;
        for (const at::Tensor* t : {&q, &k, &v}) in.push_back(t->to(type).detach().requires_grad_(true));
        const at::Tensor out = at::scaled_dot_product_attention(in[0], in[1], in[2]);
        std::vector<at::Tensor> all = torch::autograd::grad({out}, in, {pull.to(type)});
        all.insert(all.begin(), out.detach());
        return all;
    }
    /// From the definition.
    std::vector<at::Tensor> exact() const {
        std::vector<at::Tensor> in;
        for (const at::Tensor* t : {&q, &k, &v}) in.push_back(t->to(at::kDouble).detach().requires_grad_(true));
        const at::Tensor scores = at::matmul(in[0], in[1].transpose(2, 3)) / std::sqrt(static_cast<double>(q.size(3)));
        const at::Tensor out = at::matmul(at::softmax(scores, -1), in[2]);
        std::vector<at::Tensor> all = torch::autograd::grad({out}, in, {pull.to(at::kDouble)});
        all.insert(all.begin(), out.detach());
        return all;
    }
    /// Root of the mean square, relative to the numbers and to the gradient that they come from: with one key those of q and k are zeros.
    double off(const at::Tensor& got, const at::Tensor& exact) const {
        return ((got.to(at::kDouble) - exact).norm() / (exact.norm() + pull.norm())).item<double>();
    }

    /// Whether this processor has kernels for it; one with vectors has to, and none of bf16 beside a unit for its matrices.
    bool has_kernels() const {
        const bool has = has_short_attention(q, k, v),
                   matrices = GetParam().type == at::kBFloat16 && has_bf16_matrices();
        EXPECT_EQ(has, vector_width() != VectorWidth::Baseline && !matrices);
        return has;
    }

    at::Tensor q, k, v, pull;
};

TEST_P(ShortAttention, IsAsExactAsLibTorchs) {
    const auto right = exact(), library = computed(GetParam().type);
    std::vector<at::Tensor> ours;
    {
        const ComputeLease lease(own_kernels());
        ours = computed(GetParam().type);
    }
    const double unit = GetParam().type == at::kFloat ? std::numeric_limits<float>::epsilon() : 1.0 / 256;
    for (std::size_t i = 0; i < right.size(); ++i) {
        EXPECT_EQ(ours[i].scalar_type(), library[i].scalar_type()) << i;
        EXPECT_EQ(ours[i].strides(), library[i].strides()) << i;
        EXPECT_LE(off(ours[i], right[i]), 1.25 * off(library[i], right[i]) + unit) << i;
        EXPECT_LE(off(ours[i], right[i]), 8 * unit) << i;
    }
}

TEST_P(ShortAttention, KeepsTheSumsThatLibTorchKeeps) {
    if (!has_kernels()) return;
    const double scale = 0.25;
    const auto [out, log_sums] = short_attention(q, k, v, scale);
    const at::Tensor scores = at::matmul(q.to(at::kDouble), k.to(at::kDouble).transpose(2, 3)) * scale;
    EXPECT_EQ(log_sums.scalar_type(), at::kFloat);
    EXPECT_TRUE(at::allclose(log_sums.to(at::kDouble), scores.logsumexp(-1), 1e-5, 1e-5));
    const auto [library, sums] = at::_scaled_dot_product_flash_attention_for_cpu(q, k, v, 0, false, {}, scale);
    EXPECT_EQ(log_sums.strides(), sums.strides());
    EXPECT_EQ(out.strides(), library.strides());
}

TEST_P(ShortAttention, HasTheSameBitsOnOneThreadAndOnSeveral) {
    const auto made = [&](int threads) {
        const ComputeLease lease(own_kernels(threads));
        return computed(GetParam().type);
    };
    if (!has_kernels()) return;
    const auto one = made(1);
    for (const int threads : {2, 3}) {
        const auto several = made(threads);
        for (std::size_t i = 0; i < one.size(); ++i) EXPECT_TRUE(at::equal(one[i], several[i])) << threads << " " << i;
    }
}

std::vector<AttentionSize> sizes() {
    std::vector<AttentionSize> all;
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
        all.push_back({2, 3, 50, 50, 64, type});    // CLIP ViT-B/32
        all.push_back({1, 2, 197, 197, 64, type});  // ViT-B/16: several blocks of queries
        all.push_back({1, 2, 257, 257, 64, type});
        all.push_back({1, 1, 17, 9, 32, type});
        all.push_back({2, 1, 9, 33, 128, type});
        all.push_back({1, 5, 97, 16, 96, type});
        all.push_back({1, 2, 8, 1, 32, type});  // one key: all weight on it
    }
    return all;
}

INSTANTIATE_TEST_SUITE_P(Sizes, ShortAttention, testing::ValuesIn(sizes()));

class AttentionNode : public testing::Test {
protected:
    void SetUp() override {
        cpu_allocator::install();
        set_up_own_kernels();
    }
    static at::Tensor rows(std::int64_t count = 50, at::ScalarType type = at::kFloat, std::int64_t width = 64) {
        return torch::randn({2, 4, count, width}).to(type);
    }
};

TEST_F(AttentionNode, IsThereWhereTheProcessorHasVectors) {
    const at::Tensor t = rows();
    EXPECT_EQ(has_short_attention(t, t, t), vector_width() != VectorWidth::Baseline);
    const at::Tensor narrow = rows(50, at::kBFloat16);
    EXPECT_EQ(has_short_attention(narrow, narrow, narrow),
              vector_width() != VectorWidth::Baseline && !has_bf16_matrices());
    const auto refuses = [](const at::Tensor& q, const at::Tensor& k, const at::Tensor& v) {
        return !has_short_attention(q, k, v);
    };
    EXPECT_TRUE(refuses(t.to(at::kDouble), t.to(at::kDouble), t.to(at::kDouble)));
    EXPECT_TRUE(refuses(t, narrow, t)) << "several types";
    EXPECT_TRUE(refuses(rows(1), t, t)) << "one query";
    EXPECT_TRUE(refuses(rows(2000), t, t)) << "many queries";
    EXPECT_TRUE(refuses(t, rows(2000), rows(2000))) << "many keys";
    EXPECT_TRUE(refuses(t, t, rows(49))) << "a value is missing";
    EXPECT_TRUE(refuses(rows(50, at::kFloat, 40), rows(50, at::kFloat, 40), rows(50, at::kFloat, 40))) << "odd width";
    EXPECT_TRUE(refuses(rows(50, at::kFloat, 256), rows(50, at::kFloat, 256), rows(50, at::kFloat, 256))) << "wide";
    EXPECT_TRUE(refuses(t.transpose(2, 3).contiguous().transpose(2, 3), t, t)) << "rows are not dense";
}

TEST_F(AttentionNode, LeavesMasksAndCausalOnesToTheLibrary) {
    const at::Tensor q = rows(), k = rows(), v = rows(), mask = torch::randn({50, 50});
    const auto made = [&](bool causal, const std::optional<at::Tensor>& added, std::optional<double> scale) {
        return at::scaled_dot_product_attention(q, k, v, added, 0, causal, scale);
    };
    for (const bool causal : {true, false}) {
        const std::optional<at::Tensor> added = causal ? std::nullopt : std::optional(mask);
        const at::Tensor library = made(causal, added, {});
        const ComputeLease lease(own_kernels());
        EXPECT_TRUE(at::equal(made(causal, added, {}), library)) << causal;
    }
    const at::Tensor turned = made(false, {}, -0.125);
    const ComputeLease lease(own_kernels());
    EXPECT_TRUE(at::equal(made(false, {}, -0.125), turned)) << "a scale below 0";
}

TEST_F(AttentionNode, GoesBackToTheLibraryWithoutALease) {
    const at::Tensor q = rows(), k = rows(), v = rows();
    const at::Tensor library = at::scaled_dot_product_attention(q, k, v);
    {
        const ComputeLease lease(own_kernels());
        const at::Tensor ours = at::scaled_dot_product_attention(q, k, v);
        if (has_short_attention(q, k, v))
            EXPECT_TRUE(at::equal(ours, short_attention(q, k, v, 0.125).first)) << "LibTorch's way leads here";
    }
    EXPECT_TRUE(at::equal(at::scaled_dot_product_attention(q, k, v), library));
}

TEST_F(AttentionNode, KeepsWhatIsNotANumberInItsRow) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
        at::Tensor q = rows(50, type), k = rows(50, type), v = rows(50, type);
        q[1][2][49][3] = nan;
        v[0][3][7][60] = nan;
        const ComputeLease lease(own_kernels());
        const at::Tensor bad = at::scaled_dot_product_attention(q, k, v).isnan();
        EXPECT_TRUE(bad[1][2][49].all().item<bool>());
        EXPECT_TRUE(bad.select(3, 60)[0][3].all().item<bool>());
        EXPECT_EQ(bad.sum().item<std::int64_t>(), 64 + 50);
    }
}

TEST_F(AttentionNode, WeighsScoresThatAreFarApartAndVeryLarge) {
    at::Tensor q = rows(), k = rows(), v = rows();
    q.mul_(300);
    k.mul_(30);
    const ComputeLease lease(own_kernels());
    const at::Tensor out = at::scaled_dot_product_attention(q, k, v);
    const at::Tensor scores = at::matmul(q.to(at::kDouble), k.to(at::kDouble).transpose(2, 3)) / 8;
    const at::Tensor exact = at::matmul(at::softmax(scores, -1), v.to(at::kDouble));
    EXPECT_LT(((out.to(at::kDouble) - exact).norm() / exact.norm()).item<double>(), 1e-3);
}

TEST_F(AttentionNode, KeepsNoMoreThanLibTorchs) {
    const at::Tensor x = torch::randn({4, 50, 3 * 256});
    const auto kept = [&] {
        const at::Tensor leaf = x.clone().requires_grad_(true);
        const std::vector<at::Tensor> parts = leaf.chunk(3, -1);
        const Bytes before = cpu_allocator::counts().live_total;
        const at::Tensor out = attend(parts[0], parts[1], parts[2], 4);
        return (cpu_allocator::counts().live_total - before).count;
    };
    const std::int64_t library = kept();
    const ComputeLease lease(own_kernels());
    EXPECT_EQ(kept(), library);
}

TEST_F(AttentionNode, RefusesAGradientOfTheGradientAsLibTorchDoes) {
    const ComputeLease lease(own_kernels());
    const at::Tensor q = rows().requires_grad_(true), k = rows(), v = rows();
    const at::Tensor out = at::scaled_dot_product_attention(q, k, v);
    const at::Tensor first = torch::autograd::grad({out.sum()}, {q}, {}, true, true)[0];
    EXPECT_THROW((void)torch::autograd::grad({first.square().sum()}, {q}), c10::Error);
}

TEST_F(AttentionNode, TakesGradientsThatAreOneNumberEverywhere) {
    const at::Tensor k = rows(), v = rows();
    const auto gradient = [&](bool expanded) {
        const at::Tensor q = k.clone().requires_grad_(true);
        const at::Tensor out = at::scaled_dot_product_attention(q, k, v);
        const at::Tensor one = at::ones({1}).expand(out.sizes());
        return torch::autograd::grad({out}, {q}, {expanded ? one : one.contiguous()})[0];
    };
    const ComputeLease lease(own_kernels());
    EXPECT_TRUE(at::equal(gradient(true), gradient(false)));
}

}  // namespace
}  // namespace headroom::nn
