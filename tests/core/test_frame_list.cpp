// The pictures of a folder: which files count, their order, what their results are called; what becomes of a run's frames.
#include "core/api/param_schema.h"
#include "core/config/config_io.h"
#include "core/engine/export/exporter.h"
#include "core/engine/run_reader.h"
#include "core/families/vqgan_clip/frame_list.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/io/pictures/image_codec.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"
#include "tests/support/toy_backend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <filesystem>

namespace headroom {
namespace {

using ::testing::HasSubstr;
using Names = std::vector<std::string>;

TEST(FrameList, NumbersInNamesCountAsNumbers) {
    Names names{"frame10.png", "frame2.png", "Frame1.png", "frame002.png", "a100b2.png",
                "a100b10.png", "a9b99.png",  "b.png",      "frame.png",    "12345678901234567890123.png",
                "2.png"};
    std::sort(names.begin(), names.end(), natural_less);
    EXPECT_EQ(names, (Names{"2.png", "12345678901234567890123.png", "a9b99.png", "a100b2.png", "a100b10.png", "b.png",
                            "frame.png", "Frame1.png", "frame002.png", "frame2.png", "frame10.png"}));
    EXPECT_FALSE(natural_less("a1", "a1"));
    EXPECT_TRUE(natural_less("a01", "a1") != natural_less("a1", "a01")) << "an order, and the same one always";
    EXPECT_TRUE(natural_less("a", "a0"));
    EXPECT_TRUE(natural_less("a0", "a00") || natural_less("a00", "a0"));
}

TEST(FrameList, PicturesByTheirNamesAlone) {
    test::TempFolder folder;
    for (const char* name : {"b10.JPG", "b9.jpeg", "a.webp", "c.PNG", "notes.txt", ".hidden.png", "png", "d.png.part"})
        test::write_bytes(folder.file(name), "x");
    std::filesystem::create_directory(folder.file("inner.png"));
    const auto names = list_frames(folder.path());
    ASSERT_TRUE(names);
    EXPECT_EQ(*names, (Names{"a.webp", "b9.jpeg", "b10.JPG", "c.PNG"}));
}

TEST(FrameList, MissingAndEmptyFoldersAreNamed) {
    test::TempFolder folder;
    const auto empty = list_frames(folder.path());
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().message, "start.folder: the folder " + folder.path() + " holds no pictures");
    EXPECT_THAT(list_frames(folder.file("none")).error().message, HasSubstr("there is no folder"));
    test::write_bytes(folder.file("file"), "x");
    EXPECT_THAT(list_frames(folder.file("file")).error().message, HasSubstr("there is no folder"));
}

TEST(FrameList, EachResultHasANameOfItsOwn) {
    EXPECT_EQ(frame_results({"a.jpg", "b.PNG", "c.d.webp"}), (Names{"a.png", "b.png", "c.d.png"}));
    EXPECT_EQ(frame_results({"a.jpg", "a.png", "a.png.jpg"}), (Names{"a.png", "a.png.png", "a.png.jpg.png"}));
}

/// A run over a folder, as its files are.
class FramesOfARun : public ::testing::Test {
protected:
    void SetUp() override {
        std::filesystem::create_directories(run_ + "/frames");
        TrainConfig config = default_config(kVqganClip);
        config.edit<ImagineConfig>().start = ImagineStart::Folder;
        config.edit<ImagineConfig>().start_folder = "/films/cats";
        test::write_bytes(run_ + "/config.json", write_config(config));
        test::write_bytes(run_ + "/run.json", "{}");
        for (const int i : {10, 2, 1})
            ASSERT_TRUE(write_png(run_ + "/frames/f" + std::to_string(i) + ".png", test::gradient(20 + i, 16)));
    }
    test::TempFolder folder_;
    std::string run_ = folder_.file("run");
};

TEST_F(FramesOfARun, AreItsTimelapseInOrderSpreadWhereFewerAreWanted) {
    const auto run = read_run(run_);
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->frame_paths, (Names{run_ + "/frames/f1.png", run_ + "/frames/f2.png", run_ + "/frames/f10.png"}));
    ExportRequest r;
    r.kind = ExportKind::Timelapse;
    r.run_dir = run_;
    r.target = folder_.file("film.gif");
    for (const int most : {200, 3, 2, 1}) {
        r.max_frames = most;
        const auto done = export_from_run(r, *test::make_toy_backend(), {}, {});
        ASSERT_TRUE(done) << done.error().message;
        const std::string gif = test::read_bytes(done->path);
        EXPECT_EQ(gif.substr(0, 6), "GIF89a");
        EXPECT_EQ(static_cast<unsigned char>(gif[6]), 30) << "the last one rules the size";
        int frames = 0;
        for (std::size_t at = gif.find("\x21\xF9\x04"); at != std::string::npos; at = gif.find("\x21\xF9\x04", at + 1))
            ++frames;
        EXPECT_EQ(frames, std::min(most, 3));
    }
}

TEST_F(FramesOfARun, WithoutAnyThereIsNoTimelapseAndItSaysSoInItsWords) {
    std::filesystem::remove_all(run_ + "/frames");
    ExportRequest r;
    r.kind = ExportKind::Timelapse;
    r.run_dir = run_;
    r.target = folder_.file("film.gif");
    const auto none = export_from_run(r, *test::make_toy_backend(), {}, {});
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("holds no pictures yet"), std::string::npos) << none.error().message;
    EXPECT_EQ(none.error().hint, "Pictures are kept every preview.every iterations.");
}

TEST_F(FramesOfARun, GoWithTheRunWhenItIsDeleted) {
    ASSERT_TRUE(delete_run_folder(run_));
    EXPECT_FALSE(std::filesystem::exists(run_));
}

}  // namespace
}  // namespace headroom
