// Archives of runs: what is packed comes back byte for byte and goes on; what is damaged, foreign or cunning leaves nothing behind.
#include "core/engine/run_reader.h"
#include "core/io/files/partial_name.h"
#include "core/io/runs/run_archive.h"
#include "core/io/runs/run_folder.h"
#include "core/io/runs/run_history.h"
#include "tests/support/temp_folder.h"
#include "tests/support/torch_builder.h"

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string_view>
#include <vector>

#include <sys/resource.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using test::TempFolder;

std::vector<float> kArchivedWeights(5000, 0.25f);

CheckpointContent archived_content(std::int64_t step) {
    CheckpointContent content;
    content.step = step;
    content.images = step * 64;
    content.config.batch_micro = 24;
    content.parts = {{"generator", {{"w", DType::F32, {5000}, std::as_bytes(std::span(kArchivedWeights))}}}};
    return content;
}

/// A run with two checkpoints, a history, a picture and notes.
std::string make_run(const TempFolder& folder) {
    TrainConfig config;
    config.batch_micro = 24;
    auto run = RunFolder::create(folder.file("there/cubes"), "", "cubes", config);
    EXPECT_TRUE(run) << run.error().message;
    for (const std::int64_t step : {10, 20}) EXPECT_TRUE(run->write_checkpoint(archived_content(step)));
    test::write_bytes(run->sample_path(20), "pretend this is a picture");
    test::write_bytes(run->dir() + "/mine.txt", "not of the run");
    test::write_bytes(run->dir() + "/starting-weights.json", "{}\n");
    auto history = HistoryStore::open(run->dir() + "/history.db");
    EXPECT_TRUE(history) << history.error().message;
    StepDone step;
    step.step = 20;
    step.loss_g = 1.5;
    history->add_step(step);
    EXPECT_TRUE(history->flush());
    RunInfo info;
    info.name = "cubes";
    info.state = "running";
    info.step = 20;
    run->set_address("unix:/nowhere");
    EXPECT_TRUE(run->save_info(info));
    return run->dir();
}

std::map<std::string, std::string> files_below(const std::string& dir) {
    std::map<std::string, std::string> out;
    for (const auto& entry : fs::recursive_directory_iterator(dir)) {
        if (entry.is_regular_file())
            out[fs::relative(entry.path(), dir).string()] = test::read_bytes(entry.path().string());
    }
    return out;
}

std::vector<std::string> listed_in(const std::string& dir) {
    std::vector<std::string> out;
    for (const auto& entry : fs::directory_iterator(dir)) out.push_back(entry.path().filename().string());
    return out;
}

void pack_zip(const std::string& path, const std::vector<std::pair<std::string, std::string>>& files) {
    archive* const a = archive_write_new();
    archive_write_set_format_zip(a);
    ASSERT_EQ(archive_write_open_filename(a, path.c_str()), ARCHIVE_OK);
    for (const auto& [name, text] : files) {
        archive_entry* const entry = archive_entry_new();
        const bool folder = name.ends_with('/');
        archive_entry_set_pathname(entry, name.c_str());
        archive_entry_set_size(entry, static_cast<la_int64_t>(text.size()));
        archive_entry_set_filetype(entry, folder ? AE_IFDIR : AE_IFREG);
        archive_entry_set_perm(entry, folder ? 0755 : 0644);
        archive_write_header(a, entry);
        archive_write_data(a, text.data(), text.size());
        archive_entry_free(entry);
    }
    archive_write_free(a);
}

std::vector<std::pair<std::string, std::string>> unpacked(const std::string& path) {
    std::vector<std::pair<std::string, std::string>> out;
    archive* const a = archive_read_new();
    archive_read_support_format_zip(a);
    EXPECT_EQ(archive_read_open_filename(a, path.c_str(), 1 << 16), ARCHIVE_OK);
    for (archive_entry* entry = nullptr; archive_read_next_header(a, &entry) == ARCHIVE_OK;) {
        std::string text(static_cast<std::size_t>(archive_entry_size(entry)), '\0');
        EXPECT_EQ(archive_read_data(a, text.data(), text.size()), static_cast<la_ssize_t>(text.size()));
        out.emplace_back(archive_entry_pathname(entry), std::move(text));
    }
    archive_read_free(a);
    return out;
}

