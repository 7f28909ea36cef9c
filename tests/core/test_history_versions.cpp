// Histories that an earlier Headroom kept are read, and the run goes on with what it could not keep.
#include "core/families/vqgan_clip/imagine_figures.h"
#include "core/io/files/sqlite_database.h"
#include "core/io/runs/run_history.h"
#include "tests/core/history_steps.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <future>
#include <initializer_list>
#include <string>
#include <thread>

namespace headroom {
namespace {

using test::TempFolder;

/// Make the scores those of version 6, these those of version 5, and these those of version 4.
constexpr const char* kWithoutThoseOf7 = "ALTER TABLE scores DROP COLUMN feature_width;";
constexpr const char* kWithoutThoseOf6 =
    "ALTER TABLE scores DROP COLUMN fid_error; ALTER TABLE scores DROP COLUMN mmd_error;"
    "ALTER TABLE scores DROP COLUMN ms_ssim_error; ALTER TABLE scores DROP COLUMN d_recognised_error;";
constexpr const char* kWithoutThoseOf5 =
    "ALTER TABLE scores DROP COLUMN precision_error; ALTER TABLE scores DROP COLUMN recall_error;"
    "ALTER TABLE scores DROP COLUMN copies_error; ALTER TABLE scores DROP COLUMN side;"
    "ALTER TABLE scores DROP COLUMN copies_among;";

void change_history(const std::string& path, std::initializer_list<const char*> statements) {
    auto database = SqliteDatabase::open(path, false);
    ASSERT_TRUE(database);
    for (const char* sql : statements) ASSERT_TRUE(database->execute(sql)) << sql;
}

/// A history as version 1 wrote it: no column for what only some kinds of runs have.
void write_version_1(const std::string& path) {
    auto database = SqliteDatabase::open(path, false);
    ASSERT_TRUE(database);
    ASSERT_TRUE(database->execute(
        "CREATE TABLE steps(step INTEGER PRIMARY KEY, images INTEGER, loss_g REAL, loss_d REAL, d_real REAL, d_fake REAL, grad_norm_g REAL,"
        " grad_norm_d REAL, images_per_second REAL, step_seconds REAL, epoch REAL, scale_g REAL, scale_d REAL, threads INTEGER,"
        " live INTEGER, peak INTEGER, budget INTEGER, others INTEGER, elapsed_seconds REAL);"
        "CREATE TABLE marks(id INTEGER PRIMARY KEY, step INTEGER NOT NULL, images INTEGER, kind TEXT, text TEXT);"
        "CREATE TABLE samples(id INTEGER PRIMARY KEY, step INTEGER NOT NULL, path TEXT);"
        "INSERT INTO steps(step,images,loss_g,elapsed_seconds) VALUES(5,320,0.75,9.5);"
        "INSERT INTO marks(step,images,kind,text) VALUES(5,320,'param','kept');"
        "PRAGMA user_version=1;"));
}

TEST(HistoryVersions, OneOfAnEarlierHeadroomIsReadAndThenGoesOn) {
    const TempFolder folder;
    const std::string path = folder.file("history.db");
    write_version_1(path);
    {
        auto store = HistoryStore::open_read_only(path);
        ASSERT_TRUE(store) << store.error().message;
        ASSERT_EQ(store->steps().size(), 1u);
        EXPECT_EQ(store->steps()[0].loss_g, 0.75);
        EXPECT_EQ(store->steps()[0].elapsed_seconds, 9.5);
        EXPECT_TRUE(store->scores().empty());
    }
    {
        auto store = HistoryStore::open(path);
        ASSERT_TRUE(store) << store.error().message;
        EXPECT_FALSE(store->was_damaged());
        store->add_step(painted_step(6));
        EXPECT_TRUE(store->add_scores({6, 384, 10, {"random", 512}}));
    }
    auto store = HistoryStore::open(path);
    ASSERT_TRUE(store);
    ASSERT_EQ(store->steps().size(), 2u);
    EXPECT_FALSE(store->steps()[0].own<ImagineFigures>());
    EXPECT_EQ(store->steps()[1].own<ImagineFigures>()->similarity.size(), 3u);
    EXPECT_EQ(store->marks().size(), 1u);
    EXPECT_EQ(store->scores().size(), 1u);
}

TEST(HistoryVersions, ScoresOfBeforeHeldOutPicturesAreReadAndGoOn) {
    const TempFolder folder;
    const std::string path = folder.file("history.db");
    {
        auto store = HistoryStore::open(path);
        ASSERT_TRUE(store);
        ScoresDone scores{5, 320, 9, {"random", 512}};
        scores.scores.kid = 0.5;
        ASSERT_TRUE(store->add_scores(scores));
    }
    change_history(path, {"ALTER TABLE scores DROP COLUMN d_gap; ALTER TABLE scores DROP COLUMN d_gap_error;"
                          "ALTER TABLE scores DROP COLUMN d_recognised;",
                          kWithoutThoseOf5, kWithoutThoseOf6, kWithoutThoseOf7, "PRAGMA user_version=3;"});
    const auto check = [](const HistoryStore& store) {
        const auto all = store.scores();
        ASSERT_GE(all.size(), 1u);
        EXPECT_EQ(all[0].scores.kid, 0.5);
        EXPECT_TRUE(std::isnan(all[0].scores.d_gap));
    };
    check(*HistoryStore::open_read_only(path));
    auto store = HistoryStore::open(path);
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_FALSE(store->was_damaged());
    check(*store);
    ScoresDone scores{6, 384, 10, {"random", 512}};
    scores.scores.d_gap = 0.25;
    scores.scores.d_recognised = 0.75;
    ASSERT_TRUE(store->add_scores(scores));
    EXPECT_EQ(store->scores()[1].scores.d_gap, 0.25);
    EXPECT_EQ(store->scores()[1].scores.d_recognised, 0.75);
    EXPECT_TRUE(std::isnan(store->scores()[1].scores.d_gap_error));
}

TEST(HistoryVersions, ScoresOfVersion4AreOfAnUnknownSizeAndGoOn) {
    const TempFolder folder;
    const std::string path = folder.file("history.db");
    {
        auto store = HistoryStore::open(path);
        ASSERT_TRUE(store);
        ScoresDone scores{5, 320, 9, {"random", 512}};
        scores.scores.d_recognised = 0.75;
        ASSERT_TRUE(store->add_scores(scores));
    }
    change_history(path, {kWithoutThoseOf5, kWithoutThoseOf6, kWithoutThoseOf7, "PRAGMA user_version=4;"});
    const auto check = [](const HistoryStore& store) {
        const auto all = store.scores();
        ASSERT_GE(all.size(), 1u);
        EXPECT_EQ(all[0].scores.d_recognised, 0.75);
        EXPECT_TRUE(std::isnan(all[0].scores.copies_error));
        EXPECT_EQ(all[0].scores.side, 0);
        EXPECT_EQ(all[0].scores.copies_among, 0);
    };
    check(*HistoryStore::open_read_only(path));
    auto store = HistoryStore::open(path);
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_FALSE(store->was_damaged());
    check(*store);
    ScoresDone scores{6, 384, 10, {"random", 512}};
    scores.scores.precision_error = 0.25;
    scores.scores.copies_error = 0.125;
    scores.scores.side = 64;
    scores.scores.copies_among = 1200;
    ASSERT_TRUE(store->add_scores(scores));
    ASSERT_EQ(store->scores().size(), 2u);
    const RunScores back = store->scores()[1].scores;
    EXPECT_EQ(back.precision_error, 0.25);
    EXPECT_TRUE(std::isnan(back.recall_error));
    EXPECT_EQ(back.copies_error, 0.125);
    EXPECT_EQ(back.side, 64);
    EXPECT_EQ(back.copies_among, 1200);
}

TEST(HistoryVersions, ScoresOfVersion5LackSomeErrorsAndGoOn) {
    const TempFolder folder;
    const std::string path = folder.file("history.db");
    ScoresDone scores{5, 320, 9, {"random", 512, 31.5, 0.5, 0.125}};
    scores.scores.side = 64;
    ASSERT_TRUE(HistoryStore::open(path)->add_scores(scores));
    change_history(path, {kWithoutThoseOf6, kWithoutThoseOf7, "PRAGMA user_version=5;"});
    const auto check = [](const HistoryStore& store) {
        const auto all = store.scores();
        ASSERT_GE(all.size(), 1u);
        EXPECT_EQ(all[0].scores.fid, 31.5);
        EXPECT_EQ(all[0].scores.kid_error, 0.125);
        EXPECT_TRUE(std::isnan(all[0].scores.fid_error) && std::isnan(all[0].scores.ms_ssim_error));
        EXPECT_EQ(all[0].scores.side, 64);
    };
    check(*HistoryStore::open_read_only(path));
    auto store = HistoryStore::open(path);
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_FALSE(store->was_damaged());
    check(*store);
    scores.step = 6;
    double number = 0;
    for (const ScoreFigure& figure : kScoreFigures) scores.scores.*figure.of = ++number;
    ASSERT_TRUE(store->add_scores(scores));
    ASSERT_EQ(store->scores().size(), 2u);
    number = 0;
    for (const ScoreFigure& figure : kScoreFigures)
        EXPECT_EQ(store->scores()[1].scores.*figure.of, ++number) << figure.name;
}

TEST(HistoryVersions, ScoresOfVersion6DoNotSayHowManyFeaturesAndGoOn) {
    const TempFolder folder;
    const std::string path = folder.file("history.db");
    ScoresDone scores{5, 320, 9, {"random", 512, 31.5}};
    scores.scores.feature_width = 1088;
    ASSERT_TRUE(HistoryStore::open(path)->add_scores(scores));
    change_history(path, {kWithoutThoseOf7, "PRAGMA user_version=6;"});
    EXPECT_EQ(HistoryStore::open_read_only(path)->scores().at(0).scores.feature_width, 0);
    auto store = HistoryStore::open(path);
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_FALSE(store->was_damaged());
    scores.step = 6;
    ASSERT_TRUE(store->add_scores(scores));
    const auto all = store->scores();
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].scores.feature_width, 0);
    EXPECT_EQ(all[0].scores.fid, 31.5);
    EXPECT_EQ(all[1].scores.feature_width, 1088);
    EXPECT_EQ(all[1].scores.fid, 31.5);
}

