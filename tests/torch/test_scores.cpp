// Sliced Wasserstein: zero for the same pictures, larger the further apart they are.
#include "core/memory/cpu_allocator.h"
#include "core/memory/libtorch.h"
#include "core/train/gan/noise.h"
#include "core/train/gan/sliced_wasserstein.h"
#include "core/train/run/memory_dataset.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

TEST(SlicedWasserstein, OrdersPicturesByHowFarTheyAre) {
    cpu_allocator::install();
    const MemoryDataset pictures(256, 64, 3, 7);
    at::Tensor bytes = at::empty({256, 64, 64, 3}, at::kByte);
    for (std::int64_t i = 0; i < 256; ++i)
        std::copy_n(pictures.image(i), 64 * 64 * 3, bytes[i].mutable_data_ptr<std::uint8_t>());
    const at::Tensor all = bytes.permute({0, 3, 1, 2}).to(at::kFloat).div_(127.5).sub_(1.0);
    const at::Tensor a = all.narrow(0, 0, 128), same_kind = all.narrow(0, 128, 128);
    const at::Tensor noise = latents(1, RandomPurpose::Score, 0, 128, 3 * 64 * 64).view({128, 3, 64, 64}).tanh();
    const at::Tensor blurred = at::avg_pool2d(a, {9, 9}, {1, 1}, {4, 4});
    EXPECT_EQ(sliced_wasserstein(a, a, 3), 0.0);
    const double near = sliced_wasserstein(a, same_kind, 3);
    EXPECT_GT(near, 0.0);
    EXPECT_GT(sliced_wasserstein(a, blurred, 3), near);
    EXPECT_GT(sliced_wasserstein(a, noise, 3), 2 * near);
    EXPECT_EQ(near, sliced_wasserstein(a, same_kind, 3));
}

}  // namespace
}  // namespace headroom
