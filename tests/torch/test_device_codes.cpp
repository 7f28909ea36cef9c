// The search of codes by kernels, run on the host, against distances in float64.
#include "core/memory/libtorch.h"
#include "core/models/vqgan/device_codes.h"
#include "core/models/vqgan/quantizer.h"
#include "tests/torch/device_kernels_fixture.h"

namespace headroom::vqgan {
namespace {

using DeviceCodes = test::WithDeviceKernels;

TEST_F(DeviceCodes, FindTheNearestOfManyShapes) {
    for (const auto& [rows, count, width] : std::vector<std::array<std::int64_t, 3>>{
             {1, 1, 1}, {3, 5, 7}, {64, 64, 16}, {65, 129, 33}, {130, 1000, 20}, {200, 63, 256}}) {
        const at::Tensor cells = at::randn({rows, width}), codes = at::randn({count, width});
        const at::Tensor found = nearest_rows(kernels, cells, codes);
        const at::Tensor distances = at::cdist(cells.to(at::kDouble), codes.to(at::kDouble), 2, 2).square();
        const at::Tensor best = std::get<0>(distances.min(1)),
                         chosen = distances.gather(1, found.unsqueeze(1)).squeeze(1);
        EXPECT_EQ(found.sizes(), at::IntArrayRef({rows}));
        EXPECT_LE((chosen - best).max().item<double>(), 1e-5 * static_cast<double>(width)) << rows << " " << count;
    }
}

TEST_F(DeviceCodes, OfEqualsTheFirst) {
    at::Tensor codes = at::randn({700, 12});
    codes.narrow(0, 350, 350).copy_(codes.narrow(0, 0, 350));
    const at::Tensor cells = codes.narrow(0, 350, 350).contiguous();
    EXPECT_TRUE(at::equal(nearest_rows(kernels, cells, codes), at::arange(350)));
    EXPECT_TRUE(at::equal(nearest_rows(kernels, cells, at::zeros({300, 12})), at::zeros({350}, at::kLong)));
}

TEST_F(DeviceCodes, NoCellsFindNothingAndNoNumberStillFindsACode) {
    const at::Tensor codes = at::randn({100, 8});
    EXPECT_EQ(nearest_rows(kernels, at::empty({0, 8}), codes).numel(), 0);
    const at::Tensor found = nearest_rows(kernels, at::full({3, 8}, std::nan("")), codes);
    EXPECT_TRUE(((found >= 0) & (found < 100)).all().item<bool>());
}

TEST_F(DeviceCodes, AreThoseOfTheCpusSearch) {
    const at::Tensor latents = at::randn({2, 32, 9, 7}), codebook = at::randn({500, 32});
    const at::Tensor cells = latents.permute({0, 2, 3, 1}).reshape({-1, 32}).contiguous();
    EXPECT_TRUE(at::equal(nearest_rows(kernels, cells, codebook).view({2, 9, 7}), nearest_codes(latents, codebook)));
}

}  // namespace
}  // namespace headroom::vqgan
