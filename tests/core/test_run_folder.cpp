// Run folders: checkpoints are whole or absent, damaged ones are passed over, a dead trainer's run reads "crashed".
#include "core/api/param_schema.h"
#include "core/base/file_handle.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/io/runs/checkpoint_manifest.h"
#include "core/io/runs/run_folder.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include <signal.h>
#include <sys/inotify.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using test::TempFolder;

std::vector<float> g_weights(500, 0.5f);

CheckpointContent content_at(std::int64_t step, bool best = false) {
    CheckpointContent content;
    content.step = step;
    content.images = step * 64;
    content.config.batch_micro = 16;
    content.state_json = "{\"epoch_position\": 12, \"note\": \"\xC3\xA9\"}";
    content.score = best ? 0.25 : std::numeric_limits<double>::quiet_NaN();
    content.best = best;
    const auto bytes = std::as_bytes(std::span(g_weights));
    content.parts = {{"generator", {{"main.0.weight", DType::F32, {20, 25}, bytes}}},
                     {"optimiser_g", {{"exp_avg/main.0.weight", DType::F32, {500}, bytes}}}};
    return content;
}

RunFolder new_run(const TempFolder& folder) {
    auto run = RunFolder::create(folder.file("run"), "", "", TrainConfig{});
    EXPECT_TRUE(run) << run.error().message;
    return *std::move(run);
}

std::vector<std::string> names_in(const std::string& dir) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(dir)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

void flip_a_bit(const std::string& path, std::size_t at) {
    std::string bytes = test::read_bytes(path);
    ASSERT_LT(at, bytes.size());
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    test::write_bytes(path, bytes);
}

TEST(RunFolder, CreatesNumberedFoldersAndDescribesThem) {
    const TempFolder folder;
    TrainConfig config;
    config.image_size = 128;
    const auto first = RunFolder::create("", folder.file("runs"), "Shapes 128 px/é", config);
    const auto second = RunFolder::create("", folder.file("runs"), "Shapes 128 px/é", config);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->dir(), folder.file("runs/Shapes-128-px-01"));
    EXPECT_EQ(second->dir(), folder.file("runs/Shapes-128-px-02"));
    EXPECT_EQ(first->name(), "Shapes 128 px/é");
    const auto again = RunFolder::open(first->dir() + "/");
    ASSERT_TRUE(again);
    EXPECT_EQ(again->name(), "Shapes 128 px/é");
    const auto info = again->load_info();
    ASSERT_TRUE(info);
    EXPECT_EQ(info->state, "stopped");
    EXPECT_EQ(info->width, 128);
    EXPECT_EQ(info->height, 128);
    EXPECT_GT(info->created_unix_ms, 0);
    EXPECT_TRUE(difference(config, *again->load_config()).empty());
    EXPECT_EQ(again->sample_path(200), first->dir() + "/samples/step-00000200.png");
}

TEST(RunFolder, SaysWhatKindOfRunItIs) {
    const TempFolder folder;
    TrainConfig config = default_config(kVqganClip);
    config.edit<ImagineConfig>().width = 96;
    config.edit<ImagineConfig>().height = 64;
    config.edit<ImagineConfig>().prompts = "a red cube | a green floor";
    auto run = RunFolder::create("", folder.file("runs"), "Cube", config);
    ASSERT_TRUE(run);
    ASSERT_TRUE(run->save_config(config));
    const auto check = [&](const char* when) {
        const auto info = run->load_info();
        ASSERT_TRUE(info) << when;
        EXPECT_EQ(info->model, kVqganClip) << when;
        EXPECT_EQ(info->width, 96) << when;
        EXPECT_EQ(info->height, 64) << when;
        EXPECT_EQ(info->prompts, config.own<ImagineConfig>().prompts) << when;
    };
    check("described");
    test::write_bytes(run->dir() + "/run.json",
                      R"({"format":"headroom-run-1","name":"Cube","state":"stopped","image_size":96})");
    check("described by an earlier Headroom");
    fs::remove(run->dir() + "/run.json");
    check("without a description");
}

