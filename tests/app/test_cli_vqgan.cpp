// train vqgan as a process: a run, its exact continuation, what comes of it, foreign weights, and what bad input is told.
#include "cli_fixture.h"
#include "core/io/pictures/image_codec.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace headroom::test {
namespace {

using ::testing::HasSubstr;

class CliVqgan : public CliTest {
protected:
    /// A small network on few pictures.
    CliResult train(std::vector<std::string> words) {
        words.insert(words.begin(), {"train", "vqgan"});
        words.insert(words.end(), {"--threads", "1", "--device", "cpu"});
        return run_cli(words, options_);
    }
    std::vector<std::string> fresh(const std::string& run, const std::string& steps) {
        return {"--out",   at(run),
                "--steps", steps,
                "--size",  "32",
                "--batch", "4",
                "--set",   "data.count=64",
                "--set",   "net.base=32",
                "--set",   "net.codes=32",
                "--set",   "loss.gan_start=8",
                "--set",   "width.d=8",
                "--set",   "preview.grid=4"};
    }
    std::string at(const std::string& name) const { return folder_.file(name); }
};

TEST_F(CliVqgan, TrainsGoesOnExactlyAndPaints) {
    auto words = fresh("whole", "6");
    words.emplace_back("--json");
    const auto whole = train(words);
    ASSERT_EQ(whole.status, 0) << whole.err;
    EXPECT_THAT(whole.out, HasSubstr("\"codes_used\":"));
    EXPECT_THAT(whole.out, HasSubstr("\"adaptive_weight\":"));
    EXPECT_THAT(whole.out, HasSubstr("reached the number of steps"));
    ASSERT_EQ(train(fresh("half", "3")).status, 0);
    const auto half = train({"--resume", at("half"), "--steps", "6"});
    ASSERT_EQ(half.status, 0) << half.err;
    EXPECT_THAT(half.err, HasSubstr("resumed from step 3"));
    for (const char* part : {"vqgan", "discriminator", "optimiser_g", "optimiser_d", "codebook"}) {
        const std::string file = std::string("/checkpoints/step-00000006/") + part + ".safetensors";
        ASSERT_FALSE(read_bytes(at("whole") + file).empty()) << part;
        EXPECT_EQ(read_bytes(at("whole") + file), read_bytes(at("half") + file)) << part;
    }
    // Pictures above their reconstructions, two by two.
    const auto sheet =
        run_cli({"sample", at("whole"), "--rows", "2", "--cols", "2", "--out", at("sheet.png")}, options_);
    ASSERT_EQ(sheet.status, 0) << sheet.err;
    const auto picture = decode_image(at("sheet.png"));
    ASSERT_TRUE(picture);
    EXPECT_GE(picture->height, 128);
    EXPECT_LT(picture->width, 100);
    const std::string weights = at("whole/checkpoints/step-00000006/vqgan.safetensors");
    const auto inspected = run_cli({"weights", "inspect", weights}, options_);
    EXPECT_THAT(inspected.out, HasSubstr("vqgan (safetensors)"));
    const auto painted = run_cli({"imagine", "a red cube", "--vqgan", weights, "--out", at("painted"), "--steps", "1",
                                  "--set", "start=codes", "--threads", "1"},
                                 options_);
    EXPECT_EQ(painted.status, 0) << painted.err;
}

TEST_F(CliVqgan, ExportsOneFileWithTamingsNamesAndBeginsWithIt) {
    ASSERT_EQ(train(fresh("first", "2")).status, 0);
    const auto exported = run_cli(
        {"export", at("first"), "--what", "checkpoint,metrics", "--format", "pth,csv", "--out", at("out")}, options_);
    ASSERT_EQ(exported.status, 0) << exported.err;
    const std::string file = at("out/vqgan.pth");
    ASSERT_TRUE(std::filesystem::exists(file));
    // Its shape is taken over: no setting of the network is named.
    const auto second = train({"--from", file, "--out", at("second"), "--steps", "1", "--size", "32", "--batch", "4",
                               "--set", "data.count=64"});
    ASSERT_EQ(second.status, 0) << second.err;
    EXPECT_THAT(read_bytes(at("second/config.json")), HasSubstr("\"net.codes\": 32"));
    EXPECT_THAT(read_bytes(at("second/config.json")), HasSubstr("\"width.d\": 8"));
    const auto other = train({"--from", file, "--out", at("third"), "--steps", "1", "--size", "32", "--set",
                              "data.count=64", "--set", "net.codes=64"});
    EXPECT_EQ(other.status, 2);
    EXPECT_THAT(other.err, HasSubstr("net.codes=32"));
    EXPECT_FALSE(std::filesystem::exists(at("third")));
    const auto walk = run_cli({"interpolate", at("first"), "--out", at("walk.gif")}, options_);
    EXPECT_EQ(walk.status, 2);
    EXPECT_THAT(walk.err, HasSubstr("no random latents"));
}

TEST_F(CliVqgan, BeginsWithAForeignTrainingCheckpoint) {
    const auto r = train({"--from", std::string(HEADROOM_TEST_DATA) + "/networks/vqgan/train/start.ckpt", "--out",
                          at("run"), "--steps", "1", "--size", "32", "--batch", "2", "--set", "data.count=64"});
    ASSERT_EQ(r.status, 0) << r.err;
    EXPECT_THAT(read_bytes(at("run/config.json")), HasSubstr("\"net.codes\": 40"));
}

TEST_F(CliVqgan, BadInputIsNamedAndNothingIsWritten) {
    const auto refused = [this](std::vector<std::string> words, const std::string& said, int status = 2) {
        words.insert(words.end(), {"--out", at("bad"), "--steps", "1"});
        const auto r = train(words);
        EXPECT_EQ(r.status, status) << r.err;
        EXPECT_THAT(r.err, HasSubstr(said));
        EXPECT_FALSE(std::filesystem::exists(at("bad")));
    };
    refused({"--set", "net.codes=0"}, "net.codes: 0 is not between 2 and 1048576");
    refused({"--set", "net.multipliers=1 1 1 1 1 1"}, "image.size: 64 px is no multiple of the 128 px");
    refused({"--set", "latent=10"}, "latent: is no setting of a vqgan run");
    refused({"--data", at("no-such-folder")}, "no such folder or file");
    std::filesystem::create_directories(at("empty"));
    refused({"--data", at("empty")}, "empty");
    refused({"--from", at("nothing.ckpt")}, "nothing.ckpt");
    refused({"--set", "data.count=64", "--set", "loss.perceptual_file=" + at("vgg.pth")}, "vgg.pth");
}

TEST_F(CliVqgan, BenchTellsWhatItMeasured) {
    const auto r = run_cli({"bench", "vqgan", "--preset", "vqgan-bench-small", "--size", "32", "--batch", "2",
                            "--steps", "1", "--warmup", "0", "--threads", "1", "--device", "cpu", "--where", "--json"},
                           options_);
    ASSERT_EQ(r.status, 0) << r.err;
    for (const char* key : {"\"model\":\"vqgan\"", "\"size\":32", "\"batch\":2",
                            "\"images_per_second\":", "\"step_ms_median\":", "\"step_ms_p10\":", "\"peak_bytes\":",
                            "\"rss_peak_bytes\":", "\"net.codes\":1024", "\"phase\":\"g\"", "\"operation\":\"Adam\""})
        EXPECT_THAT(r.out, HasSubstr(key));
}

}  // namespace
}  // namespace headroom::test
