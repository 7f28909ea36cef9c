// imagine as a process, with the built-in models: pictures, resume, live changes, what bad input is told.
#include "cli_fixture.h"
#include "core/engine/export/picture_notes.h"
#include "core/io/pictures/image_codec.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace headroom::test {
namespace {

using ::testing::HasSubstr;

class CliImagine : public CliTest {
protected:
    CliResult imagine(std::vector<std::string> words) {
        words.insert(words.begin(), "imagine");
        words.insert(words.end(), {"--threads", "1"});
        return run_cli(words, options_);
    }
    std::string at(const std::string& name) const { return folder_.file(name); }
};

/// The settings that a picture tells of itself.
std::string settings_in(const std::string& png) {
    const auto notes = read_png_notes(png);
    EXPECT_TRUE(notes) << notes.error().message;
    if (!notes) return {};
    for (const auto& [key, text] : *notes) {
        if (key == kSettingsNote) return text;
    }
    return {};
}

TEST_F(CliImagine, PaintsARedSolidOnAGreenFloor) {
    const auto r = imagine({"a red cube on a green floor", "--out", at("run"), "--steps", "8", "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    EXPECT_THAT(r.out, HasSubstr("\"similarity\":["));
    EXPECT_THAT(r.out, HasSubstr("reached the number of iterations"));
    const std::string last = at("run/samples/step-00000008.png");
    const auto picture = decode_image(last);
    ASSERT_TRUE(picture);
    ASSERT_EQ(picture->width, 128);
    ASSERT_EQ(picture->height, 128);
    const auto pixel = [&](int x, int y) {
        return picture->pixels->data() + (static_cast<std::size_t>(y) * 128 + static_cast<std::size_t>(x)) * 3;
    };
    const auto* solid = pixel(64, 72);
    EXPECT_GT(solid[0], 2 * solid[1]) << "the middle is red";
    const auto* floor = pixel(12, 116);
    EXPECT_GT(floor[1], floor[0] + 30) << "the floor is green";
    // The picture tells how it was made.
    EXPECT_THAT(read_bytes(last), HasSubstr("a red cube on a green floor"));
    EXPECT_THAT(settings_in(last), HasSubstr("\"cuts.count\": 16"));
}

TEST_F(CliImagine, GoesOnExactlyWhereItStopped) {
    ASSERT_EQ(imagine({"a blue cone", "--out", at("whole"), "--steps", "6"}).status, 0);
    ASSERT_EQ(imagine({"a blue cone", "--out", at("half"), "--steps", "3"}).status, 0);
    const auto r = imagine({"--resume", at("half"), "--steps", "6"});
    ASSERT_EQ(r.status, 0) << r.err;
    EXPECT_THAT(r.err, HasSubstr("resumed from iteration 3"));
    const auto a = decode_image(at("whole/samples/step-00000006.png")),
               b = decode_image(at("half/samples/step-00000006.png"));
    ASSERT_TRUE(a && b);
    EXPECT_EQ(*a->pixels, *b->pixels);
}

TEST_F(CliImagine, ADryRunListsWhatTheRunWrites) {
    const std::string snapshot = at("deep/er/x.pickle");
    const std::vector<std::string> words{"a blue cone", "--size", "64",    "--set",   "cuts.count=2",
                                         "--steps",     "2",      "--out", at("run"), "--memory-snapshot",
                                         snapshot};
    auto dry = words;
    dry.emplace_back("--dry-run");
    const auto said = imagine(dry);
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("  checkpoints  every "));
    EXPECT_THAT(said.out, HasSubstr("into " + snapshot));
    dry.emplace_back("--json");
    const auto told = nlohmann::json::parse(imagine(dry).out);
    EXPECT_GT(told["checkpoint_bytes"], 0);
    EXPECT_EQ(told["memory_snapshot"], snapshot);
    EXPECT_FALSE(std::filesystem::exists(at("deep")) || std::filesystem::exists(at("run")));
    const auto painted = imagine(words);
    ASSERT_EQ(painted.status, 0) << painted.err;
    EXPECT_TRUE(std::filesystem::exists(snapshot)) << "its folders are made";
    EXPECT_FALSE(std::filesystem::is_empty(at("run/checkpoints")));
}

TEST_F(CliImagine, AControlFileAsksForWhatClipSaw) {
    const std::string control = folder_.file("control");
    CliProcess process({"imagine", "a blue cone", "--out", at("run"), "--steps", "1000000", "--threads", "1", "--json",
                        "--control", control},
                       options_);
    ASSERT_FALSE(process.wait_for("step").is_null()) << process.err();
    write_bytes(control, "{\"do\":\"cutouts\"}\n");
    nlohmann::json saved;
    do {
        saved = process.wait_for("sample_saved");  // pictures that are kept come between
        ASSERT_FALSE(saved.is_null()) << process.err();
    } while (saved["path"].get<std::string>().find("cutouts-step-") == std::string::npos);
    const auto cuts = decode_image(saved["path"].get<std::string>());
    ASSERT_TRUE(cuts);
    EXPECT_GT(cuts->width, 4 * 64) << "sixteen of 64 pixels, in rows of four";
    std::ofstream(control, std::ios::app) << "{\"do\":\"stop\"}\n";
    EXPECT_EQ(process.finish(), 0) << process.err();
}

