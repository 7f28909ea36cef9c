// The studio as a process, without a display: its switches, and the demo that trains, saves and can be exported.
#include "cli_process.h"

#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

CliOptions studio(const TempFolder& home) {
    CliOptions options{home.path()};
    options.program = HEADROOM_STUDIO;
    return options;
}

TEST(Studio, AnswersVersionHelpAndBadSwitches) {
    const TempFolder home;
    EXPECT_EQ(run_cli({"--version"}, studio(home)).status, 0);
    EXPECT_THAT(run_cli({"--help"}, studio(home)).out, HasSubstr("--demo"));
    const CliResult wrong = run_cli({"--dmeo"}, studio(home));
    EXPECT_EQ(wrong.status, 2);
    EXPECT_THAT(wrong.err, HasSubstr("--dmeo"));
    const CliResult chair = run_cli({"--demo", "chair", "--quit-after", "0"}, studio(home));
    EXPECT_EQ(chair.status, 2);
    EXPECT_THAT(chair.err, HasSubstr("'chair' is not one of dcgan, vqgan, light-gan"));
    for (const char* nothing : {"--attach=", "--attach=unix:"}) {
        const CliResult nobody = run_cli({nothing, "--quit-after", "0"}, studio(home));
        EXPECT_EQ(nobody.status, 2);
        EXPECT_THAT(nobody.err, HasSubstr("names no run"));
    }
}

TEST(Studio, TheDemoOfAVqganTrainsOne) {
    const TempFolder home;
    const CliResult demo = run_cli({"--demo", "vqgan", "--size", "1280x800", "--quit-after", "30"}, studio(home));
    ASSERT_EQ(demo.status, 0) << demo.err;
    std::vector<fs::path> runs;
    for (const auto& entry : fs::directory_iterator(home.file("data/headroom/runs"))) runs.push_back(entry.path());
    ASSERT_EQ(runs.size(), 1u);
    EXPECT_THAT(runs.front().filename().string(), HasSubstr("vqgan"));
    const CliResult verified = run_cli({"runs", "verify", runs.front().string()}, CliOptions{home.path()});
    EXPECT_EQ(verified.status, 0) << verified.err;
}

TEST(Studio, TheDemoTrainsAndWhatItMadeCanBeExported) {
    const TempFolder home;
    const std::string shots = home.path() + "/shots";
    const CliResult demo =
        run_cli({"--demo", "--screenshot", shots, "--size", "1280x800", "--quit-after", "35"}, studio(home));
    ASSERT_EQ(demo.status, 0) << demo.err;
    for (const char* name : {"start.png", "samples.png", "end.png"}) {
        ASSERT_TRUE(fs::exists(fs::path(shots) / name)) << name << "\n" << demo.err;
        EXPECT_GT(fs::file_size(fs::path(shots) / name), 10000u) << name << " looks blank";
    }
    std::vector<fs::path> runs;
    for (const auto& entry : fs::directory_iterator(home.file("data/headroom/runs"))) runs.push_back(entry.path());
    ASSERT_EQ(runs.size(), 1u);
    for (const auto& entry : fs::directory_iterator(home.file("temporary"))) {
        if (entry.path().filename() == "headroom") {  // the folder of the sockets that runs are watched by
            EXPECT_TRUE(fs::is_empty(entry.path())) << "the studio left a socket";
            continue;
        }
        EXPECT_THAT(entry.path().filename().string(), StartsWith("runtime-"))
            << "the studio left a temporary file";  // Qt's own
    }

    const CliOptions cli{home.path()};
    const CliResult verified = run_cli({"runs", "verify", runs.front().string()}, cli);
    EXPECT_EQ(verified.status, 0) << verified.err;
    const std::string grid = home.file("grid.png"), table = home.file("exported");
    EXPECT_EQ(run_cli({"sample", runs.front().string(), "--rows", "2", "--cols", "2", "--out", grid}, cli).status, 0);
    EXPECT_GT(fs::file_size(grid), 1000u);
    EXPECT_EQ(
        run_cli({"export", runs.front().string(), "--what", "metrics", "--format", "csv", "--out", table}, cli).status,
        0);
    EXPECT_GT(fs::file_size(table + "/metrics.csv"), 100u);

    // What it draws is nearer to the shapes than what the same networks draw that have learned nothing.
    const auto kid = [&cli](const std::string& run) {
        const CliResult scored =
            run_cli({"score", run, "--count", "64", "--features", "random", "--device", "cpu", "--json"}, cli);
        EXPECT_EQ(scored.status, 0) << scored.err;
        const auto report = nlohmann::json::parse(scored.out, nullptr, false);
        return report.is_object() ? report.at("scores").at("random").at("kid").get<double>() : 0.0;
    };
    const auto shown =
        nlohmann::json::parse(run_cli({"runs", "show", runs.front().string(), "--json"}, cli).out, nullptr, false);
    ASSERT_TRUE(shown.is_object());
    if (shown["step"].get<std::int64_t>() < 300) return;  // of a busy machine not much can be asked in half a minute
    const std::string beginner = home.file("beginner");
    const CliResult begun = run_cli({"train", "dcgan", "--preset", "demo", "--steps", "1", "--out", beginner}, cli);
    ASSERT_EQ(begun.status, 0) << begun.err;
    const double learned = kid(runs.front().string()), unlearned = kid(beginner);
    EXPECT_LT(learned, 0.8 * unlearned) << "after " << shown["step"] << " steps";
}

}  // namespace
}  // namespace headroom::test
