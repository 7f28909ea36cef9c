// headroom-cli bench and doctor as processes: the figures and what they are of.
#include "cli_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace headroom::test {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class CliBench : public CliTest {};

TEST_F(CliBench, DoctorTellsDevicesAndFolders) {
    const auto r = cli({"doctor", "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    const Json report = Json::parse(r.out);
    EXPECT_EQ(report["devices"][0]["id"], "cpu");
    ASSERT_EQ(report["folders"].size(), 3u);
    EXPECT_EQ(report["folders"][1]["purpose"], "models");
    EXPECT_THAT(report["cpu_kernels"].get<std::string>(), HasSubstr(report["cpu"].get<std::string>()));
    ASSERT_TRUE(report["bf16_kernels"].is_boolean());
    EXPECT_THAT(report["cuda_graphs"].get<std::string>(), HasSubstr("replayed (cuda.graphs)"));
    EXPECT_THAT(cli({"doctor"}).out, HasSubstr("Processor: " + report["cpu_kernels"].get<std::string>()));
}

TEST_F(CliBench, BenchPrintsOneLineOfFigures) {
    const auto r = cli({"bench", "dcgan", "--size", "32", "--batch", "4", "--threads", "1", "--steps", "3", "--warmup",
                        "1", "--set", "width.g=8", "--set", "width.d=8", "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    const Json line = Json::parse(r.out);
    for (const char* key :
         {"model", "size", "batch", "accumulate", "precision", "device", "threads", "steps", "images_per_second",
          "step_ms_median", "step_ms_p10", "step_ms_p90", "peak_bytes", "rss_peak_bytes", "settings", "version"}) {
        EXPECT_TRUE(line.contains(key)) << key;
    }
    EXPECT_EQ(line["steps"], 3);
    EXPECT_FALSE(line.contains("where"));
}

TEST_F(CliBench, BenchTellsTheWayToTheFirstStep) {
    const std::vector<std::string> asked{"bench", "start",         "--device", "cpu",       "--batch", "4",
                                         "--set", "data.count=96", "--set",    "width.g=8", "--set",   "width.d=8"};
    std::vector<std::string> for_machines = asked;
    for_machines.emplace_back("--json");
    const auto r = cli(for_machines);
    ASSERT_EQ(r.status, 0) << r.err;
    const Json j = Json::parse(r.out);
    std::vector<std::string> phases;
    double ms = 0;
    for (const Json& phase : j["phases"]) {
        phases.push_back(phase["phase"]);
        EXPECT_GE(phase["ms"].get<double>(), 0) << phases.back();
        ms += phase["ms"].get<double>();
    }
    EXPECT_THAT(phases, testing::ElementsAre("process and libraries", "opening the data set", "packing images",
                                             "building the networks", "first step"));
    EXPECT_GT(j["phases"].front()["ms"].get<double>(), 0) << "LibTorch does not load in no time";
    EXPECT_NEAR(ms, j["total_ms"].get<double>(), 1e-6);
    EXPECT_GT(j["second_step_ms"].get<double>(), 0);
    const auto again = cli(for_machines);
    ASSERT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(Json::parse(again.out)["phases"].size(), 4u) << "packed once";
    const auto text = cli(asked);
    ASSERT_EQ(text.status, 0) << text.err;
    EXPECT_NE(text.out.find("building the networks"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("second step"), std::string::npos);
}

TEST_F(CliBench, BenchSaysWhereTheTimeGoes) {
    const std::vector<std::string> asked{"bench",       "dcgan",     "--size",   "32",  "--batch",  "4",
                                         "--threads",   "1",         "--steps",  "2",   "--warmup", "1",
                                         "--precision", "bf16",      "--device", "cpu", "--set",    "width.g=8",
                                         "--set",       "width.d=8", "--where"};
    std::vector<std::string> for_machines = asked;
    for_machines.emplace_back("--json");
    const auto r = cli(for_machines);
    ASSERT_EQ(r.status, 0) << r.err;
    const Json where = Json::parse(r.out)["where"];
    EXPECT_EQ(where["steps"], 2);
    for (const char* key : {"fp32_gflops", "bf16_gflops", "fp32_gb_s", "bf16_gb_s"})
        EXPECT_GT(where["roof"][key].get<double>(), 0) << key;
    double ms = 0;
    std::vector<std::string> phases;
    for (const Json& phase : where["phases"]) {
        phases.push_back(phase["phase"]);
        ms += phase["ms"].get<double>();
        for (const char* key : {"share", "gflop", "gflops", "gb", "gb_s", "share_of_roof", "between_ms"})
            EXPECT_TRUE(phase.contains(key)) << key;
        double of_phase = phase["between_ms"].get<double>();
        for (const Json& o : phase["operations"]) {
            for (const char* key : {"operation", "shape", "precision", "calls", "share", "gflop", "direct_gflop",
                                    "gflops", "gb", "gb_s", "share_of_roof"})
                EXPECT_TRUE(o.contains(key)) << key;
            of_phase += o["ms"].get<double>();
        }
        EXPECT_NEAR(of_phase, phase["ms"].get<double>(), 1e-6);
    }
    EXPECT_NEAR(ms, where["step_ms"].get<double>(), 1e-6);
    EXPECT_THAT(phases, testing::IsSupersetOf({"d_real", "d_fake", "d_optimiser", "g", "g_optimiser"}));
    const auto shown = cli(asked);
    ASSERT_EQ(shown.status, 0) << shown.err;
    for (const char* text : {"step_ms_median", "At most, measured:", "GFLOP/s", "of roof", "d_real", "all, mean of 2"})
        EXPECT_THAT(shown.out, HasSubstr(text));
}

}  // namespace
}  // namespace headroom::test
