// Services over a toy backend, and whole verbs of the command line in this process.
#include "cli_verbs.h"
#include "core/engine/run_reader.h"
#include "core/engine/studio_services.h"
#include "tests/support/temp_folder.h"
#include "tests/support/toy_backend.h"
#include "tests/support/toy_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

TEST(Services, ListsRunsAndShowsDamagedOnes) {
    const test::TempFolder folder;
    auto services = make_studio_services(test::make_toy_backend(), {folder.path()});
    EXPECT_TRUE(services->list_runs().empty());
    test::train_toy_run(folder.file("a"), 2);
    fs::create_directories(folder.file("broken"));
    test::write_bytes(folder.file("broken/run.json"), "{");
    fs::create_directories(folder.file("pictures"));
    const auto runs = services->list_runs();
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0].step, 2);
    EXPECT_EQ(runs[0].state, "finished");
    EXPECT_EQ(fs::path(runs[1].dir).filename(), "broken");
}

TEST(Services, LoadsAWholeRun) {
    const test::TempFolder folder;
    test::train_toy_run(folder.file("a"), 3);
    auto services = make_studio_services(test::make_toy_backend(), {folder.path()});
    auto run = services->load_run(folder.file("a"));
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->steps.size(), 3u);
    EXPECT_EQ(run->config.image_size, 32);
    EXPECT_EQ(run->sample_paths.size(), 3u);
    EXPECT_EQ(services->load_run(folder.file("b")).error().code, ErrorCode::NotFound);
    std::size_t steps = 0;
    ASSERT_TRUE(services->read_steps(folder.file("a"), [&](std::span<const StepDone> piece) -> Result<void> {
        steps += piece.size();
        return {};
    }));
    EXPECT_EQ(steps, 3u);
}

TEST(Services, DeletesARunButNeverForeignFiles) {
    const test::TempFolder folder;
    test::train_toy_run(folder.file("a"), 1);
    test::train_toy_run(folder.file("b"), 1);
    test::write_bytes(folder.file("b/holiday.jpg"), "mine");
    fs::create_directories(folder.file("no-run"));
    test::write_bytes(folder.file("no-run/keep.txt"), "mine");
    auto services = make_studio_services(test::make_toy_backend(), {folder.path()});
    test::write_bytes(folder.file("a/oom-12.json"), "{}");  // the report of a step that did not fit
    ASSERT_TRUE(services->annotate_run(folder.file("a"), {{"keep"}, "the first"}));
    EXPECT_EQ(services->load_run(folder.file("a"))->info.notes.text, "the first");
    EXPECT_EQ(services->annotate_run(folder.file("nowhere"), {}).error().code, ErrorCode::NotFound);
    ASSERT_TRUE(services->delete_run(folder.file("a")));
    EXPECT_FALSE(fs::exists(folder.file("a")));
    ASSERT_TRUE(services->delete_run(folder.file("b")));
    EXPECT_TRUE(fs::exists(folder.file("b/holiday.jpg")));
    EXPECT_FALSE(fs::exists(folder.file("b/checkpoints")));
    EXPECT_FALSE(services->delete_run(folder.file("no-run")));
    EXPECT_TRUE(fs::exists(folder.file("no-run/keep.txt")));
    EXPECT_EQ(services->delete_run(folder.file("absent")).error().code, ErrorCode::NotFound);
}

TEST(Services, ARunThatIsBeingTrainedIsNotDeleted) {
    const test::TempFolder folder;
    test::train_toy_run(folder.file("a"), 1);
    auto open = RunFolder::open(folder.file("a"));
    ASSERT_TRUE(open && open->lock());
    EXPECT_FALSE(delete_run_folder(folder.file("a")));
    EXPECT_TRUE(fs::exists(folder.file("a/run.json")));
}