/// Packs `dir` while no more than `files` may be open, and opens the archive below `here`.
Result<std::string> packed_with_few_files(const std::string& dir, const std::string& archive, rlim_t files,
                                          const std::string& here) {
    rlimit before{};
    EXPECT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
    rlimit few = before;
    few.rlim_cur = files;
    EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
    const auto written = write_run_archive(dir, archive, {}, {});
    setrlimit(RLIMIT_NOFILE, &before);
    if (!written) return written.error();
    return open_run_archive(archive, here, {}, {});
}

}  // namespace

TEST(RunArchive, WhatIsPackedComesBackAndCanBeReadAndContinued) {
    const TempFolder folder;
    const std::string dir = make_run(folder), file = folder.file("cubes.zip");
    double furthest = 0;
    const auto written =
        write_run_archive(dir, file, [&](const std::string&, double fraction) { furthest = fraction; }, {});
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_GT(furthest, 0.9);
    const auto opened = open_run_archive(file, folder.file("here"), {}, {});
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(*opened, folder.file("here") + "/cubes-01");
    auto before = files_below(dir), after = files_below(*opened);
    EXPECT_FALSE(after.contains("mine.txt"));
    for (const auto& [name, bytes] : before) {
        if (name == "mine.txt" || name == "run.json" || name.starts_with("history.")) continue;
        ASSERT_TRUE(after.contains(name)) << name;
        EXPECT_EQ(after[name], bytes) << name;
    }
    const auto run = read_run(*opened);
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->info.state, "stopped");  // nobody trains it here
    EXPECT_EQ(RunFolder::address_of(*opened), "");
    ASSERT_EQ(run->steps.size(), 1u);
    EXPECT_EQ(run->steps[0].loss_g, 1.5);
    const auto newest = RunFolder::open(*opened)->newest_checkpoint(nullptr);
    ASSERT_TRUE(newest) << newest.error().message;
    const auto content = RunFolder::read_checkpoint(*newest);
    ASSERT_TRUE(content) << content.error().message;
    EXPECT_EQ(content->step, 20);
    EXPECT_EQ(content->config.batch_micro, 24);
    // Another time it gets a name of its own.
    EXPECT_EQ(*open_run_archive(file, folder.file("here"), {}, {}), folder.file("here") + "/cubes-02");
    EXPECT_EQ(listed_in(folder.file("here")).size(), 2u);
}

TEST(RunArchive, OneThatWasUnpackedAndPackedAnewHasFoldersToo) {
    const TempFolder folder;
    const std::string dir = make_run(folder), file = folder.file("cubes.zip");
    ASSERT_TRUE(write_run_archive(dir, file, {}, {}));
    auto files = unpacked(file);
    for (const char* name : {"samples/", "checkpoints/step-00000010/", "checkpoints/"})
        files.emplace(files.begin(), name, "");
    pack_zip(file, files);
    const auto opened = open_run_archive(file, folder.file("here"), {}, {});
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(test::read_bytes(*opened + "/samples/step-00000020.png"), "pretend this is a picture");
    EXPECT_TRUE(RunFolder::open(*opened)->newest_checkpoint(nullptr));
}

TEST(RunArchive, ADescriptionThatIsDamagedStaysBehind) {
    const TempFolder folder;
    const std::string dir = make_run(folder), file = folder.file("cubes.zip");
    std::ofstream(dir + "/run.json") << "{\"state\": ";
    const auto written = write_run_archive(dir, file, {}, {});
    ASSERT_TRUE(written) << written.error().message;
    const auto opened = open_run_archive(file, folder.file("here"), {}, {});
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_TRUE(RunFolder::open(*opened)->newest_checkpoint(nullptr));
}

TEST(RunArchive, HoldsMorePicturesThanAProcessCanOpenFiles) {
    const TempFolder folder;
    const std::string dir = make_run(folder), file = folder.file("cubes.zip");
    for (int i = 0; i < 300; ++i)
        test::write_bytes(dir + "/samples/step-" + std::to_string(10000000 + i) + ".png", std::to_string(i));
    const auto opened = packed_with_few_files(dir, file, 120, folder.file("here"));
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(listed_in(*opened + "/samples").size(), 301u);
}

TEST(RunArchive, HoldsAllCheckpointsHoweverManyFilesTheyAre) {
    const TempFolder folder;
    const std::string dir = make_run(folder), file = folder.file("cubes.zip");
    auto run = RunFolder::open(dir);
    ASSERT_TRUE(run);
    for (std::int64_t step = 30; step <= 500; step += 10) ASSERT_TRUE(run->write_checkpoint(archived_content(step)));
    const auto opened = packed_with_few_files(dir, file, 60, folder.file("here"));
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(listed_in(*opened + "/checkpoints").size(), 50u);
    fs::permissions(dir + "/checkpoints/step-00000500/generator.safetensors", fs::perms::none);
    if (::geteuid() != 0) EXPECT_FALSE(write_run_archive(dir, file, {}, {})) << "one that is there and cannot be read";
}