TEST(HistoryVersions, OneThatAnotherProgramIsMakingOneOfTodayIsLeftToIt) {
    const TempFolder folder;
    const std::string path = folder.file("history.db");
    ASSERT_TRUE(HistoryStore::open(path)->add_scores({5, 320, 9, {"random", 512}}));
    change_history(path, {kWithoutThoseOf6, kWithoutThoseOf7, "PRAGMA user_version=5;"});
    auto other = SqliteDatabase::open(path, false);
    ASSERT_TRUE(other);
    ASSERT_TRUE(
        other->execute("BEGIN IMMEDIATE;"
                       "ALTER TABLE scores ADD COLUMN fid_error REAL; ALTER TABLE scores ADD COLUMN mmd_error REAL;"
                       "ALTER TABLE scores ADD COLUMN ms_ssim_error REAL;"
                       "ALTER TABLE scores ADD COLUMN d_recognised_error REAL;"
                       "ALTER TABLE scores ADD COLUMN feature_width INTEGER; PRAGMA user_version=7;"));
    auto opened = std::async(std::launch::async, [&path] { return HistoryStore::open(path); });
    std::this_thread::sleep_for(std::chrono::milliseconds(200));  // until it has seen version 5 and waits
    ASSERT_TRUE(other->execute("COMMIT"));
    auto store = opened.get();
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_FALSE(store->was_damaged());
    EXPECT_EQ(store->scores().size(), 1u);
}

}  // namespace
}  // namespace headroom
