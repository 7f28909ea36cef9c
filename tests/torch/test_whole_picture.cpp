// Convolutions whose filters are as large as the picture, as products of matrices.
#include "core/memory/lease.h"
#include "core/memory/libtorch.h"
#include "core/memory/where/operation_watch.h"
#include "core/models/nn/products/whole_picture.h"
#include "core/models/nn/winograd/strided.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <vector>

namespace headroom {
namespace {

constexpr auto kNhwc = at::MemoryFormat::ChannelsLast;

struct Case {
    bool transposed;
    std::int64_t pictures, in, out;
    at::ScalarType type;
};

class WholePictures : public testing::TestWithParam<Case> {
protected:
    void SetUp() override { nn::set_up_own_kernels(); }
    /// Result and both gradients, each of their numbers' own gradient too.
    static std::vector<at::Tensor> ran(const at::Tensor& x_of, const at::Tensor& w_of, bool transposed, bool own) {
        const ComputeLease lease({.threads = at::get_num_threads(), .fewer_products = own ? 1 : 0});
        const at::Tensor x = x_of.detach().clone(at::MemoryFormat::Preserve).requires_grad_(true),
                         w = w_of.detach().clone(at::MemoryFormat::Preserve).requires_grad_(true);
        const at::Tensor y = transposed ? at::conv_transpose2d(x, w) : at::conv2d(x, w);
        const auto first = torch::autograd::grad({y.square().sum()}, {x, w}, {}, true, /*create_graph=*/true);
        const auto second = torch::autograd::grad({first[0].square().sum()}, {w});
        return {y.detach(), first[0].detach(), first[1].detach(), second[0]};
    }
};

double apart(const at::Tensor& got, const at::Tensor& exact) {
    return ((got.to(at::kDouble) - exact).norm() / exact.norm()).item<double>();
}

TEST_P(WholePictures, AreAsExactAsTheLibrarysAndLieAsThey) {
    const Case c = GetParam();
    const std::int64_t side = c.transposed ? 1 : 4;
    const at::Tensor x = torch::randn({c.pictures, c.in, side, side}).to(c.type).contiguous(kNhwc),
                     w = (torch::randn(c.transposed ? std::vector<std::int64_t>{c.in, c.out, 4, 4}
                                                    : std::vector<std::int64_t>{c.out, c.in, 4, 4}) *
                          0.1)
                             .to(c.type)
                             .contiguous(kNhwc);
    const auto exact = ran(x.to(at::kDouble), w.to(at::kDouble), c.transposed, false),
               library = ran(x, w, c.transposed, false), own = ran(x, w, c.transposed, true);
    const double unit = c.type == at::kFloat ? 1e-6 : 4e-3;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        EXPECT_LE(apart(own[i], exact[i]), 2 * apart(library[i], exact[i]) + unit) << i;
        EXPECT_EQ(own[i].scalar_type(), c.type);
        EXPECT_EQ(own[i].sizes(), library[i].sizes());
        if (i < 3) EXPECT_TRUE(own[i].is_contiguous(kNhwc)) << i;  // the last is LibTorch's formula
    }
}

TEST_P(WholePictures, CopyNothing) {
    const Case c = GetParam();
    if (c.type != at::kFloat) return;  // bf16 is widened where the processor has no products of it
    const std::int64_t side = c.transposed ? 1 : 4;
    const at::Tensor x = torch::randn({c.pictures, c.in, side, side}).contiguous(kNhwc),
                     w = torch::randn(c.transposed ? std::vector<std::int64_t>{c.in, c.out, 4, 4}
                                                   : std::vector<std::int64_t>{c.out, c.in, 4, 4})
                             .contiguous(kNhwc);
    const nn::WholePicture whole{{}, {}, {}, c.transposed, 1};
    OperationWatch watch;
    const auto y = whole.product(x, w);
    ASSERT_TRUE(y);
    ASSERT_TRUE(whole.gradients(*y, x, w, {true, true}));
    for (const WatchedPhase& phase : watch.end())
        for (const WatchedOperation& o : phase.operations) EXPECT_NE(o.name, "copy_");
}

INSTANTIATE_TEST_SUITE_P(Layers, WholePictures,
                         testing::Values(Case{false, 7, 48, 1, at::kFloat}, Case{true, 7, 20, 48, at::kFloat},
                                         Case{false, 7, 48, 1, at::kBFloat16}, Case{true, 7, 20, 48, at::kBFloat16},
                                         Case{false, 1, 5, 3, at::kFloat}, Case{true, 1, 5, 3, at::kFloat}));

TEST(WholePictureRule, LeavesOthersToTheLibrary) {
    const at::Tensor x = torch::randn({2, 6, 4, 4}).contiguous(kNhwc), w = torch::randn({3, 6, 4, 4}).contiguous(kNhwc);
    const nn::WholePicture whole{{}, {}, {}, false, 1};
    EXPECT_TRUE(whole.product(x, w));
    EXPECT_FALSE(whole.product(x.contiguous(), w)) << "planes";
    EXPECT_FALSE(whole.product(torch::randn({2, 6, 5, 4}).contiguous(kNhwc), w)) << "more than one place";
    EXPECT_FALSE(whole.product(x.to(at::kDouble), w.to(at::kDouble)));
    const std::vector<std::int64_t> one{1, 1};
    EXPECT_FALSE((nn::WholePicture{one, {}, {}, false, 1}.product(x, w))) << "padding";
    EXPECT_FALSE(whole.gradients(torch::randn({2, 3, 1, 1}).to(at::kBFloat16), x, w, {true, true}));
}

}  // namespace
}  // namespace headroom