TEST(RunArchive, ResultsOfPicturesWithAnyNameComeBack) {
    const TempFolder folder;
    const std::string dir = make_run(folder), file = folder.file("cubes.zip"), name = "b\xe4r 100%.png";
    fs::create_directories(dir + "/frames");
    test::write_bytes(dir + "/frames/" + name, "a frame");
    test::write_bytes(dir + "/frames/bytes:b%E4r.png", "another");
    test::write_bytes(dir + "/frames/a\\b.png", "a third");
    ASSERT_TRUE(write_run_archive(dir, file, {}, {}));
    const auto opened = open_run_archive(file, folder.file("here"), {}, {});
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(test::read_bytes(*opened + "/frames/" + name), "a frame");
    EXPECT_EQ(test::read_bytes(*opened + "/frames/bytes:b%E4r.png"), "another");
    EXPECT_EQ(test::read_bytes(*opened + "/frames/a\\b.png"), "a third");
}

TEST(RunArchive, OfARunThatGoesOnTheLogIsAsItWasWhenTheArchiveBegan) {
    const TempFolder folder;
    const std::string dir = make_run(folder), file = folder.file("cubes.zip"), log(std::size_t{3} << 20, 'a');
    test::write_bytes(dir + "/log.txt", log);
    const auto written = write_run_archive(
        dir, file, [&](const std::string&, double) { std::ofstream(dir + "/log.txt", std::ios::app) << "more\n"; }, {});
    ASSERT_TRUE(written) << written.error().message;
    ASSERT_GT(fs::file_size(dir + "/log.txt"), log.size());
    const auto opened = open_run_archive(file, folder.file("here"), {}, {});
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(test::read_bytes(*opened + "/log.txt"), log);
}

TEST(RunArchive, OneThatUnpacksToMoreThanItCanHoldIsRefusedEarly) {
    const TempFolder folder;
    const std::string file = folder.file("bomb.zip");
    pack_zip(file, {{"config.json", std::string(std::size_t{200} << 20, '\0')}});
    ASSERT_LT(fs::file_size(file), 1u << 20);
    const auto opened = open_run_archive(file, folder.file("here"), {}, {});
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().message.find("unpacks to more"), std::string::npos) << opened.error().message;
    EXPECT_TRUE(!fs::exists(folder.file("here")) || listed_in(folder.file("here")).empty());
}

TEST(RunArchive, EveryFlippedByteIsFoundAndNothingIsLeft) {
    const TempFolder folder;
    const std::string file = folder.file("cubes.zip");
    ASSERT_TRUE(write_run_archive(make_run(folder), file, {}, {}));
    const std::string whole = test::read_bytes(file);
    const std::string here = folder.file("here");
    int refused = 0;
    for (std::size_t i = 1; i < 40; ++i) {
        std::string bytes = whole;
        bytes[whole.size() * i / 40] ^= 0x20;
        test::write_bytes(file, bytes);
        const auto opened = open_run_archive(file, here, {}, {});
        // Times and flags of the container mean nothing to the run.
        if (opened) {
            const auto content = RunFolder::read_checkpoint(*RunFolder::open(*opened)->newest_checkpoint(nullptr));
            ASSERT_TRUE(content);
            EXPECT_EQ(content->step, 20);
            fs::remove_all(*opened);
            continue;
        }
        ++refused;
        EXPECT_EQ(opened.error().code, ErrorCode::BadFile) << opened.error().message;
        EXPECT_NE(opened.error().message.find(file), std::string::npos);
    }
    EXPECT_GT(refused, 20);
    test::write_bytes(file, whole.substr(0, whole.size() / 2));
    EXPECT_FALSE(open_run_archive(file, here, {}, {}));
    EXPECT_TRUE(listed_in(here).empty());
}

TEST(RunArchive, OneThatWasCutOffIsToBeCopiedAgain) {
    const TempFolder folder;
    const std::string dir = make_run(folder), file = folder.file("cubes.zip"), here = folder.file("here");
    ASSERT_TRUE(write_run_archive(dir, file, {}, {}));
    for (const std::uintmax_t size : {fs::file_size(file) / 2, std::uintmax_t{4}}) {
        fs::resize_file(file, size);
        const auto opened = open_run_archive(file, here, {}, {});
        ASSERT_FALSE(opened);
        EXPECT_EQ(opened.error().message, file + " is no whole archive of a run: its end is missing");
        EXPECT_EQ(opened.error().hint, "Copy it again from where it was made.");
    }
    EXPECT_TRUE(listed_in(here).empty());
}

