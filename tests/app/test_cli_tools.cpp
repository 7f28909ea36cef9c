// reconstruct, clip, upscale as processes: exit statuses, JSON, files, and what a mistake is told.
#include "cli_fixture.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/tensors/tensor_file.h"
#include "tests/support/picture_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <filesystem>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Json = nlohmann::json;

const std::string kData = std::string(HEADROOM_TEST_DATA) + "/";

class CliTools : public CliTest {
protected:
    void SetUp() override { ASSERT_TRUE(write_png(picture_, gradient(70, 53), {{"prompt", "a red cube"}})); }
    /// Exit status 2 and a message with all of `parts`.
    void refuses(const std::vector<std::string>& words, const std::vector<std::string>& parts, int status = 2) {
        const auto r = cli(words);
        EXPECT_EQ(r.status, status) << words[0] << r.err;
        for (const std::string& part : parts) EXPECT_THAT(r.err, HasSubstr(part));
    }

    std::string picture_ = folder_.file("in.png");
};

TEST_F(CliTools, ReconstructsWithTheBuiltInVqgan) {
    const std::string out = folder_.file("made/r.png"), tensors = folder_.file("made/too/r.safetensors");
    const auto r = cli({"reconstruct", picture_, "--out", out, "--tensors", tensors, "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    EXPECT_THAT(r.err, HasSubstr("fitted from 70 x 53 to 64 x 48: sides are multiples of 8"));
    const auto j = Json::parse(r.out);
    EXPECT_EQ(j["width"], 64);
    EXPECT_EQ(j["cells"], 48);
    EXPECT_GT(j["psnr"].get<double>(), 5);
    EXPECT_LE(j["ssim"].get<double>(), 1);
    EXPECT_EQ(read_image_header(out)->height, 48);
    const auto file = read_safetensors(tensors);
    ASSERT_TRUE(file);
    for (const char* key : {"encoder_output", "quant_conv_output", "indices", "quantised", "decoded"})
        EXPECT_NE(file->find(key), nullptr) << key;
}

TEST_F(CliTools, ReconstructSaysWhatIsWrong) {
    refuses({"reconstruct", folder_.file("absent.png")}, {"absent.png"});
    refuses({"reconstruct", kData + "networks/trace/trace.json"}, {"trace.json", "not a JPEG, PNG, WebP or GIF"});
    refuses({"reconstruct", picture_, "--vqgan", kData + "networks/clip/rn/open_clip_model.safetensors"},
            {"open_clip_model.safetensors"});
    refuses({"reconstruct", picture_, "--size", "0x9"}, {"--size: '0x9'", "256x256"});
    refuses({"reconstruct", picture_, "--budget", "lots"}, {"--budget: 'lots'"});
    refuses({"reconstruct", picture_, "--out", "/proc/no/r.png"}, {"/proc/no"}, 5);
    refuses({"reconstruct", picture_, "--out", folder_.file("no/r.png"), "--budget", "2MiB"},
            {"did not fit in 2 MiB", "--size"}, 3);
    EXPECT_FALSE(fs::exists(folder_.file("no"))) << "made for nothing";
    EXPECT_EQ(cli({"reconstruct"}).status, 2);
}

TEST_F(CliTools, ClipKnowsWhichTextIsRight) {
    const std::string cube = folder_.file("shape");
    ASSERT_EQ(cli({"dataset", "export", "shapes", "--set", "data.count=64", "--set", "data.variety=centred", "--size",
                   "64", "--out", cube})
                  .status,
              0);
    const std::string first = cube + "/000000.png";
    ASSERT_TRUE(fs::exists(first));
    const auto r = cli(
        {"clip", "score", "--image", first, "--image", picture_, "--text", "a sphere", "--text", "a cube", "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    const auto j = Json::parse(r.out);
    ASSERT_EQ(j["cosine"].size(), 2u);
    ASSERT_EQ(j["spherical"][1].size(), 2u);
    for (int p = 0; p < 2; ++p) {
        for (int t = 0; t < 2; ++t) EXPECT_LE(std::abs(j["cosine"][p][t].get<double>()), 1);
    }
    EXPECT_THAT(cli({"clip", "score", "--image", first, "--text", "a sphere"}).out, HasSubstr("1: a sphere"));
    const std::string out = folder_.file("f.safetensors");
    ASSERT_EQ(cli({"clip", "embed", "--text", "a cube", "--tensors", out}).status, 0);
    EXPECT_EQ(read_safetensors(out)->find("text_features")->shape, (std::vector<std::int64_t>{1, 128}));
}

TEST_F(CliTools, ClipSaysWhatIsWrong) {
    refuses({"clip", "embed", "--text", "a cube"}, {"--tensors: a file for the features is missing"});
    refuses({"clip", "embed", "--tensors", folder_.file("f.safetensors")}, {"neither a picture nor a text"});
    refuses({"clip", "score", "--text", "a cube"}, {"--image: at least one is needed"});
    refuses({"clip", "score", "--image", picture_, "--text", " "}, {"--text: \" \" has no words"});
    refuses({"clip", "score", "--image", picture_, "--text", "x", "--clip", picture_}, {"in.png"});
    EXPECT_FALSE(fs::exists(folder_.file("f.safetensors")));
}

TEST_F(CliTools, ScoresFoldersOfPictures) {
    const std::string ours = kData + "score/ours", theirs = kData + "score/theirs";
    const auto r = cli({"score", ours, "--against", theirs, "--count", "5", "--seed", "3", "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    const auto j = Json::parse(r.out);
    EXPECT_EQ(j["pictures"], 5);
    EXPECT_EQ(j["seed"], 3);
    ASSERT_EQ(j["scores"].size(), 2u);
    EXPECT_EQ(j["scores"]["clip"]["known"], false);
    EXPECT_EQ(j["copies_among"], 6) << "all, not the five that are compared";
    for (const char* key : {"fid", "fid_error", "kid", "kid_error", "precision", "recall", "copies", "precision_error",
                            "recall_error", "copies_error"}) {
        EXPECT_TRUE(j["scores"]["random"][key].is_number()) << key;
        EXPECT_TRUE(j["scores"]["clip"][key].is_number()) << key;
    }
    EXPECT_GT(j["scores"]["clip"]["mmd"], 0);
    EXPECT_GT(j["scores"]["clip"]["mmd_error"], 0);
    EXPECT_FALSE(j["scores"]["random"].contains("mmd"));
    EXPECT_GT(j["ms_ssim_error"], 0);
    EXPECT_GT(j["ms_ssim_against_error"], 0);
    const std::string words = cli({"score", ours, "--against", theirs, "--features", "random"}).out;
    EXPECT_THAT(words, ::testing::ContainsRegex("\nrandom +[0-9.e+-]+ ± [0-9.e-]+  +-?[0-9.e-]+ ± "));
    EXPECT_THAT(words, ::testing::ContainsRegex("MS-SSIM of pairs: [0-9.]+ ± [0-9.e-]+; of the others: [0-9.]+ ± "));
}

TEST_F(CliTools, ScoreSaysWhatIsWrong) {
    const std::string ours = kData + "score/ours";
    refuses({"score", ours}, {"--against", "is missing"});
    refuses({"score", folder_.file("absent"), "--against", ours}, {"absent"});
    refuses({"score", ours, "--against", folder_.file("absent")}, {"absent"});
    refuses({"score", ours, "--against", ours, "--features", "dino"},
            {"'dino' is no space of features", "inception=FILE"});
    refuses({"score", ours, "--against", ours, "--resize", "nearest"}, {"--resize", "clean-fid"});
    refuses({"score", ours, "--against", ours, "--features", "inception=" + picture_}, {"in.png"});
    refuses({"score", ours, "--against", ours, "--features", "random", "--budget", "100KiB"},
            {"did not fit in 100", "--batch"}, 3);
    refuses({"score", ours, "--against", ours, "--held-out", ours}, {"--held-out", "is a folder of pictures"});
    EXPECT_EQ(cli({"score"}).status, 2);
}

TEST_F(CliTools, UpscalesByLanczosAndByWeights) {
    const auto plain = cli({"upscale", picture_, "--scale", "3", "--json"});
    ASSERT_EQ(plain.status, 0) << plain.err;
    const auto j = Json::parse(plain.out);
    EXPECT_EQ(j["path"], folder_.file("in-3x.png"));
    EXPECT_EQ(j["width"], 210);
    EXPECT_EQ(read_image_header(folder_.file("in-3x.png"))->height, 159);
    const std::string out = folder_.file("made/u.png");
    const auto net = cli(
        {"upscale", picture_, "--method", kData + "upscale/basicsr.pth", "--out", out, "--budget", "4MiB", "--json"});
    ASSERT_EQ(net.status, 0) << net.err;
    const auto n = Json::parse(net.out);
    EXPECT_GT(n["tiles"], 1);
    EXPECT_LE(n["peak_bytes"], 4 << 20);
    EXPECT_EQ(read_png_notes(out)->front().second, "a red cube");
}

TEST_F(CliTools, UpscaleSaysWhatIsWrong) {
    const std::string out = folder_.file("u.png");
    refuses({"upscale", picture_, "--scale", "9", "--out", out}, {"--scale: 9 is not between 2 and 4"});
    refuses({"upscale", picture_, "--method", folder_.file("no.pth"), "--out", out}, {"no.pth"});
    refuses({"upscale", picture_, "--method", kData + "networks/vqgan/vq/vq.ckpt", "--out", out},
            {"vq.ckpt: these weights do not enlarge pictures"});
    refuses({"upscale", folder_.file("absent.png"), "--out", out}, {"absent.png"});
    refuses({"upscale", picture_, "--out", folder_.path()}, {"is a folder"});
    refuses({"upscale", picture_, "--out", "/proc/u.png"}, {"/proc/u.png"}, 5);
    refuses({"upscale", picture_, "--method", kData + "upscale/first.pth", "--out", out, "--budget", "10KiB"},
            {"did not fit in 10", "lanczos"}, 3);
    EXPECT_FALSE(fs::exists(out));
}

}  // namespace
}  // namespace headroom::test