TEST_F(CliVerbs, TrainTellsEventsAndResumesToATotalOfSteps) {
    ASSERT_EQ(cli(train("6")), 0) << err_;
    auto events = lines();
    EXPECT_EQ(events.back()["event"], "finished");
    int steps = 0;
    bool saved = false;
    for (const auto& e : events) {
        steps += e["event"] == "step" ? 1 : 0;
        saved = saved || e["event"] == "checkpoint_saved";
    }
    EXPECT_EQ(steps, 6);
    EXPECT_TRUE(saved);
    ASSERT_EQ(cli({"train", "dcgan", "--resume", run_, "--steps", "10", "--json"}), 0) << err_;
    EXPECT_THAT(err_, HasSubstr("resumed from step 6"));
    steps = 0;
    for (const auto& e : lines()) steps += e["event"] == "step" ? 1 : 0;
    EXPECT_EQ(steps, 4);
    EXPECT_EQ(cli({"train", "dcgan", "--out", run_, "--resume", "--steps", "11"}), 0) << err_;
    EXPECT_EQ(out_, "");
}

TEST_F(CliVerbs, BadUsageExitsWith2AndWritesNothing) {
    auto words = train("6");
    words.insert(words.end(), {"--batch", "0"});
    EXPECT_EQ(cli(words), 2);
    EXPECT_EQ(err_.substr(0, err_.find('\n')), "headroom-cli: error: batch.micro: 0 is not between 1 and 4096");
    words = train("6");
    words.insert(words.end(), {"--data", folder_.file("absent")});
    EXPECT_EQ(cli(words), 2);
    words = train("6");
    words.insert(words.end(), {"--device", "cuda:0"});
    EXPECT_EQ(cli(words), 4);
    words = train("6");
    words.insert(words.end(), {"--from", folder_.file("absent")});
    EXPECT_EQ(cli(words), 2);
    EXPECT_EQ(cli({"train", "dcgan", "--resume", run_}), 2);
    EXPECT_FALSE(fs::exists(run_));
    EXPECT_EQ(cli({"tarin", "dcgan"}), 2);
    EXPECT_THAT(err_, HasSubstr("did you mean 'train dcgan'?"));
    EXPECT_EQ(cli({"train"}), 2);
    EXPECT_EQ(cli({}), 2);
}

TEST_F(CliVerbs, AnErrorIsToldOnce) {
    EXPECT_EQ(cli({"interpolate"}), 2);
    EXPECT_EQ(err_.find("is missing"), err_.rfind("is missing")) << err_;
}

TEST_F(CliVerbs, ResumeRefusesWhatNeedsANewRun) {
    ASSERT_EQ(cli(train("2")), 0);
    EXPECT_EQ(cli({"train", "dcgan", "--resume", run_, "--set", "width.g=16"}), 2);
    EXPECT_THAT(err_, HasSubstr("width.g"));
    EXPECT_EQ(cli({"train", "dcgan", "--resume", run_, "--out", folder_.file("other")}), 2);
    for (const bool queued : {false, true}) {
        std::vector<std::string> words{"train", "dcgan", "--resume", run_, "--name", "another"};
        if (queued) words.insert(words.begin(), {"queue", "add"});
        EXPECT_EQ(cli(words), 2) << queued;
        EXPECT_THAT(err_, HasSubstr("--name: a resumed run keeps the name that it has"));
    }
}

TEST_F(CliVerbs, ARunWithoutCheckpointsBeginsAgainWithItsSettings) {
    ASSERT_EQ(cli(train("2")), 0);
    fs::remove_all(run_ + "/checkpoints");
    ASSERT_EQ(cli({"train", "dcgan", "--resume", run_, "--steps", "3", "--json"}), 0) << err_;
    EXPECT_EQ(lines().back()["step"], 3);
}

TEST_F(CliVerbs, ExportTellsOfADamagedCheckpoint) {
    ASSERT_EQ(cli(train("2")), 0);
    ASSERT_EQ(cli({"train", "dcgan", "--resume", run_, "--steps", "4", "--json"}), 0) << err_;
    std::ofstream(run_ + "/checkpoints/step-00000004/manifest.json") << "{";
    ASSERT_EQ(cli({"export", run_, "--what", "checkpoint", "--out", folder_.file("weights")}), 0) << err_;
    EXPECT_THAT(err_, HasSubstr("the checkpoint before it is used"));
}

