// Training by the command line as a process: events, totals of steps, signals, kills, control, full disks.
#include "cli_fixture.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Json = nlohmann::json;

class CliTrain : public CliTest {
protected:
    std::vector<std::string> train(const std::string& steps, std::vector<std::string> more = {}) const {
        std::vector<std::string> words{
            "train",   "dcgan",     "--data",    "shapes",    "--out",   run_,        "--size", "32",
            "--batch", "8",         "--threads", "1",         "--steps", steps,       "--set",  "data.count=64",
            "--set",   "width.g=8", "--set",     "width.d=8", "--set",   "latent=16", "--set",  "preview.grid=4",
            "--json"};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    std::vector<std::string> resume(const std::string& steps) const {
        return {"train", "dcgan", "--resume", run_, "--steps", steps, "--json"};
    }
    std::size_t checkpoints() const {
        std::size_t n = 0;
        for (const auto& entry : fs::directory_iterator(run_ + "/checkpoints"))
            n += fs::exists(entry.path() / "manifest.json") ? 1 : 0;
        return n;
    }

    std::string run_ = folder_.file("run");
};

TEST_F(CliTrain, ADryRunTellsHowLongAndWhatOfTheDisk) {
    const auto told = [&](std::vector<std::string> more) {
        more.emplace_back("--dry-run");
        const auto done = run_cli(train("5000", std::move(more)), options_);
        EXPECT_EQ(done.status, 0) << done.err;
        return Json::parse(done.out);
    };
    const Json whole = told({});
    EXPECT_EQ(whole["steps"], 5000);
    const double step = whole["forecast"]["seconds_per_step"];
    EXPECT_DOUBLE_EQ(whole["seconds"], 5000 * step);
    EXPECT_EQ(whole["disk_bytes"], whole["checkpoint_bytes"].get<std::int64_t>() * whole["checkpoints"].get<int>());
    EXPECT_GT(whole["disk_free_bytes"], 0);
    EXPECT_EQ(told({"--set", "images=4000"})["steps"], 500) << "of 8 pictures";
    const Json brief = told({"--for", "1s"});
    EXPECT_LT(brief["steps"], 5000);
    EXPECT_GE(brief["steps"], 1);
    EXPECT_TRUE(told({"--set", "steps=0"})["steps"].is_null()) << "until it is stopped";
    EXPECT_FALSE(fs::exists(run_));

    auto words = train("5000", {"--dry-run"});
    std::erase(words, "--json");
    const auto said = run_cli(words, options_);
    EXPECT_THAT(said.out, HasSubstr("Would run for 5000 steps, about "));
    EXPECT_THAT(said.out, ::testing::ContainsRegex("at most at a time: .* of .* free"));
    // The seconds of a step are those of the largest stage.
    words.insert(words.end(), {"--set", "image.grow_to=64", "--set", "image.grow_after=160"});
    EXPECT_THAT(run_cli(words, options_).out, HasSubstr("Would run for 5000 steps, at most about "));
    words.insert(words.end(), {"--for", "1s"});
    EXPECT_THAT(run_cli(words, options_).out, HasSubstr("Would run for at least "));
    ASSERT_EQ(run_cli(train("6"), options_).status, 0);
    auto on = resume("10");
    on.emplace_back("--dry-run");
    const Json rest = Json::parse(run_cli(on, options_).out);
    EXPECT_EQ(rest["steps"], 4) << "what is left";
    EXPECT_LE(rest["checkpoints"], 2) << "the others lie there already";
    auto over = resume("6");
    over.emplace_back("--dry-run");
    EXPECT_EQ(Json::parse(run_cli(over, options_).out)["steps"], 0);
    std::erase(over, "--json");
    EXPECT_THAT(run_cli(over, options_).out, HasSubstr("Would end at once: it has reached its limit"));
}

TEST_F(CliTrain, SixStepsLeaveARunThatResumesToATotal) {
    CliProcess first(train("6"), options_);
    const auto started = first.wait_for("started");
    ASSERT_FALSE(started.is_null()) << first.err();
    EXPECT_EQ(started["data_count"], 64);
    const auto step = first.wait_for("step");
    for (const char* key : {"step", "images", "loss_g", "loss_d", "d_real", "d_fake", "images_per_second"})
        EXPECT_TRUE(step[key].is_number()) << key;
    EXPECT_GT(step["memory"]["peak"], 0);
    EXPECT_EQ(first.wait_for("finished")["step"], 6);
    EXPECT_EQ(first.finish(), 0) << first.err();
    const auto second = run_cli(resume("10"), options_);
    EXPECT_EQ(second.status, 0) << second.err;
    EXPECT_THAT(second.err, HasSubstr("resumed from step 6"));
    EXPECT_THAT(second.out, HasSubstr("\"step\":10"));
    EXPECT_THAT(second.out, ::testing::Not(HasSubstr("\"event\":\"step\",\"step\":6,")));
}

TEST_F(CliTrain, ARunGoesOnOnAnotherDeviceAndNothingElseOfItsBeginningCanChange) {
    ASSERT_EQ(run_cli(train("2"), options_).status, 0);
    auto elsewhere = resume("3");
    elsewhere.insert(elsewhere.end(), {"--device", "cpu"});
    const auto moved = run_cli(elsewhere, options_);
    EXPECT_EQ(moved.status, 0) << moved.err;
    auto other_seed = resume("4");
    other_seed.insert(other_seed.end(), {"--seed", "9"});
    EXPECT_EQ(run_cli(other_seed, options_).status, 2);
    auto nowhere = resume("4");
    nowhere.insert(nowhere.end(), {"--device", "cuda:61"});
    const auto none = run_cli(nowhere, options_);
    EXPECT_EQ(none.status, 4);
    EXPECT_THAT(none.err, HasSubstr("this machine has cpu"));
}

TEST_F(CliTrain, SignalsSaveAndTheRunResumes) {
    int expected_step = 0;
    for (const auto& [signal, status] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}}) {
        CliProcess process(expected_step == 0 ? train("1000000") : resume("1000000"), options_);
        if (expected_step > 0) { EXPECT_EQ(process.wait_for("started")["step"], expected_step); }
        ASSERT_FALSE(process.wait_for("step").is_null()) << process.err();
        process.send(signal);
        const auto saved = process.wait_for("checkpoint_saved");
        ASSERT_FALSE(saved.is_null()) << process.err();
        EXPECT_EQ(process.finish(), status);
        expected_step = saved["step"];
    }
    EXPECT_EQ(run_cli({"runs", "verify", run_}, options_).status, 0);
}

