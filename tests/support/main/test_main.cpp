// Seeds before each test; what a failure needs to be repeated, after it.
#include "tests/support/main/test_main.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <string>

namespace headroom::test {
namespace {

constexpr std::uint64_t kDefaultSeed = 1;
std::uint64_t seed_now = kDefaultSeed;
void (*seeder)(std::uint64_t) = nullptr;

std::uint64_t next_seed() {
    const char* const asked = std::getenv("HEADROOM_TEST_SEED");
    if (!asked || !*asked) return kDefaultSeed;
    if (std::strcmp(asked, "random") == 0) return std::random_device{}();
    std::uint64_t seed = 0;
    const char* const end = asked + std::strlen(asked);
    if (const auto read = std::from_chars(asked, end, seed); read.ec != std::errc() || read.ptr != end) {
        std::fprintf(stderr, "HEADROOM_TEST_SEED is '%s': give a whole number, or \"random\".\n", asked);
        std::exit(2);
    }
    return seed;
}

std::string processor() {
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);) {
        const auto colon = line.find(": ");
        if (line.rfind("model name", 0) == 0 && colon != std::string::npos) return line.substr(colon + 2);
    }
    return "unknown";
}

/// What of the environment chooses kernels and threads, as words to set before the command.
std::string environment() {
    std::string out;
    for (const char* name : {"ATEN_CPU_CAPABILITY", "ONEDNN_MAX_CPU_ISA", "OMP_NUM_THREADS"}) {
        if (const char* const value = std::getenv(name)) out += std::string(" ") + name + "=" + value;
    }
    return out;
}

class Seeds : public testing::EmptyTestEventListener {
    void OnTestStart(const testing::TestInfo&) override {
        seed_now = next_seed();
        if (seeder) seeder(seed_now);
    }
    void OnTestEnd(const testing::TestInfo& info) override {
        if (!info.result()->Failed()) return;
        std::printf("HEADROOM_TEST_SEED=%llu%s; processor: %s\n", static_cast<unsigned long long>(seed_now), environment().c_str(), processor().c_str());
        std::fflush(stdout);
    }
};

}  // namespace

std::uint64_t test_seed() { return seed_now; }

void seed_before_every_test(void (*seed)(std::uint64_t)) { seeder = seed; }

}  // namespace headroom::test

int main(int argc, char** argv) {
    testing::InitGoogleMock(&argc, argv);
    // Ends of tests are told in reverse order: this line comes just before the printer's "[  FAILED  ]".
    testing::UnitTest::GetInstance()->listeners().Append(new headroom::test::Seeds);
    return RUN_ALL_TESTS();
}