TEST_F(CliVerbs, RunsAreShownVerifiedComparedDeleted) {
    ASSERT_EQ(cli(train("2")), 0);
    ASSERT_EQ(cli({"runs", "show", run_, "--json"}), 0) << err_;
    EXPECT_EQ(lines()[0]["step"], 2);
    EXPECT_EQ(cli({"runs", "verify", run_}), 0) << err_;
    EXPECT_EQ(cli({"runs", "compare", run_, run_, "--json"}), 0) << err_;
    EXPECT_TRUE(lines()[0]["settings"].empty());
    for (const auto& entry : fs::recursive_directory_iterator(run_ + "/checkpoints")) {
        if (entry.path().filename() == "generator.safetensors")
            fs::resize_file(entry.path(), fs::file_size(entry.path()) - 1);
    }
    EXPECT_EQ(cli({"runs", "verify", run_}), 2);
    EXPECT_EQ(cli({"runs", "delete", run_}), 2);
    EXPECT_TRUE(fs::exists(run_));
    EXPECT_EQ(cli({"runs", "delete", run_, "--yes"}), 0) << err_;
    EXPECT_FALSE(fs::exists(run_));
}

TEST_F(CliVerbs, SampleInterpolateAndExportWriteTheirFiles) {
    ASSERT_EQ(cli(train("2")), 0);
    const std::string png = folder_.file("s.png"), gif = folder_.file("w.gif"), out = folder_.file("exports");
    EXPECT_EQ(cli({"sample", run_, "--rows", "2", "--cols", "2", "--out", png}), 0) << err_;
    EXPECT_EQ(out_, png + "\n");
    EXPECT_EQ(cli({"interpolate", run_, "--frames", "4", "--out", gif}), 0) << err_;
    EXPECT_EQ(cli({"interpolate", run_, "--frames", "4", "--out", folder_.file("frames")}), 0) << err_;
    EXPECT_EQ(cli({"export", run_, "--what", "grid,timelapse,curves,metrics,checkpoint,config", "--format", "csv,json",
                   "--out", out}),
              0)
        << err_;
    for (const std::string& file :
         {png, gif, folder_.file("frames/frame-00003.png"), out + "/grid.png", out + "/timelapse.gif",
          out + "/curves.svg", out + "/metrics.csv", out + "/metrics.json", out + "/netG.safetensors",
          out + "/netD.safetensors", out + "/config.json"}) {
        EXPECT_TRUE(fs::exists(file)) << file;
    }
    EXPECT_EQ(cli({"export", run_, "--what", "gird"}), 2);
    EXPECT_THAT(err_, HasSubstr("did you mean grid?"));
    EXPECT_EQ(cli({"export", run_, "--format", "csv"}), 2);
    EXPECT_EQ(cli({"sample", run_, "--rows", "0"}), 2);
}

TEST_F(CliVerbs, ControlFileChangesTheRunAndBadLinesAreWarnings) {
    const std::string control = folder_.file("control");
    test::write_bytes(control, "{\"set\":{\"batch.micro\":4}}\nnonsense\n{\"do\":\"stop\"}\n");
    auto words = train("0");
    words.insert(words.end(), {"--control", control});
    ASSERT_EQ(cli(words), 0) << err_;
    bool warned = false;
    for (const auto& e : lines()) warned = warned || (e["event"] == "warning" && e["id"] == "control");
    EXPECT_TRUE(warned);
}

TEST_F(CliVerbs, WhatHeadroomLabDoesIsNamed) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"parity", "all", "x"},
                                                  {"parity"},
                                                  {"bench", "forecast"},
                                                  {"bench", "techniques", "--small"}}) {
        EXPECT_EQ(cli(words), 2);
        EXPECT_THAT(err_, HasSubstr("is a verb of headroom-lab")) << words[0];
    }
    EXPECT_EQ(cli({"bench", "forcast"}), 2);
    EXPECT_THAT(err_, HasSubstr("no such verb"));
}

TEST_F(CliVerbs, BenchPassesOnWhatTheEngineSays) {
    EXPECT_EQ(cli({"bench", "dcgan", "--size", "32", "--steps", "5", "--json"}), 0) << err_;
    EXPECT_EQ(lines()[0]["size"], 32);
    EXPECT_EQ(lines()[0]["steps"], 5);
}

}  // namespace
}  // namespace headroom
