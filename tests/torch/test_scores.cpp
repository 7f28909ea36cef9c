// Sliced Wasserstein: zero for the same pictures, larger the further apart they are.
#include "core/memory/cpu_allocator.h"
#include "core/train/noise.h"
#include "core/train/sliced_wasserstein.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

namespace headroom {
namespace {

TEST(SlicedWasserstein, OrdersPicturesByHowFarTheyAre) {
    cpu_allocator::install();
    const at::Tensor a = latents(1, RandomPurpose::Score, 0, 32, 3 * 64 * 64).view({32, 3, 64, 64}).tanh();
    const at::Tensor same_kind = latents(1, RandomPurpose::Score, 100, 32, 3 * 64 * 64).view({32, 3, 64, 64}).tanh();
    const at::Tensor smooth = at::avg_pool2d(a, {9, 9}, {1, 1}, {4, 4});
    EXPECT_EQ(sliced_wasserstein(a, a, 3), 0.0);
    const double near = sliced_wasserstein(a, same_kind, 3), far = sliced_wasserstein(a, smooth, 3);
    EXPECT_GT(near, 0.0);
    EXPECT_GT(far, 3 * near);
    EXPECT_EQ(far, sliced_wasserstein(a, smooth, 3));
}

}  // namespace
}  // namespace headroom