TEST_F(CliTrain, OneWishThatComesAsTwoSignalsStillSaves) {
    CliProcess process(train("1000000"), options_);
    ASSERT_FALSE(process.wait_for("step").is_null()) << process.err();
    process.send(SIGINT);
    process.send(SIGTERM);  // what timeout(1) does: the process, then its group
    EXPECT_FALSE(process.wait_for("checkpoint_saved").is_null()) << process.err();
    EXPECT_THAT(process.finish(), ::testing::AnyOf(130, 143));  // whichever was delivered first
}

TEST_F(CliTrain, ASecondSignalEndsItAtOnce) {
    // Steps of seconds, in which a clean stop must wait: wide networks, one picture at a time.
    CliProcess process(train("1000000", {"--set", "batch.micro=1", "--set", "batch.accumulate=64", "--set",
                                         "width.g=192", "--set", "width.d=192"}),
                       options_);
    ASSERT_FALSE(process.wait_for("sample_saved").is_null()) << process.err();
    // The second step begins once the first one's samples are saved. A wish that comes in between would be granted at once.
    const double saved_at = process.processor_seconds();
    while (!process.ended() && process.processor_seconds() < saved_at + 0.3) usleep(1000);
    while (!process.ended()) {
        process.send(SIGINT);
        usleep(1000);
    }
    EXPECT_EQ(process.finish(), 130);
    EXPECT_EQ(process.out().find("checkpoint_saved"), std::string::npos) << "nobody waited for a save";
    EXPECT_EQ(process.out().find("\"finished\""), std::string::npos);
    EXPECT_EQ(Json::parse(run_cli({"runs", "show", run_, "--json"}, options_).out)["state"], "crashed");
}

