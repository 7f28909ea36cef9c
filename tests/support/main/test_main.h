// The main() of the test programs: gives every test its seed and says it, and the processor, when the test fails.
#pragma once

#include <cstdint>

namespace headroom::test {

/// The seed of every test: HEADROOM_TEST_SEED, a number; "random" draws one per test; 1 when it is not set.
std::uint64_t test_seed();

/// `seed` is called with test_seed() before every test, fixtures included; for generators that are the process's.
void seed_before_every_test(void (*seed)(std::uint64_t));

}  // namespace headroom::test
