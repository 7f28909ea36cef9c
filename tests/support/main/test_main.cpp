// Seeds before each test; what a failure needs to be repeated, after it.
#include "tests/support/main/test_main.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace headroom::test {
namespace {

void (*seeder)(std::uint64_t) = nullptr;

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
        const std::uint64_t seed = begin_test_seed();
        if (seeder) seeder(seed);
    }
    void OnTestEnd(const testing::TestInfo& info) override {
        if (!info.result()->Failed()) return;
        std::printf("HEADROOM_TEST_SEED=%llu%s; processor: %s\n", static_cast<unsigned long long>(test_seed()),
                    environment().c_str(), processor().c_str());
        std::fflush(stdout);
    }
};

}  // namespace

void seed_before_every_test(void (*seed)(std::uint64_t)) { seeder = seed; }

}  // namespace headroom::test

int main(int argc, char** argv) {
    testing::InitGoogleMock(&argc, argv);
    // Ends of tests are told in reverse order: this line comes just before the printer's "[  FAILED  ]".
    testing::UnitTest::GetInstance()->listeners().Append(new headroom::test::Seeds);
    const int status = RUN_ALL_TESTS();
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    const bool nothing_ran = all.test_to_run_count() > 0 && all.skipped_test_count() == all.test_to_run_count();
    return status == 0 && nothing_ran ? 77 : status;  // what ctest is told to count as skipped
}