/// HEADROOM_KILLS asks for more than CI has time for.
TEST_F(CliTrain, KilledAtAnyMomentTheRunIsSoundAndResumes) {
    const char* wanted = std::getenv("HEADROOM_KILLS");
    const int kills = wanted ? std::atoi(wanted) : 12;
    ASSERT_EQ(run_cli(train("1", {"--set", "checkpoint.every=1"}), options_).status, 0);
    std::int64_t reached = 1;
    for (int loop = 0; loop < kills; ++loop) {
        CliProcess process(resume("1000000"), options_);
        const auto started = process.wait_for("started");
        ASSERT_FALSE(started.is_null()) << "loop " << loop << ": " << process.err();
        EXPECT_GE(started["step"], reached) << "a checkpoint that was announced is lost";
        reached = started["step"];
        for (int i = 0; i <= loop % 4; ++i) ASSERT_FALSE(process.wait_for("step").is_null()) << process.err();
        if (loop % 3 == 0) reached = process.wait_for("checkpoint_saved")["step"];
        process.send(SIGKILL);
        EXPECT_EQ(process.finish(), 256 + SIGKILL);
        const auto verified = run_cli({"runs", "verify", run_}, options_);
        ASSERT_EQ(verified.status, 0) << "loop " << loop << ": " << verified.err;
    }
    const auto last = run_cli(resume(std::to_string(reached + 20)), options_);
    EXPECT_EQ(last.status, 0) << last.err;
}

TEST_F(CliTrain, ControlFileChangesARunningRun) {
    const std::string control = folder_.file("control");
    CliProcess process(train("1000000", {"--control", control}), options_);
    ASSERT_FALSE(process.wait_for("step").is_null()) << process.err();
    write_bytes(control, "{\"set\":{\"batch.micro\":4}}\n");
    const auto applied = process.wait_for("param_applied");
    EXPECT_EQ(applied["key"], "batch.micro");
    EXPECT_EQ(applied["old"], 8);
    EXPECT_EQ(applied["new"], 4);
    EXPECT_EQ(applied["origin"], "control");
    std::ofstream(control, std::ios::app) << "this is no command\n";
    EXPECT_EQ(process.wait_for("warning")["id"], "control");
    std::ofstream(control, std::ios::app) << "{\"do\":\"sample\"}\n";
    const auto sample = process.wait_for("sample_saved");
    ASSERT_FALSE(sample.is_null());
    std::ofstream(control, std::ios::app) << "{\"do\":\"stop\"}\n";
    EXPECT_FALSE(process.wait_for("finished").is_null());
    EXPECT_EQ(process.finish(), 0) << process.err();
    EXPECT_EQ(checkpoints(), 1u);
}

TEST_F(CliTrain, AFullDiskExitsWith5AndTheEarlierCheckpointIsIntact) {
    ASSERT_EQ(run_cli(train("2"), options_).status, 0);
    ASSERT_EQ(checkpoints(), 1u);
    CliOptions full = options_;
    full.file_size_limit = 100 * 1024;  // more than a history, less than a generator
    const auto result = run_cli(resume("4"), full);
    EXPECT_EQ(result.status, 5) << result.err;
    EXPECT_THAT(result.err, HasSubstr("headroom-cli: error: "));
    EXPECT_EQ(run_cli({"runs", "verify", run_}, options_).status, 0);
    CliProcess again(resume("4"), options_);
    EXPECT_EQ(again.wait_for("started")["step"], 2);
    EXPECT_EQ(again.finish(), 0) << again.err();
}

TEST_F(CliTrain, BadSettingsExitWith2BeforeAnythingIsWritten) {
    const auto result = run_cli(train("6", {"--set", "batch.micro=0"}), options_);
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("headroom-cli: error: batch.micro: 0 is not between 1 and 4096"));
    EXPECT_FALSE(fs::exists(run_));
    EXPECT_FALSE(fs::exists(folder_.file("data")));
}

}  // namespace
}  // namespace headroom::test
