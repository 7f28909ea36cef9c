// The run history: what is added is read back, survives a kill, is thinned evenly; a damaged file is moved aside.
#include "core/families/vqgan/vqgan_figures.h"
#include "core/families/vqgan_clip/imagine_figures.h"
#include "core/io/files/sqlite_database.h"
#include "core/io/runs/run_history.h"
#include "tests/core/history_steps.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom {
namespace {

using test::TempFolder;

TEST(History, EveryFieldOfAStepIsKept) {
    const TempFolder folder;
    {
        auto store = HistoryStore::open(folder.file("history.db"));
        ASSERT_TRUE(store) << store.error().message;
        EXPECT_FALSE(store->was_damaged());
        store->add_step(whole_step(7));
    }
    auto store = HistoryStore::open(folder.file("history.db"));
    ASSERT_TRUE(store);
    const auto steps = store->steps();
    ASSERT_EQ(steps.size(), 1u) << "the destructor writes what is pending";
    const StepDone& s = steps[0];
    const StepDone e = whole_step(7);
    EXPECT_EQ(s.step, 7);
    EXPECT_EQ(s.images, 448);
    EXPECT_EQ(s.loss_g, e.loss_g);
    EXPECT_TRUE(std::isnan(s.loss_d)) << "NaN means not applicable and stays so";
    EXPECT_EQ(std::vector<double>({s.d_real, s.d_fake, s.grad_norm_g, s.grad_norm_d, s.images_per_second,
                                   s.step_seconds, s.epoch, s.scale_g, s.scale_d, s.elapsed_seconds}),
              std::vector<double>({e.d_real, e.d_fake, e.grad_norm_g, e.grad_norm_d, e.images_per_second,
                                   e.step_seconds, e.epoch, e.scale_g, e.scale_d, e.elapsed_seconds}));
    EXPECT_EQ(s.threads, 2);
    EXPECT_EQ(std::vector<std::int64_t>({s.live.count, s.peak.count, s.budget.count, s.others.count}),
              (std::vector<std::int64_t>{1, 2, 3, 4}));
}

TEST(History, AStepWithoutFiguresOfItsKindHasNull) {
    const TempFolder folder;
    const std::string path = folder.file("history.db");
    {
        auto store = HistoryStore::open(path);
        ASSERT_TRUE(store);
        for (const std::int64_t n : {7, 8}) store->add_step(whole_step(n));
    }
    auto database = SqliteDatabase::open(path, false);
    ASSERT_TRUE(database);
    EXPECT_EQ(database->value_of("SELECT count(*) FROM steps WHERE figures IS NULL"), "2");
    // Earlier ones have an empty text there.
    ASSERT_TRUE(database->execute("UPDATE steps SET figures = '' WHERE step = 8"));
    auto store = HistoryStore::open(path);
    ASSERT_TRUE(store);
    EXPECT_EQ(store->steps().size(), 2u);
}

StepDone reconstructed(std::int64_t n) {
    StepDone s = whole_step(n);
    s.edit<VqganFigures>() = {0.1,   0.8, std::numeric_limits<double>::quiet_NaN(), 0.02, -0.3, 0.75, 1024, 700,
                              512.5, 33};
    return s;
}

TEST(History, WhatOnlySomeKindsOfRunsHaveIsKeptToo) {
    const TempFolder folder;
    {
        auto store = HistoryStore::open(folder.file("history.db"));
        ASSERT_TRUE(store);
        store->add_step(whole_step(1));
        store->add_step(painted_step(2));
        store->add_step(reconstructed(3));
    }
    auto store = HistoryStore::open_read_only(folder.file("history.db"));
    ASSERT_TRUE(store);
    const auto steps = store->steps();
    ASSERT_EQ(steps.size(), 3u);
    EXPECT_FALSE(steps[0].own<ImagineFigures>() || steps[0].own<VqganFigures>());
    ASSERT_TRUE(steps[1].own<ImagineFigures>());
    const auto& [similarity, prompts] = *steps[1].own<ImagineFigures>();
    ASSERT_EQ(similarity.size(), 3u);
    EXPECT_EQ(similarity[0], 0.25);
    EXPECT_TRUE(std::isnan(similarity[1]));
    EXPECT_EQ(similarity[2], 0.5);
    ASSERT_TRUE(prompts);
    EXPECT_EQ(*prompts, *painted_step(2).own<ImagineFigures>()->prompts);
    ASSERT_TRUE(steps[2].own<VqganFigures>());
    const VqganFigures& v = *steps[2].own<VqganFigures>();
    EXPECT_EQ(std::vector<double>({v.l1, v.similarity, v.codebook, v.adversarial, v.adaptive_weight, v.perplexity}),
              std::vector<double>({0.1, 0.8, 0.02, -0.3, 0.75, 512.5}));
    EXPECT_TRUE(std::isnan(v.perceptual));
    EXPECT_EQ(std::vector<std::int64_t>({v.codes, v.codes_used, v.codes_restarted}),
              std::vector<std::int64_t>({1024, 700, 33}));
}

TEST(History, MarksAndSamplesKeepTheirOrder) {
    const TempFolder folder;
    auto store = HistoryStore::open(folder.file("history.db"));
    ASSERT_TRUE(store);
    ASSERT_TRUE(store->add_mark({20, 1280, "param", "batch.micro 64 -> 16"}));
    ASSERT_TRUE(store->add_mark({20, 1280, "oom", "it's \"quoted\"; DROP TABLE marks"}));
    ASSERT_TRUE(store->add_sample(200, "samples/step-00000200.png"));
    ASSERT_TRUE(store->add_sample(100, "samples/step-00000100.png"));
    const auto marks = store->marks();
    ASSERT_EQ(marks.size(), 2u);
    EXPECT_EQ(marks[1].kind, "oom");
    EXPECT_EQ(marks[1].text, "it's \"quoted\"; DROP TABLE marks");
    EXPECT_EQ(marks[0].images, 1280);
    EXPECT_EQ(store->samples(), (std::vector<std::string>{"samples/step-00000100.png", "samples/step-00000200.png"}));
}

TEST(History, ScoresAreKeptAndForgottenWithTheirSteps) {
    const TempFolder folder;
    auto store = HistoryStore::open(folder.file("history.db"));
    ASSERT_TRUE(store);
    for (const std::int64_t step : {20, 10, 30, 20}) {
        ScoresDone scores{step, 64 * step, 0.5, {"clip", 512}};
        scores.scores.kid = 1.0 / static_cast<double>(step);
        scores.scores.ms_ssim = 0.25;
        ASSERT_TRUE(store->add_scores(scores));
    }
    const auto all = store->scores();
    ASSERT_EQ(all.size(), 3u) << "one for each step";
    EXPECT_EQ(all[0].step, 10);
    EXPECT_EQ(all[1].images, 1280);
    EXPECT_EQ(all[1].scores.features, "clip");
    EXPECT_EQ(all[1].scores.pictures, 512);
    EXPECT_EQ(all[1].scores.kid, 0.05);
    EXPECT_EQ(all[1].scores.ms_ssim, 0.25);
    EXPECT_TRUE(std::isnan(all[1].scores.fid)) << "not known";
    ASSERT_TRUE(store->truncate_after(15));
    EXPECT_EQ(store->scores().size(), 1u);
}

TEST(History, ThinningKeepsBothEndsAndSpreadsEvenly) {
    const TempFolder folder;
    auto store = HistoryStore::open(folder.file("history.db"));
    ASSERT_TRUE(store);
    for (std::int64_t n = 1; n <= 1000; ++n) store->add_step(whole_step(n));
    EXPECT_EQ(store->steps().size(), 1000u);
    std::int64_t recorded = 0;
    const auto thin = store->steps(10, &recorded);
    ASSERT_EQ(thin.size(), 10u);
    EXPECT_EQ(recorded, 1000);
    EXPECT_EQ(thin.front().step, 1);
    EXPECT_EQ(thin.back().step, 1000);
    for (std::size_t i = 1; i < thin.size(); ++i) EXPECT_EQ(thin[i].step - thin[i - 1].step, 111);
    EXPECT_EQ(store->steps(1).at(0).step, 1000);
    EXPECT_TRUE(store->steps(0).empty());
}

TEST(History, InPiecesAllStepsComeInOrder) {
    const TempFolder folder;
    auto store = HistoryStore::open(folder.file("history.db"));
    ASSERT_TRUE(store);
    for (std::int64_t n = 1; n <= 10000; ++n) store->add_step(whole_step(n));
    std::int64_t last = 0;
    std::size_t largest = 0;
    const auto take = [&](std::span<const StepDone> piece) -> Result<void> {
        largest = std::max(largest, piece.size());
        for (const StepDone& step : piece) EXPECT_EQ(step.step, ++last);
        return {};
    };
    const auto read = store->steps_in_pieces(take);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(last, 10000) << "those that are not in the file yet too";
    EXPECT_LT(largest, 5000u);
    std::size_t asked = 0;
    const auto stop = [&](std::span<const StepDone>) -> Result<void> {
        ++asked;
        return make_error(ErrorCode::Disk, "full");
    };
    EXPECT_EQ(store->steps_in_pieces(stop).error().message, "full");
    EXPECT_EQ(asked, 1u);
}

TEST(History, StepsThatAreNoNumbersComeToAnEnd) {
    const TempFolder folder;
    const std::string path = folder.file("history.db");
    {
        auto store = HistoryStore::open(path);
        ASSERT_TRUE(store);
        ASSERT_TRUE(store->flush());
    }
    auto database = SqliteDatabase::open(path, false);
    ASSERT_TRUE(database);
    ASSERT_TRUE(
        database->execute("ALTER TABLE steps RENAME TO own; CREATE TABLE steps AS SELECT * FROM own; DROP TABLE own;"
                          "INSERT INTO steps(step) VALUES('once'),('and again');"));
    const auto store = HistoryStore::open_read_only(path);
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_EQ(store->steps_in_pieces([](std::span<const StepDone>) { return Result<void>(); }).error().code,
              ErrorCode::BadFile);
}

TEST(History, ResumingFromAnEarlierStepForgetsTheRest) {
    const TempFolder folder;
    auto store = HistoryStore::open(folder.file("history.db"));
    ASSERT_TRUE(store);
    for (std::int64_t n = 1; n <= 20; ++n) store->add_step(whole_step(n));
    ASSERT_TRUE(store->add_mark({15, 0, "a", ""}));
    ASSERT_TRUE(store->add_mark({5, 0, "b", ""}));
    ASSERT_TRUE(store->add_sample(15, "x"));
    ASSERT_TRUE(store->truncate_after(10));
    EXPECT_EQ(store->steps().back().step, 10);
    EXPECT_EQ(store->marks().size(), 1u);
    EXPECT_TRUE(store->samples().empty());
    StepDone again = whole_step(10);
    again.loss_g = 42;
    store->add_step(again);
    EXPECT_EQ(store->steps().back().loss_g, 42) << "a repeated step replaces the old one";
}

TEST(History, AReaderSeesWhatTheWriterCommitted) {
    const TempFolder folder;
    auto writer = HistoryStore::open(folder.file("history.db"));
    ASSERT_TRUE(writer);
    writer->add_step(whole_step(1));
    ASSERT_TRUE(writer->flush());
    auto reader = HistoryStore::open_read_only(folder.file("history.db"));
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(reader->steps().size(), 1u);
    writer->add_step(whole_step(2));
    ASSERT_TRUE(writer->flush());
    EXPECT_EQ(reader->steps().size(), 2u);
    EXPECT_FALSE(reader->add_mark({1, 1, "x", "y"})) << "read only";
    EXPECT_EQ(HistoryStore::open_read_only(folder.file("none.db")).error().code, ErrorCode::NotFound);
}

TEST(History, AKilledWriterLosesNothingItCommitted) {
    const TempFolder folder;
    const pid_t child = fork();
    if (child == 0) {
        auto store = HistoryStore::open(folder.file("history.db"));
        if (!store) _exit(1);
        for (std::int64_t n = 1; n <= 50; ++n) store->add_step(whole_step(n));
        (void)store->add_mark({50, 0, "checkpoint", "x"});
        kill(getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    auto store = HistoryStore::open(folder.file("history.db"));
    ASSERT_TRUE(store);
    EXPECT_FALSE(store->was_damaged());
    EXPECT_EQ(store->steps().size(), 50u);
    EXPECT_EQ(store->marks().size(), 1u);
}

TEST(History, ADamagedFileIsMovedAsideAndANewOneBegun) {
    const TempFolder folder;
    const std::string path = folder.file("history.db");
    {
        auto store = HistoryStore::open(path);
        ASSERT_TRUE(store);
        for (std::int64_t n = 1; n <= 3000; ++n) store->add_step(whole_step(n));
    }
    std::string bytes = test::read_bytes(path);
    for (std::size_t at = 4096; at < bytes.size(); at += 3) bytes[at] = static_cast<char>(bytes[at] ^ 0x5a);
    for (const std::string& damage :
         {bytes, std::string("this is no database at all, but long enough to be looked at as one by anybody"),
          bytes.substr(0, 5000)}) {
        test::write_bytes(path, damage);
        auto store = HistoryStore::open(path);
        ASSERT_TRUE(store) << store.error().message;
        EXPECT_TRUE(store->was_damaged());
        EXPECT_TRUE(store->steps().empty());
        store->add_step(whole_step(1));
        EXPECT_TRUE(store->flush());
    }
    EXPECT_EQ(test::read_bytes(folder.file("history.damaged-1.db")), bytes) << "nothing is thrown away";
    EXPECT_TRUE(std::filesystem::exists(folder.file("history.damaged-3.db")));
    test::write_bytes(path, "rubbish that is long enough to be looked at as a database file by the library");
    EXPECT_EQ(HistoryStore::open_read_only(path).error().code, ErrorCode::BadFile);
}

TEST(History, OneThatComputesIsNoHistory) {
    for (
        const char* hostile :
        {"CREATE VIEW steps AS WITH RECURSIVE endless(step) AS (SELECT 1 UNION ALL SELECT step + 1 FROM endless) SELECT * FROM endless;"
         "CREATE TABLE marks(kind TEXT);",
         "CREATE TABLE steps(step INTEGER); CREATE TABLE marks(kind TEXT);"
         "CREATE TRIGGER t AFTER INSERT ON steps BEGIN DELETE FROM marks; END;"}) {
        const TempFolder folder;
        const std::string path = folder.file("history.db");
        {
            auto database = SqliteDatabase::open(path, false);
            ASSERT_TRUE(database);
            ASSERT_TRUE(database->execute(hostile));
        }
        const auto read = HistoryStore::open_read_only(path);
        ASSERT_FALSE(read) << hostile;
        EXPECT_EQ(read.error().code, ErrorCode::BadFile);
        auto anew = HistoryStore::open(path);
        ASSERT_TRUE(anew) << "set aside as damage is";
        EXPECT_TRUE(anew->steps().empty());
    }
}

TEST(History, UnwritableFolderIsADiskError) {
    const TempFolder folder;
    EXPECT_EQ(HistoryStore::open(folder.file("none/history.db")).error().code, ErrorCode::Disk);
}

}  // namespace
}  // namespace headroom
