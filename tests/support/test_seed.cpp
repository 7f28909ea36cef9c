// The seed from the environment.
#include "tests/support/test_seed.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <random>

namespace headroom::test {
namespace {

constexpr std::uint64_t kDefaultSeed = 1;
std::optional<std::uint64_t> seed_now;

}  // namespace

std::uint64_t begin_test_seed() {
    const char* const asked = std::getenv("HEADROOM_TEST_SEED");
    std::uint64_t seed = kDefaultSeed;
    if (asked && std::strcmp(asked, "random") == 0) {
        seed = std::random_device{}();
    } else if (asked && *asked) {
        const char* const end = asked + std::strlen(asked);
        if (const auto read = std::from_chars(asked, end, seed); read.ec != std::errc() || read.ptr != end) {
            std::fprintf(stderr, "HEADROOM_TEST_SEED is '%s': give a whole number, or \"random\".\n", asked);
            std::exit(2);
        }
    }
    seed_now = seed;
    return seed;
}

std::uint64_t test_seed() {
    if (!seed_now) {
        std::printf("HEADROOM_TEST_SEED=%llu\n", static_cast<unsigned long long>(begin_test_seed()));
        std::fflush(stdout);
    }
    return *seed_now;
}

}  // namespace headroom::test
