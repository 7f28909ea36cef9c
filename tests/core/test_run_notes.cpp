// What users write about runs: tidied, kept apart from what runs write, and never lost to a damaged file.
#include "core/engine/run_reader.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/io/runs/run_notes.h"

#include "core/io/files/atomic_file.h"
#include "core/io/files/partial_name.h"
#include "core/io/runs/run_folder.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace headroom {
namespace {

using test::TempFolder;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(RunNotes, ComeBackAsTheyWereWritten) {
    TempFolder folder;
    const RunNotes notes{{"baseline 2", "größer"}, "first line\nsecond \"line\""};
    ASSERT_TRUE(save_notes(folder.path(), notes));
    EXPECT_EQ(load_notes(folder.path()), notes);
    EXPECT_EQ(load_notes(folder.file("nowhere")), RunNotes{});
}

TEST(RunNotes, TagsAreTidied) {
    const auto tidy = tidied({{" keep", "a   b ", "", "keep", "  "}, ""});
    ASSERT_TRUE(tidy);
    EXPECT_THAT(tidy->tags, ElementsAre("keep", "a b"));
}

TEST(RunNotes, WhatCannotBeATagIsNamed) {
    TempFolder folder;
    ASSERT_TRUE(save_notes(folder.path(), {{"keep"}, "text"}));
    for (const std::string& wrong : {std::string("a,b"), std::string("a\nb"), std::string(65, 'x')}) {
        const auto saved = save_notes(folder.path(), {{wrong}, ""});
        ASSERT_FALSE(saved);
        EXPECT_EQ(saved.error().code, ErrorCode::InvalidArgument);
        EXPECT_THAT(saved.error().message, HasSubstr(wrong.substr(0, 64)));
    }
    EXPECT_FALSE(save_notes(folder.path(), {{}, std::string(70000, 'x')}));
    std::vector<std::string> many;
    for (int i = 0; i < 33; ++i) many.push_back(std::to_string(i));
    EXPECT_FALSE(save_notes(folder.path(), {many, ""}));
    EXPECT_THAT(load_notes(folder.path()).tags, ElementsAre("keep")) << "what was there stays";
}

TEST(RunNotes, ADamagedFileIsKeptAside) {
    TempFolder folder;
    for (const char* damage : {"", "{", "[]", "{\"format\": \"headroom-notes-1\", \"tags\": [\"a,b\"]}",
                               "{\"tags\": [\"x\"], \"text\": \"y\"}"}) {
        ASSERT_TRUE(write_text_atomic(folder.file("notes.json"), damage));
        EXPECT_EQ(load_notes(folder.path()), RunNotes{}) << damage;
        ASSERT_TRUE(save_notes(folder.path(), {{"new"}, ""}));
        EXPECT_EQ(*read_text(folder.file("notes.json.damaged"), 1000), damage);
        EXPECT_THAT(load_notes(folder.path()).tags, ElementsAre("new"));
    }
    ASSERT_TRUE(write_text_atomic(folder.file("notes.json"),
                                  "{\"format\": \"headroom-notes-1\", \"tags\": [1, \"x\", null], \"text\": 7}"));
    EXPECT_EQ(load_notes(folder.path()), (RunNotes{{"x"}, ""}));
}

TEST(RunNotes, ARunRewritesItsOwnDescriptionAndNotThem) {
    TempFolder folder;
    TrainConfig config;
    config.precision = Precision::Bf16;
    auto run = RunFolder::create(folder.file("run"), "", "cats", config);
    ASSERT_TRUE(run);
    ASSERT_TRUE(save_notes(run->dir(), {{"keep"}, "mine"}));
    RunInfo info = *run->load_info();
    EXPECT_EQ(info.notes, (RunNotes{{"keep"}, "mine"}));
    EXPECT_EQ(info.precision, Precision::Bf16);
    info.notes = {};
    info.device = "a processor";
    info.peak = Bytes{123456};
    info.model = kVqganClip;
    info.score = 0.431;
    ASSERT_TRUE(run->save_info(info));
    const RunInfo back = *run->load_info();
    EXPECT_EQ(back.notes.text, "mine");
    EXPECT_EQ(back.device, "a processor");
    EXPECT_EQ(back.peak.count, 123456);
    EXPECT_DOUBLE_EQ(back.score, 0.431);
}

TEST(RunNotes, FavouritesOfARunOnAnotherMachineAreKeptHere) {
    const test::TempFolder home;
    const test::SetVariable data("XDG_DATA_HOME", home.path());
    const std::vector<Favourite> kept{{{3, 1}, 1.0}, {{0, 4}, 0.7}};
    EXPECT_TRUE(favourites_of("/runs/a", "studio").empty());
    ASSERT_TRUE(keep_favourites_of("/runs/a", kept, "studio"));
    EXPECT_EQ(favourites_of("/runs/a", "studio"), kept);
    EXPECT_TRUE(favourites_of("/runs/a", "cellar").empty());
    EXPECT_TRUE(favourites_of("/runs/b", "studio").empty());
    EXPECT_FALSE(keep_favourites_of("/runs/a", std::vector<Favourite>(1001), "studio"));
}

TEST(RunNotes, WhatAKilledWindowLeftOfFavouritesGoes) {
    const test::TempFolder home;
    const test::SetVariable data("XDG_DATA_HOME", home.path());
    const std::vector<Favourite> kept{{{3, 1}, 1.0}, {{3, 1}, 0.7}};
    ASSERT_TRUE(keep_favourites_of("/runs/a", kept, "studio"));
    std::filesystem::path folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(home.path()))
        if (entry.path().filename() == "favourites.json") folder = entry.path().parent_path();
    ASSERT_FALSE(folder.empty());
    std::string killed = make_partial_name("favourites.json");
    char& digit = killed[killed.rfind('-') - 1];  // of an earlier process with this one's pid
    digit = digit == '0' ? '1' : '0';
    const std::string left = (folder / killed).string();
    test::write_bytes(left, "{");
    ASSERT_TRUE(keep_favourites_of("/runs/a", kept, "studio"));
    EXPECT_FALSE(std::filesystem::exists(left));
    EXPECT_EQ(favourites_of("/runs/a", "studio"), kept);
}

TEST(RunNotes, FavouritesStayWithTheRunApartFromNotes) {
    TempFolder folder;
    EXPECT_TRUE(load_favourites(folder.path()).empty());
    const std::vector<Favourite> kept{{{0, 3}, 0.35}, {{77, 12}, 1.0}};
    ASSERT_TRUE(save_favourites(folder.path(), kept));
    ASSERT_TRUE(save_notes(folder.path(), {{"x"}, "y"}));
    EXPECT_EQ(load_favourites(folder.path()), kept);
    EXPECT_EQ(save_favourites(folder.path(), std::vector<Favourite>(1001)).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(load_favourites(folder.path()), kept);
    ASSERT_TRUE(write_text_atomic(
        folder.file("favourites.json"),
        R"({"format":"headroom-favourites-1","latents":[7,{"seed":-1,"index":2},{"seed":5,"index":1}]})"));
    const std::vector<Favourite> of_before{{{5, 1}, 1.0}};  // when none had a truncation
    EXPECT_EQ(load_favourites(folder.path()), of_before);
    ASSERT_TRUE(write_text_atomic(folder.file("favourites.json"), "broken"));
    EXPECT_TRUE(load_favourites(folder.path()).empty());
}

}  // namespace
}  // namespace headroom