TEST(RunFolder, RefusesFoldersInUseAndNamesWhatIsNoRun) {
    const TempFolder folder;
    test::write_bytes(folder.file("note.txt"), "mine");
    EXPECT_EQ(RunFolder::create(folder.path(), "", "", TrainConfig{}).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(RunFolder::create(folder.file("note.txt/run"), "", "", TrainConfig{}).error().code, ErrorCode::Disk);
    EXPECT_EQ(RunFolder::create(folder.file("note.txt"), "", "", TrainConfig{}).error().code, ErrorCode::Disk);
    EXPECT_EQ(RunFolder::open(folder.path()).error().code, ErrorCode::BadFile);
    EXPECT_EQ(RunFolder::open(folder.file("none")).error().code, ErrorCode::NotFound);
    fs::create_directory(folder.file("empty"));
    EXPECT_TRUE(RunFolder::create(folder.file("empty"), "", "", TrainConfig{})) << "an empty folder is fine";
}

TEST(RunFolder, IsFoundFromItselfACheckpointAndAFile) {
    const TempFolder folder;
    const std::string run = folder.file("cubes"), within = folder.file("checkpoints") + "/cubes";
    for (const std::string& dir : {run, within}) {
        std::filesystem::create_directories(dir + "/checkpoints/step-00000004");
        std::ofstream(dir + "/config.json") << "{}";
        EXPECT_EQ(run_of(dir), dir);
        EXPECT_EQ(run_of(dir + "/"), dir);
        EXPECT_EQ(run_of(dir + "/checkpoints/step-00000004"), dir);
        EXPECT_EQ(run_of(dir + "/config.json"), dir);
    }
}

TEST(RunFolder, InfoIsKept) {
    const TempFolder folder;
    RunFolder run = new_run(folder);
    RunInfo info = *run.load_info();
    info.state = "finished";
    info.step = 1000;
    info.images = 64000;
    info.elapsed_seconds = 12.5;
    info.data_name = "Shapes (built-in)";
    info.begun_with = {{"image.size", std::int64_t{32}}};
    ASSERT_TRUE(run.save_info(info));
    test::write_bytes(run.sample_path(100), "x");
    test::write_bytes(run.sample_path(200), "x");
    const RunInfo back = *run.load_info();
    EXPECT_EQ(back.state, "finished");
    EXPECT_EQ(back.step, 1000);
    EXPECT_EQ(back.images, 64000);
    EXPECT_EQ(back.elapsed_seconds, 12.5);
    EXPECT_EQ(back.data_name, "Shapes (built-in)");
    EXPECT_EQ(back.begun_with, info.begun_with);
    EXPECT_EQ(back.thumbnail_path, run.sample_path(200));
}

TEST(RunFolder, CheckpointRoundTrip) {
    const TempFolder folder;
    RunFolder run = new_run(folder);
    const auto written = run.write_checkpoint(content_at(1000, true));
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_EQ(written->path, run.dir() + "/checkpoints/step-00001000");
    EXPECT_TRUE(written->verified);
    EXPECT_GT(written->size.count, 4000);
    EXPECT_EQ(names_in(run.dir() + "/checkpoints"), std::vector<std::string>{"step-00001000"})
        << "no partial folder is left";
    const auto content = RunFolder::read_checkpoint(written->path);
    ASSERT_TRUE(content) << content.error().message;
    EXPECT_EQ(content->step, 1000);
    EXPECT_EQ(content->images, 64000);
    EXPECT_EQ(content->config.batch_micro, 16);
    EXPECT_EQ(content->state_json, content_at(1000).state_json);
    EXPECT_EQ(content->score, 0.25);
    EXPECT_TRUE(content->best);
    ASSERT_EQ(content->parts.size(), 2u);
    EXPECT_EQ(content->parts[0].name, "generator");
    const TensorView& weight = content->parts[0].tensors.at(0);
    EXPECT_EQ(weight.name, "main.0.weight");
    EXPECT_EQ(weight.shape, (std::vector<std::int64_t>{20, 25}));
    EXPECT_EQ(std::memcmp(weight.data.data(), g_weights.data(), weight.data.size()), 0);
}

TEST(RunFolder, AManifestIsOpenedOnce) {
    const TempFolder folder;
    RunFolder run = new_run(folder);
    const std::string dir = run.write_checkpoint(content_at(5))->path;
    const FileHandle watch(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
    ASSERT_GE(inotify_add_watch(watch.fd(), (dir + "/manifest.json").c_str(), IN_OPEN | IN_CLOSE), 0);
    ASSERT_TRUE(CheckpointManifest::load(dir));
    char events[8 * sizeof(inotify_event)];
    EXPECT_EQ(::read(watch.fd(), events, sizeof events), static_cast<ssize_t>(2 * sizeof(inotify_event)))
        << "opened and closed";
}

TEST(RunFolder, TheSameStepCanBeSavedAgain) {
    const TempFolder folder;
    RunFolder run = new_run(folder);
    ASSERT_TRUE(run.write_checkpoint(content_at(5)));
    CheckpointContent changed = content_at(5);
    changed.state_json = "{\"second\": true}";
    ASSERT_TRUE(run.write_checkpoint(changed));
    EXPECT_EQ(RunFolder::read_checkpoint(run.dir() + "/checkpoints/step-00000005")->state_json, changed.state_json);
    EXPECT_EQ(names_in(run.dir() + "/checkpoints").size(), 1u);
}

TEST(RunFolder, AnyChangedByteOfACheckpointIsNoticed) {
    const TempFolder folder;
    RunFolder run = new_run(folder);
    const std::string dir = run.write_checkpoint(content_at(1))->path;
    for (const std::string leaf : {"generator.safetensors", "optimiser_g.safetensors", "manifest.json"}) {
        const std::string path = dir + "/" + leaf;
        const std::string good = test::read_bytes(path);
        for (std::size_t at = 1; at < good.size(); at += good.size() / 23) {
            flip_a_bit(path, at);
            const auto content = RunFolder::read_checkpoint(dir);
            ASSERT_FALSE(content) << leaf << " byte " << at;
            EXPECT_EQ(content.error().code, ErrorCode::BadFile);
            EXPECT_NE(content.error().message.find(leaf), std::string::npos) << content.error().message;
            test::write_bytes(path, good);
        }
        test::write_bytes(path, good.substr(0, good.size() - 1));
        // The line end after the manifest carries nothing; all other bytes do.
        if (leaf != std::string("manifest.json")) EXPECT_FALSE(RunFolder::read_checkpoint(dir)) << leaf;
        fs::remove(path);
        EXPECT_EQ(RunFolder::read_checkpoint(dir).error().code, ErrorCode::BadFile) << leaf;
        test::write_bytes(path, good);
        EXPECT_TRUE(RunFolder::read_checkpoint(dir));
    }
}

TEST(RunFolder, ResumeFallsBackToTheNewestGoodCheckpoint) {
    const TempFolder folder;
    RunFolder run = new_run(folder);
    for (const std::int64_t step : {100, 200, 300}) ASSERT_TRUE(run.write_checkpoint(content_at(step)));
    EXPECT_EQ(*run.newest_checkpoint(nullptr), run.dir() + "/checkpoints/step-00000300");
    flip_a_bit(run.dir() + "/checkpoints/step-00000300/generator.safetensors", 900);
    fs::remove(run.dir() + "/checkpoints/step-00000200/manifest.json");
    std::vector<std::string> problems;
    EXPECT_EQ(*run.newest_checkpoint(&problems), run.dir() + "/checkpoints/step-00000100");
    EXPECT_EQ(problems.size(), 2u);
    EXPECT_EQ(names_in(run.dir() + "/checkpoints"),
              (std::vector<std::string>{"step-00000100", "step-00000200", "step-00000300"}))
        << "who only reads sets nothing aside";
    problems.clear();
    ASSERT_TRUE(run.lock());
    const auto newest = run.newest_checkpoint(&problems);
    ASSERT_TRUE(newest);
    EXPECT_EQ(*newest, run.dir() + "/checkpoints/step-00000100");
    ASSERT_EQ(problems.size(), 2u);
    EXPECT_NE(problems[0].find("step-00000300/generator.safetensors is damaged"), std::string::npos) << problems[0];
    EXPECT_NE(problems[0].find("kept as step-00000300.damaged"), std::string::npos) << problems[0];
    EXPECT_EQ(names_in(run.dir() + "/checkpoints"),
              (std::vector<std::string>{"step-00000100", "step-00000200.damaged", "step-00000300.damaged"}));
    flip_a_bit(run.dir() + "/checkpoints/step-00000100/manifest.json", 30);
    for (int time = 0; time < 2;
         ++time)  // nor where all were set aside before: a run would begin anew upon its own history
        EXPECT_EQ(run.newest_checkpoint(nullptr).error().code, ErrorCode::BadFile);
    EXPECT_EQ(new_run(TempFolder()).newest_checkpoint(nullptr).error().code, ErrorCode::NotFound);
}

TEST(RunFolder, ACheckpointThatCannotBeOpenedNowStaysWhereItIs) {
    const TempFolder folder;
    RunFolder run = new_run(folder);
    for (const std::int64_t step : {100, 200}) ASSERT_TRUE(run.write_checkpoint(content_at(step)));
    ASSERT_TRUE(run.lock());
    for (const char* name : {"generator.safetensors", "manifest.json"}) {
        const std::string file = run.dir() + "/checkpoints/step-00000200/" + name;
        fs::rename(file, folder.file("elsewhere"));
        fs::create_symlink(file, file);  // a loop: an error that says nothing of what the file holds
        std::vector<std::string> problems;
        EXPECT_EQ(*run.newest_checkpoint(&problems), run.dir() + "/checkpoints/step-00000100") << name;
        EXPECT_EQ(problems.size(), 1u) << name;
        EXPECT_EQ(names_in(run.dir() + "/checkpoints"), (std::vector<std::string>{"step-00000100", "step-00000200"}));
        fs::remove(file);
        fs::rename(folder.file("elsewhere"), file);
        EXPECT_EQ(*run.newest_checkpoint(nullptr), run.dir() + "/checkpoints/step-00000200");
    }
}

TEST(RunFolder, PruningKeepsTheNewestAndTheBest) {
    const TempFolder folder;
    RunFolder run = new_run(folder);
    for (const std::int64_t step : {1, 2, 3, 4, 5, 6})
        ASSERT_TRUE(run.write_checkpoint(content_at(step, step == 1 || step == 3)));
    run.prune_checkpoints(2);
    const auto left = run.checkpoints();
    ASSERT_EQ(left.size(), 3u);
    EXPECT_EQ(left[0].step, 3);
    EXPECT_TRUE(left[0].best) << "of two that were the best, the later one is";
    EXPECT_EQ(left[1].step, 5);
    EXPECT_EQ(left[2].step, 6);
    EXPECT_EQ(left[2].images, 6 * 64);
}

TEST(RunFolder, PruningCountsNoCheckpointThatCannotBeRead) {
    const TempFolder folder;
    RunFolder run = new_run(folder);
    for (const std::int64_t step : {1, 2, 9}) ASSERT_TRUE(run.write_checkpoint(content_at(step)));
    const std::string manifest = run.dir() + "/checkpoints/step-00000009/manifest.json";
    fs::remove(manifest);
    fs::create_directory(manifest);  // as on a disk that fails for a while
    run.prune_checkpoints(1);
    EXPECT_EQ(names_in(run.dir() + "/checkpoints"), (std::vector<std::string>{"step-00000002", "step-00000009"}));
}

TEST(RunFolder, AFullDiskLeavesEarlierCheckpointsAndNothingElse) {
    const TempFolder folder;
    RunFolder run = new_run(folder);
    ASSERT_TRUE(run.write_checkpoint(content_at(1)));
    for (const rlim_t limit : {0u, 1000u, 2010u}) {
        const auto written = [&] {
            const test::FileSizeLimit full(limit);
            return run.write_checkpoint(content_at(2));
        }();
        ASSERT_FALSE(written) << limit;
        EXPECT_EQ(written.error().code, ErrorCode::Disk);
        EXPECT_NE(written.error().message.find("checkpoints/step-00000002"), std::string::npos)
            << written.error().message;
    }
    EXPECT_EQ(names_in(run.dir() + "/checkpoints"), std::vector<std::string>{"step-00000001"});
    EXPECT_TRUE(RunFolder::read_checkpoint(run.dir() + "/checkpoints/step-00000001"));
}

TEST(RunFolder, OneThatCannotBeMadeLeavesNothing) {
    const TempFolder folder;
    fs::create_directory(folder.file("empty"));
    const auto create = [&](const std::string& dir, rlim_t limit) {
        const test::FileSizeLimit full(limit);
        const auto made = RunFolder::create(dir, folder.file("runs"), "new", TrainConfig{});
        return made ? ErrorCode{} : made.error().code;
    };
    const std::size_t described = test::read_bytes(new_run(folder).dir() + "/run.json").size();
    const std::size_t configured = test::read_bytes(folder.file("run/config.json")).size();
    ASSERT_NE(described, configured);
    // Neither file fits, and only the smaller one does.
    for (const std::size_t limit : {std::size_t{0}, std::min(described, configured) + 1}) {
        EXPECT_EQ(create(folder.file("named"), limit), ErrorCode::Disk);
        EXPECT_FALSE(fs::exists(folder.file("named"))) << limit;
        EXPECT_EQ(create(folder.file("empty"), limit), ErrorCode::Disk);
        EXPECT_TRUE(names_in(folder.file("empty")).empty()) << "it was there before, and is as it was; " << limit;
        EXPECT_EQ(create("", limit), ErrorCode::Disk);
        EXPECT_TRUE(names_in(folder.file("runs")).empty()) << limit;
    }
    const auto again = RunFolder::create("", folder.file("runs"), "new", TrainConfig{});
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->dir(), folder.file("runs/new-01")) << "no number was used up";
}

TEST(RunFolder, AKilledTrainerLeavesACrashedRunWithItsLastCheckpoint) {
    const TempFolder folder;
    int started[2];
    ASSERT_EQ(pipe(started), 0);
    const pid_t child = fork();
    if (child == 0) {
        auto run = RunFolder::create(folder.file("run"), "", "", TrainConfig{});
        if (!run || !run->lock()) _exit(1);
        RunInfo info = *run->load_info();
        info.state = "running";
        (void)run->save_info(info);
        for (std::int64_t step = 1;; ++step) {
            (void)run->write_checkpoint(content_at(step));
            if (step == 3 && write(started[1], "x", 1) != 1) _exit(1);
        }
    }
    char byte;
    ASSERT_EQ(::read(started[0], &byte, 1), 1);
    {
        auto watcher = RunFolder::open(folder.file("run"));
        ASSERT_TRUE(watcher);
        EXPECT_EQ(watcher->load_info()->state, "running");
        const auto locked = watcher->lock();
        ASSERT_FALSE(locked);
        EXPECT_NE(locked.error().message.find("pid " + std::to_string(child)), std::string::npos)
            << locked.error().message;
    }
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    close(started[0]);
    close(started[1]);
    auto run = RunFolder::open(folder.file("run"));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->load_info()->state, "crashed");
    for (const std::string& name : names_in(run->dir() + "/checkpoints"))
        EXPECT_EQ(name.rfind("step-", 0), 0u) << name << " was not swept";
    std::vector<std::string> problems;
    EXPECT_TRUE(run->newest_checkpoint(&problems));
    EXPECT_TRUE(problems.empty()) << "a kill never leaves a damaged checkpoint under its final name";
    EXPECT_TRUE(run->lock()) << "the dead process's lock is gone";
}

TEST(RunFolder, ADamagedDescriptionIsReplacedByWhatTheFolderShows) {
    const TempFolder folder;
    RunFolder run = new_run(folder);
    ASSERT_TRUE(run.write_checkpoint(content_at(7)));
    for (const std::string& damage : {std::string(), std::string("{\"format\":"), std::string(100000, '['),
                                      std::string("{\"format\":\"headroom-run-9\"}")}) {
        test::write_bytes(run.dir() + "/run.json", damage);
        const auto info = run.load_info();
        ASSERT_TRUE(info) << info.error().message;
        EXPECT_EQ(info->step, 7);
        EXPECT_EQ(info->state, "crashed");
    }
    test::write_bytes(run.dir() + "/config.json", "{\"batch.micro\": 0}");
    EXPECT_EQ(run.load_config().error().code, ErrorCode::BadFile);
    EXPECT_FALSE(run.load_info());
}

}  // namespace
}  // namespace headroom
