// Every test begins with LibTorch's generator at the test's seed.
#include "core/memory/libtorch.h"
#include "tests/support/main/test_main.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

[[maybe_unused]] const bool torch_is_seeded = (test::seed_before_every_test([](std::uint64_t seed) { torch::manual_seed(seed); }), true);

TEST(Seeds, EveryTestBeginsWithItsOwn) {
    const at::Tensor drawn = torch::rand({4});
    torch::manual_seed(test::test_seed());
    EXPECT_TRUE(at::equal(torch::rand({4}), drawn));
}

}  // namespace
}  // namespace headroom
