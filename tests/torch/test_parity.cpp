// Replays the numerical cases that PyTorch wrote (tests/data/parity): the meaning of a step, case by case.
#include "app/lab/parity/parity.h"
#include "core/memory/cpu_allocator.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace headroom {
namespace {

class ParityCase : public testing::TestWithParam<const char*> {};

TEST_P(ParityCase, AgreesWithPyTorch) {
    cpu_allocator::install();
    const auto outcome = run_dcgan_parity(std::string(HEADROOM_TEST_DATA) + "/parity/" + GetParam(), "");
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_TRUE(outcome->within) << outcome->first_difference;
}

INSTANTIATE_TEST_SUITE_P(Dcgan, ParityCase,
                         testing::Values("plain", "accumulate", "plain-nobn", "accumulate-nobn", "hinge", "lsgan",
                                         "wgan-gp", "bf16", "plain-f64", "accumulate-f64", "plain-nobn-f64",
                                         "accumulate-nobn-f64", "hinge-f64", "lsgan-f64", "wgan-gp-f64"),
                         [](const auto& info) {
                             std::string name = info.param;
                             for (char& c : name) c = c == '-' ? '_' : c;
                             return name;
                         });

TEST(Parity, NoticesAWrongStart) {
    namespace fs = std::filesystem;
    const test::TempFolder folder;
    const fs::path wrong = folder.file("case");
    fs::copy(fs::path(HEADROOM_TEST_DATA) / "parity/plain-f64", wrong);
    fs::copy_file(wrong / "final_d.safetensors", wrong / "init_d.safetensors", fs::copy_options::overwrite_existing);
    const auto outcome = run_dcgan_parity(wrong.string(), "");
    // Weights widened to float64 where the case holds float32 load all the same; the figures give them away.
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_FALSE(outcome->within);
    EXPECT_FALSE(outcome->first_difference.empty());
}

TEST(Parity, InBf16NoticesWeightsOfFiveStepsLater) {
    // Some thousandths away: less than a unit of bf16 in most weights, more than one in the figures.
    namespace fs = std::filesystem;
    const test::TempFolder folder;
    const fs::path wrong = folder.file("case");
    fs::copy(fs::path(HEADROOM_TEST_DATA) / "parity/bf16", wrong);
    fs::copy_file(fs::path(HEADROOM_TEST_DATA) / "parity/bf16/final_g.safetensors", wrong / "init_g.safetensors",
                  fs::copy_options::overwrite_existing);
    const auto outcome = run_dcgan_parity(wrong.string(), "");
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_FALSE(outcome->within);
}

TEST(Parity, NamesTheFileThatIsMissing) {
    const auto outcome = run_dcgan_parity("no/such/case", "");
    ASSERT_FALSE(outcome);
    EXPECT_NE(outcome.error().message.find("no/such/case"), std::string::npos);
}

}  // namespace
}  // namespace headroom
