// Products of dense fp32 matrices by our kernel: every layout against float64, what is not a number, threads, what is left to the library, and
// their way through LibTorch with gradients.
#include "core/memory/cpu_allocator.h"
#include "core/memory/cpu_kernels.h"
#include "core/memory/lease.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/products/matrix_product.h"
#include "core/models/nn/winograd/strided.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace headroom {
namespace {

class MatrixProduct : public testing::Test {
protected:
    void SetUp() override {
        cpu_allocator::install();
        nn::set_up_own_kernels();
    }
    static ComputeSettings own(int threads = at::get_num_threads()) {
        return {.threads = threads, .fewer_products = 1};
    }
    static at::Tensor wide(const at::Tensor& t) { return t.to(at::kDouble); }
    /// Root of the mean square, relative.
    static double off(const at::Tensor& got, const at::Tensor& exact) {
        return ((wide(got) - exact).norm() / exact.norm()).item<double>();
    }

    struct Size {
        std::int64_t rows, steps, columns;
        std::string words() const {
            return std::to_string(rows) + " x " + std::to_string(steps) + " by " + std::to_string(columns);
        }
    };
};

TEST_F(MatrixProduct, IsThereWhereTheLibraryDoesNotUseTheProcessorsVectors) {
    EXPECT_EQ(nn::has_matrix_products(), vector_width() == VectorWidth::Avx512 && !has_wide_library_products());
    const auto made = nn::matrix_product(torch::randn({128, 256}), torch::randn({256, 128}), {});
    EXPECT_EQ(made.has_value(), nn::has_matrix_products());
}

TEST_F(MatrixProduct, IsAsNearToTheSumAsTheLibraryInEveryLayout) {
    const at::NoGradGuard no_grad;
    const ComputeLease lease(own());
    // Parts of groups of rows and of vectors, more rows than a block has, more steps than a panel.
    for (const Size& s : {Size{64, 256, 64}, Size{133, 97, 101}, Size{32, 1100, 47}, Size{771, 40, 65},
                          Size{1700, 64, 33}, Size{50, 2049, 96}}) {
        const at::Tensor bias = torch::randn({s.columns});
        for (const bool turned_a : {false, true}) {
            for (const bool turned_b : {false, true}) {
                const at::Tensor a =
                    turned_a ? torch::randn({s.steps, s.rows}).t() : torch::randn({s.rows, s.steps + 3}).slice(1, 3);
                const at::Tensor b = turned_b ? torch::randn({s.columns, s.steps + 5}).slice(1, 0, s.steps).t()
                                              : torch::randn({s.steps, s.columns});
                const at::Tensor exact = at::mm(wide(a), wide(b));
                EXPECT_LT(off(at::mm(a, b), exact), 1e-6) << s.words();
                EXPECT_LT(off(at::addmm(bias, a, b), exact + wide(bias)), 1e-6) << s.words();
                if (const auto made = nn::matrix_product(a, b, {})) {
                    EXPECT_TRUE(made->is_contiguous());
                    EXPECT_TRUE(at::equal(*made, at::mm(a, b))) << "LibTorch's way leads here";
                }
                EXPECT_EQ(nn::matrix_product(a, b, {}).has_value(), nn::has_matrix_products()) << s.words();
            }
        }
    }
}

TEST_F(MatrixProduct, HasTheSameBitsOnOneThreadAndOnTwo) {
    const at::Tensor a = torch::randn({205, 768}), b = torch::randn({300, 768}).t();
    const auto made = [&](int threads) {
        const ComputeLease lease(own(threads));
        return at::mm(a, b);
    };
    if (nn::has_matrix_products()) EXPECT_TRUE(at::equal(made(1), made(2)));
    // Rows do not know of each other, so a part of them has the bits it has among all.
    const ComputeLease lease(own());
    if (nn::has_matrix_products()) EXPECT_TRUE(at::equal(at::mm(a.slice(0, 7, 107), b), made(2).slice(0, 7, 107)));
    EXPECT_LT(off(made(2), at::mm(wide(a), wide(b))), 1e-6);
}

TEST_F(MatrixProduct, KeepsWhatIsNotANumberInItsRowAndColumn) {
    const ComputeLease lease(own());
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    at::Tensor a = torch::rand({70, 130}) + 1, b = torch::rand({130, 90}) + 1;
    a[3][129] = nan;
    b[0][89] = inf;
    const at::Tensor made = at::mm(a, b);
    for (std::int64_t i = 0; i < 70; ++i) {
        for (std::int64_t j = 0; j < 90; ++j) {
            const float got = made[i][j].item<float>();
            if (i == 3)
                EXPECT_TRUE(std::isnan(got)) << i << ", " << j;
            else if (j == 89)
                EXPECT_EQ(got, inf) << i << ", " << j;
            else
                EXPECT_TRUE(std::isfinite(got)) << i << ", " << j;
        }
    }
}

TEST_F(MatrixProduct, LeavesToTheLibraryWhatItCannotOrNeedNot) {
    const at::Tensor a = torch::randn({128, 256}), b = torch::randn({256, 128}), bias = torch::randn({128});
    const auto refuses = [](const at::Tensor& x, const at::Tensor& y, const at::Tensor& offset = {}) {
        return !nn::matrix_product(x, y, offset).has_value();
    };
    EXPECT_TRUE(refuses(a.to(at::kBFloat16), b.to(at::kBFloat16)));
    EXPECT_TRUE(refuses(wide(a), wide(b)));
    EXPECT_TRUE(refuses(a.slice(0, 0, 8), b)) << "few rows";
    EXPECT_TRUE(refuses(a, b.slice(1, 0, 8))) << "few columns";
    EXPECT_TRUE(refuses(a.slice(0, 0, 32), b.slice(1, 0, 32))) << "soon done";
    EXPECT_TRUE(refuses(a, torch::randn({512, 256}).slice(0, 0, 512, 2).slice(1, 0, 256, 2))) << "no neighbours";
    EXPECT_TRUE(refuses(a, torch::randn({100, 128}))) << "shapes that do not match";
    EXPECT_TRUE(refuses(a, b, torch::randn({1, 128})));
    EXPECT_TRUE(refuses(a, b, torch::randn({256}).slice(0, 0, 256, 2)));
    EXPECT_TRUE(refuses(a, b, wide(bias)));
    EXPECT_THROW((void)at::mm(a, torch::randn({100, 128})), c10::Error);

    const ComputeLease lease(own());
    const at::Tensor exact = at::mm(wide(a), wide(b)) * 0.5 + wide(bias) * 2;
    EXPECT_LT(off(at::addmm(bias, a, b, 2, 0.5), exact), 1e-6) << "other factors";
    const at::Tensor whole = torch::randn({128, 128});
    EXPECT_LT(off(at::addmm(whole, a, b), at::mm(wide(a), wide(b)) + wide(whole)), 1e-6) << "a whole matrix is added";
}

TEST_F(MatrixProduct, ComputesLinearMapsAndTheirGradientsWhereALeaseAsksForIt) {
    const at::Tensor x = torch::randn({5, 40, 96}).requires_grad_(), w = torch::randn({130, 96}).requires_grad_(),
                     b = torch::randn({130}).requires_grad_(), pull = torch::randn({5, 40, 130});
    const auto step = [&] {
        const at::Tensor y = at::linear(x, w, b);
        std::vector<at::Tensor> all = torch::autograd::grad({y}, {x, w, b}, {pull});
        all.push_back(y.detach());
        return all;
    };
    const std::vector<at::Tensor> library = step();
    std::vector<at::Tensor> ours;
    {
        const ComputeLease lease(own());
        ours = step();
        if (nn::has_matrix_products())
            EXPECT_TRUE(at::equal(ours.back().view({200, 130}),
                                  *nn::matrix_product(x.detach().view({200, 96}), w.detach().t(), b.detach())));
    }
    for (std::size_t i = 0; i < library.size(); ++i) EXPECT_LT(off(ours[i], wide(library[i])), 1e-6) << i;
    const std::vector<at::Tensor> again = step();
    for (std::size_t i = 0; i < library.size(); ++i)
        EXPECT_TRUE(at::equal(again[i], library[i])) << "no lease, no change";
}

}  // namespace
}  // namespace headroom
