// The seed of the running test: whatever is random in a test follows from it.
#pragma once

#include <cstdint>

namespace headroom::test {

/// HEADROOM_TEST_SEED, a number; "random" draws one; 1 when it is not set. GoogleTest's programs draw one per test and print it when
/// the test fails (tests/support/main); others draw one at the first call and print it at once. Not for several threads.
std::uint64_t test_seed();

/// Draws the seed of the coming test and returns it.
std::uint64_t begin_test_seed();

}  // namespace headroom::test
