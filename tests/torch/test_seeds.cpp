// Every test begins with the tensor library set up as in a program, and with LibTorch's generator at the test's seed.
#include "core/memory/libtorch.h"
#include "core/memory/tensor_library.h"
#include "tests/support/main/test_main.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

void begin_test(std::uint64_t seed) {
    set_up_tensor_library();
    torch::manual_seed(seed);
}

[[maybe_unused]] const bool every_test_begins_so = (test::seed_before_every_test(begin_test), true);

TEST(Seeds, EveryTestBeginsWithItsOwn) {
    const at::Tensor drawn = torch::rand({4});
    torch::manual_seed(test::test_seed());
    EXPECT_TRUE(at::equal(torch::rand({4}), drawn));
}

}  // namespace
}  // namespace headroom