TEST_F(CliImagine, PaintsOnAFolderOfPicturesAndMakesAFilmOfThem) {
    std::filesystem::create_directory(at("film"));
    for (const int i : {10, 9}) ASSERT_TRUE(write_png(at("film/f" + std::to_string(i) + ".png"), gradient(80, 64)));
    write_bytes(at("film/f8.jpg"), "broken");
    const auto r =
        imagine({"a blue cone", "--out", at("run"), "--frames", at("film"), "--set", "frames.steps=3", "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    EXPECT_THAT(r.err, HasSubstr("f8.jpg"));
    EXPECT_THAT(
        r.out,
        HasSubstr(
            "\"frame\":{\"number\":2,\"of\":2,\"iteration\":3,\"iterations\":3,\"file\":\"f10.png\",\"done\":true}"));
    EXPECT_THAT(r.out, HasSubstr("reached the folder's last picture"));
    const auto a = decode_image(at("run/frames/f9.png")), b = decode_image(at("run/frames/f10.png"));
    ASSERT_TRUE(a && b);
    EXPECT_EQ(*a->pixels, *b->pixels) << "the same picture, the same numbers";
    EXPECT_THAT(settings_in(at("run/frames/f9.png")), HasSubstr("\"frames.steps\": 3"));
    const auto written = std::filesystem::last_write_time(at("run/frames/f9.png"));
    const auto again = imagine({"--resume", at("run")});
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_THAT(again.out + again.err, HasSubstr("none has come since"));
    EXPECT_EQ(std::filesystem::last_write_time(at("run/frames/f9.png")), written);
    const auto film = run_cli(
        {"export", at("run"), "--what", "timelapse", "--format", "webp", "--fps", "25", "--out", at("film.webp")},
        options_);
    EXPECT_EQ(film.status, 0) << film.err;
    EXPECT_GT(std::filesystem::file_size(at("film.webp")), 100u);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(at("film")), {}), 3) << "the folder is only read";
    // What has come since is painted when the run goes on; of the film no more than is wanted.
    ASSERT_TRUE(write_png(at("film/f11.png"), gradient(80, 64)));
    const auto more = imagine({"--resume", at("run"), "--json"});
    ASSERT_EQ(more.status, 0) << more.err;
    EXPECT_THAT(more.out, HasSubstr("\"file\":\"f11.png\",\"done\":true}"));
    EXPECT_TRUE(std::filesystem::exists(at("run/frames/f11.png")));
    EXPECT_EQ(std::filesystem::last_write_time(at("run/frames/f9.png")), written);
    std::uintmax_t sizes[2];
    for (const int most : {1, 3}) {
        const std::string target = at("film-" + std::to_string(most) + ".gif");
        const auto some =
            run_cli({"export", at("run"), "--what", "timelapse", "--max-frames", std::to_string(most), "--out", target},
                    options_);
        ASSERT_EQ(some.status, 0) << some.err;
        sizes[most / 2] = std::filesystem::file_size(target);
    }
    EXPECT_LT(2 * sizes[0], sizes[1]);
}

TEST_F(CliImagine, UnknownWordsAreNamed) {
    const auto r = imagine({"a red lighthouse", "--out", at("run"), "--steps", "1"});
    ASSERT_EQ(r.status, 0) << r.err;
    EXPECT_THAT(r.err, HasSubstr("never shown: lighthouse"));
}

TEST_F(CliImagine, BadInputIsNamedAndNothingIsWritten) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
        {{}, "say what to paint"},
        {{"x", "--size", "12y"}, "--size"},
        {{"x", "--size", "8x8"}, "picture.width"},
        {{"x", "--set", "cuts.count=0"}, "cuts.count"},
        {{"x", "--set", "cuts.augments=Af Xx"}, "Xx"},
        {{"x", "--set", "latent.drops=50 200"}, "latent.drops"},
        {{"x", "--set", "batch.micro=8"}, "batch.micro"},
        {{"x", "--set", "precision=fp16"}, "precision"},
        {{"x", "--vqgan", at("none.ckpt")}, "none.ckpt"},
        {{"x", "--clip", at("none.pt")}, "none.pt"},
        {{"x", "--start", at("none.png")}, "none.png"},
        {{"x", "--frames", at("none")}, "there is no folder " + at("none")},
        {{"x", "--frames", at("empty")}, "empty holds no pictures"},
        {{"x", "--frames", at("none"), "--start", at("none.png")}, "--frames"},
        {{"x", "--set", "start=folder"}, "start.folder"},
        {{"x", "--set", "prompts.noise=seven"}, "seven"},
    };
    std::filesystem::create_directory(at("empty"));
    for (auto [words, named] : cases) {
        words.insert(words.end(), {"--out", at("bad"), "--steps", "1"});
        const auto r = imagine(words);
        EXPECT_EQ(r.status, 2) << named << "\n" << r.err;
        EXPECT_THAT(r.err, HasSubstr(named));
        EXPECT_FALSE(std::filesystem::exists(at("bad"))) << named;
    }
}

TEST_F(CliImagine, RunsOfOneKindAreNotContinuedAsTheOther) {
    ASSERT_EQ(imagine({"a blue cone", "--out", at("run"), "--steps", "1"}).status, 0);
    const auto r = run_cli({"train", "dcgan", "--resume", at("run"), "--steps", "2"}, options_);
    EXPECT_EQ(r.status, 2);
    EXPECT_THAT(r.err, HasSubstr("vqgan-clip"));
}

}  // namespace
}  // namespace headroom::test
