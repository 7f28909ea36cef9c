// Replays the numerical cases that PyTorch wrote (tests/data/parity): the meaning of a step, case by case.
#include "core/memory/cpu_allocator.h"
#include "core/train/parity.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace headroom {
namespace {

class ParityCase : public testing::TestWithParam<const char*> {};

TEST_P(ParityCase, AgreesWithPyTorch) {
    cpu_allocator::install();
    const auto outcome = run_dcgan_parity(std::string(HEADROOM_TEST_DATA) + "/parity/" + GetParam(), "");
    ASSERT_TRUE(outcome) << outcome.error().message;
    if (std::string_view(GetParam()) != "bf16" || __builtin_cpu_supports("avx512bf16")) {
        EXPECT_TRUE(outcome->within) << outcome->first_difference;
        return;
    }
    // The bf16 case was written with AVX-512's bf16. Others sum its products in another order: no equal bits in the first
    // step, but all within what the case allows its later ones.
    const auto report = nlohmann::json::parse(outcome->report_json);
    double later = 0;
    for (const auto& figure : report.at("figures")) {
        if (figure.at("what").get<std::string>().find("loss_") != std::string::npos)
            later = std::max(later, figure.at("allowed").get<double>());
    }
    EXPECT_LT(later, 0.01);
    for (const auto& figure : report.at("figures")) {
        const auto what = figure.at("what").get<std::string>();
        const double most =
            what.find("grad") != std::string::npos ? 0.2 : std::max(later, figure.at("allowed").get<double>());
        EXPECT_LE(figure.at("difference").get<double>(), most) << what;
    }
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
    const fs::path wrong = fs::path(testing::TempDir()) / "parity-wrong";
    fs::remove_all(wrong);
    fs::copy(fs::path(HEADROOM_TEST_DATA) / "parity/plain-f64", wrong);
    fs::copy_file(wrong / "final_d.safetensors", wrong / "init_d.safetensors", fs::copy_options::overwrite_existing);
    const auto outcome = run_dcgan_parity(wrong.string(), "");
    // Weights widened to float64 where the case holds float32 load all the same; the figures give them away.
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_FALSE(outcome->within);
    EXPECT_FALSE(outcome->first_difference.empty());
}

TEST(Parity, NamesTheFileThatIsMissing) {
    const auto outcome = run_dcgan_parity("no/such/case", "");
    ASSERT_FALSE(outcome);
    EXPECT_NE(outcome.error().message.find("no/such/case"), std::string::npos);
}

}  // namespace
}  // namespace headroom