TEST(RunArchive, ForeignAndCunningArchivesAreRefused) {
    const TempFolder folder;
    const std::string file = folder.file("x.zip"), here = folder.file("here");
    const std::string list = R"({"format":"headroom-run-archive-1","name":"x","files":[]})";
    for (const char* path : {"../out.txt", "/out.txt", "samples/../../out.txt", "checkpoints", "evil.so", "samples\\a",
                             "../", "evil/", "samples/../", "checkpoints/../../out/"}) {
        const bool is_folder = std::string_view(path).ends_with('/');
        pack_zip(file, {{path, is_folder ? "" : "text"}, {"headroom-run.json", list}});
        const auto opened = open_run_archive(file, here, {}, {});
        ASSERT_FALSE(opened) << path;
        EXPECT_EQ(opened.error().code, ErrorCode::BadFile) << path;
        if (is_folder) EXPECT_NE(opened.error().message.find("does not belong in it"), std::string::npos) << path;
        EXPECT_TRUE(listed_in(here).empty()) << path;
    }
    EXPECT_FALSE(fs::exists(folder.file("out.txt")));
    test::ZipBuilder full;
    full.add("samples/", "a folder with content");
    full.add("headroom-run.json", list);
    test::write_bytes(file, full.finish());
    EXPECT_NE(open_run_archive(file, here, {}, {}).error().message.find("'samples/' does not belong in it"),
              std::string::npos);
    pack_zip(file, {{"config.json", "{}"}});
    EXPECT_NE(open_run_archive(file, here, {}, {}).error().message.find("headroom-run.json"), std::string::npos);
    pack_zip(file, {{"config.json", "{}"},
                    {"headroom-run.json", R"({"format":"headroom-run-archive-9","name":"x","files":[]})"}});
    EXPECT_NE(open_run_archive(file, here, {}, {}).error().message.find("newer"), std::string::npos);
    test::write_bytes(file, "no archive at all");
    EXPECT_EQ(open_run_archive(file, here, {}, {}).error().code, ErrorCode::BadFile);
    EXPECT_EQ(open_run_archive(folder.file("nothing.zip"), here, {}, {}).error().code, ErrorCode::NotFound);
    EXPECT_TRUE(listed_in(here).empty());
}

TEST(RunArchive, OneThatWasHalfUnpackedIsNoRunAndGoesWithTheNext) {
    const TempFolder folder;
    const std::string run = make_run(folder), archive = folder.file("cubes.zip"), here = folder.file("here");
    ASSERT_TRUE(write_run_archive(run, archive, {}, {}));
    std::string killed = make_partial_name("run"), under_way = make_partial_name("run");
    char& digit = killed[killed.rfind('-') - 1];
    digit = digit == '0' ? '1' : '0';  // of an earlier process with this one's pid
    for (const std::string& half : {killed, under_way}) {
        fs::create_directories(here);
        fs::copy(run, here + "/" + half, fs::copy_options::recursive);
    }
    EXPECT_TRUE(list_run_folders(here).empty());
    const auto dir = open_run_archive(archive, here, {}, {});
    ASSERT_TRUE(dir) << dir.error().message;
    EXPECT_FALSE(fs::exists(here + "/" + killed));
    EXPECT_TRUE(fs::exists(here + "/" + under_way));
    EXPECT_EQ(list_run_folders(here).size(), 1u);
}

TEST(RunArchive, StoppedHalfWayLeavesNothing) {
    const TempFolder folder;
    const std::string dir = make_run(folder), file = folder.file("cubes.zip"), here = folder.file("here");
    std::stop_source stop;
    EXPECT_EQ(write_run_archive(
                  dir, file, [&](const std::string&, double) { stop.request_stop(); }, stop.get_token())
                  .error()
                  .code,
              ErrorCode::Cancelled);
    EXPECT_FALSE(fs::exists(file));
    EXPECT_EQ(listed_in(folder.path()).size(), 1u);  // the run's folder alone
    ASSERT_TRUE(write_run_archive(dir, file, {}, {}));
    EXPECT_EQ(open_run_archive(file, here, {}, stop.get_token()).error().code, ErrorCode::Cancelled);
    EXPECT_TRUE(listed_in(here).empty());
    EXPECT_EQ(write_run_archive(folder.file("no run"), file, {}, {}).error().code, ErrorCode::NotFound);
}

}  // namespace headroom
