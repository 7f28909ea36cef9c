// The main() of the test programs: gives every test its seed and says it, and the processor, when the test fails.
#pragma once

#include "tests/support/test_seed.h"

#include <cstdint>

namespace headroom::test {

/// `seed` is called with test_seed() before every test, fixtures included; for generators that are the process's.
void seed_before_every_test(void (*seed)(std::uint64_t));

}  // namespace headroom::test
