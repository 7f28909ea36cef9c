// imagine as a process, with the built-in models: pictures, resume, live changes, what bad input is told.
#include "cli_process.h"
#include "core/io/image_codec.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace headroom::test {
namespace {

using ::testing::HasSubstr;

class CliImagine : public ::testing::Test {
protected:
    CliResult imagine(std::vector<std::string> words) {
        words.insert(words.begin(), "imagine");
        words.insert(words.end(), {"--threads", "1"});
        return run_cli(words, options_);
    }
    std::string at(const std::string& name) const { return folder_.file(name); }

    TempFolder folder_;
    CliOptions options_{folder_.path()};
};

TEST_F(CliImagine, PaintsARedSolidOnAGreenFloor) {
    const auto r = imagine({"a red cube on a green floor", "--out", at("run"), "--steps", "8", "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    EXPECT_THAT(r.out, HasSubstr("\"similarity\":["));
    EXPECT_THAT(r.out, HasSubstr("reached the number of steps"));
    const std::string last = at("run/samples/step-00000008.png");
    const auto picture = decode_image(last);
    ASSERT_TRUE(picture);
    ASSERT_EQ(picture->width, 64);
    ASSERT_EQ(picture->height, 64);
    const auto pixel = [&](int x, int y) { return picture->pixels->data() + (static_cast<std::size_t>(y) * 64 + static_cast<std::size_t>(x)) * 3; };
    const auto* solid = pixel(32, 36);
    EXPECT_GT(solid[0], 2 * solid[1]) << "the middle is red";
    const auto* floor = pixel(6, 58);
    EXPECT_GT(floor[1], floor[0] + 30) << "the floor is green";
    // The picture tells how it was made.
    EXPECT_THAT(read_bytes(last), HasSubstr("a red cube on a green floor"));
    EXPECT_THAT(read_bytes(last), HasSubstr("\"cuts.count\": 16"));
}

TEST_F(CliImagine, GoesOnExactlyWhereItStopped) {
    ASSERT_EQ(imagine({"a blue cone", "--out", at("whole"), "--steps", "6"}).status, 0);
    ASSERT_EQ(imagine({"a blue cone", "--out", at("half"), "--steps", "3"}).status, 0);
    const auto r = imagine({"--resume", at("half"), "--steps", "6"});
    ASSERT_EQ(r.status, 0) << r.err;
    EXPECT_THAT(r.err, HasSubstr("resumed from step 3"));
    const auto a = decode_image(at("whole/samples/step-00000006.png")), b = decode_image(at("half/samples/step-00000006.png"));
    ASSERT_TRUE(a && b);
    EXPECT_EQ(*a->pixels, *b->pixels);
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
        {{"x", "--set", "prompts.noise=seven"}, "seven"},
    };
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
