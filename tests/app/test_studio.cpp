// The studio as a process, without a display: its switches, and the demo that trains, saves and can be exported.
#include "cli_process.h"

#include "core/engine/remote/remote_session.h"
#include "core/engine/remote/socket_folder.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/runs/run_folder.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

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

std::vector<fs::path> runs_in(const TempFolder& home) {
    std::vector<fs::path> out;
    std::error_code missing;
    for (const auto& entry : fs::directory_iterator(home.file("data/headroom/runs"), missing))
        out.push_back(entry.path());
    return out;
}

/// A demo to its end: it is stopped from outside once it has made so many steps, and quits by itself where the machine is too busy for them.
CliResult demo_of_steps(std::int64_t steps, const TempFolder& home, const std::vector<std::string>& words) {
    CliProcess window(words, studio(home));
    std::unique_ptr<Session> session;
    for (bool asked = false; !window.ended(); usleep(20000)) {
        if (!session) {
            const std::vector<fs::path> runs = runs_in(home);
            const std::string address = runs.empty() ? std::string() : RunFolder::address_of(runs.front().string());
            if (address.empty()) continue;
            auto attached = remote::attach_to(remote::path_of(address), {{"test"}});
            if (attached) session = *std::move(attached);
            continue;
        }
        for (const Event& event : session->drain_events()) {
            const auto* done = std::get_if<StepDone>(&event);
            if (asked || !done || done->step < steps) continue;
            session->request_stop(StopMode::SaveAndStop);
            asked = true;
        }
    }
    return result_of(window);
}

TEST(Studio, AnswersVersionHelpAndBadSwitches) {
    const TempFolder home;
    EXPECT_EQ(run_cli({"--version"}, studio(home)).status, 0);
    EXPECT_THAT(run_cli({"--help"}, studio(home)).out, HasSubstr("--demo"));
    const CliResult wrong = run_cli({"--dmeo"}, studio(home));
    EXPECT_EQ(wrong.status, 2);
    EXPECT_THAT(wrong.err, HasSubstr("--dmeo"));
    const CliResult look = run_cli({"--contact-sheet", home.file("sheets"), "--look", "sepia"}, studio(home));
    EXPECT_EQ(look.status, 2);
    EXPECT_THAT(look.err, HasSubstr("there is no sepia"));
    EXPECT_FALSE(fs::exists(home.file("sheets")));
    const CliResult chair = run_cli({"--demo", "chair", "--quit-after", "0"}, studio(home));
    EXPECT_EQ(chair.status, 2);
    EXPECT_THAT(chair.err, HasSubstr("'chair' is not one of dcgan, vqgan, light-gan"));
    for (const char* nothing : {"--attach=", "--attach=unix:"}) {
        const CliResult nobody = run_cli({nothing, "--quit-after", "0"}, studio(home));
        EXPECT_EQ(nobody.status, 2);
        EXPECT_THAT(nobody.err, HasSubstr("names no run"));
    }
}

TEST(Studio, ContactSheetsShowTheScenesThatAreAskedFor) {
    const TempFolder home;
    const std::string sheets = home.file("sheets");
    const auto made = [&](const char* scenes) {
        return run_cli({"--contact-sheet", sheets, "--look", "light-1280", "--scenes", scenes}, studio(home));
    };
    const CliResult none = made("attic");
    EXPECT_EQ(none.status, 2);
    EXPECT_THAT(none.err, HasSubstr("there is no attic"));
    EXPECT_FALSE(fs::exists(sheets));
    const CliResult one = made("welcome");
    ASSERT_EQ(one.status, 0) << one.err;
    std::vector<std::string> written;
    for (const auto& entry : fs::recursive_directory_iterator(sheets))
        if (entry.is_regular_file()) written.push_back(fs::relative(entry.path(), sheets).string());
    EXPECT_THAT(written, testing::UnorderedElementsAre("light-1280.png", "light-1280/welcome.png"));
    for (const std::string& name : written) {
        const auto picture = decode_image(sheets + "/" + name);
        ASSERT_TRUE(picture) << name << ": " << picture.error().message;
        EXPECT_GE(picture->width, 1280) << name;
        EXPECT_GT(std::set<std::uint8_t>(picture->pixels->begin(), picture->pixels->end()).size(), 16u)
            << name << " is of one colour";
    }
}

TEST(Studio, TheDemoOfAVqganTrainsOne) {
    const TempFolder home;
    const auto begun = std::chrono::steady_clock::now();
    const std::string shots = home.path() + "/shots";
    const CliResult demo =
        demo_of_steps(1, home, {"--demo", "vqgan", "--screenshot", shots, "--size", "1280x800", "--quit-after", "300"});
    ASSERT_EQ(demo.status, 0) << demo.err;
    EXPECT_TRUE(fs::exists(shots + "/samples.png")) << "its first sample comes right before it ends\n" << demo.err;
    EXPECT_TRUE(std::chrono::steady_clock::now() - begun < std::chrono::minutes(4))
        << "it quits once its run has ended";
    const std::vector<fs::path> runs = runs_in(home);
    ASSERT_EQ(runs.size(), 1u);
    EXPECT_THAT(runs.front().filename().string(), HasSubstr("vqgan"));
    const CliResult verified = run_cli({"runs", "verify", runs.front().string()}, CliOptions{home.path()});
    EXPECT_EQ(verified.status, 0) << verified.err;
}

TEST(Studio, TheDemoTrainsAndWhatItMadeCanBeExported) {
    const TempFolder home;
    const std::string shots = home.path() + "/shots";
    const CliResult demo =
        demo_of_steps(400, home, {"--demo", "--screenshot", shots, "--size", "1280x800", "--quit-after", "35"});
    ASSERT_EQ(demo.status, 0) << demo.err;
    for (const char* name : {"start.png", "samples.png", "end.png"}) {
        ASSERT_TRUE(fs::exists(fs::path(shots) / name)) << name << "\n" << demo.err;
        EXPECT_GT(fs::file_size(fs::path(shots) / name), 10000u) << name << " looks blank";
    }
    const std::vector<fs::path> runs = runs_in(home);
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
        // Copies, which nobody asks for here, would be looked for among all twelve thousand shapes.
        const CliResult scored = run_cli(
            {"score", run, "--count", "64", "--among", "64", "--features", "random", "--device", "cpu", "--json"}, cli);
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
