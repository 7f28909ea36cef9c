// train light-gan as a process: a run, its exact continuation, what travels of it, what a script changes, and what bad input is told.
#include "core/io/pictures/image_codec.h"
#include "processes_fixture.h"

#include <csignal>
#include <filesystem>
#include <set>
#include <string>

namespace headroom::test {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;
using CliLightGan = ProcessesTest;

/// Every second step has the penalty; the strength of augmentations has moved by the fifth.
const Words kAdaptive{"--set", "loss.gp_every=2", "--set", "augment.adapt=on", "--set", "augment.images=100"};

TEST_F(CliLightGan, TrainsGoesOnExactlyAndTravels) {
    const auto whole = cli(light_gan("whole", Words{"--steps", "6"} + kAdaptive));
    ASSERT_EQ(whole.status, 0) << whole.err;
    EXPECT_THAT(whole.out, HasSubstr("\"augment\":{\"strength\":"));
    EXPECT_THAT(whole.out, HasSubstr("reached the number of steps"));
    ASSERT_EQ(cli(light_gan("half", Words{"--steps", "3"} + kAdaptive)).status, 0);
    // Packed, unpacked elsewhere, it goes on there.
    const auto packed = cli({"export", at("half"), "--what", "archive", "--out", at("half.headroom-run")});
    ASSERT_EQ(packed.status, 0) << packed.err;
    const auto unpacked = cli({"runs", "unpack", at("half.headroom-run"), "--runs-dir", at("elsewhere"), "--json"});
    ASSERT_EQ(unpacked.status, 0) << unpacked.err;
    const std::string there = Json::parse(unpacked.out)["run"];
    ASSERT_EQ(cli({"runs", "verify", there}).status, 0);
    const auto on = cli({"train", "light-gan", "--resume", there, "--steps", "6"});
    ASSERT_EQ(on.status, 0) << on.err;
    EXPECT_THAT(on.err, HasSubstr("resumed from step 3"));
    EXPECT_EQ(differing(at("whole"), there), "");

    const auto sheet = cli({"sample", there, "--rows", "1", "--cols", "2", "--out", at("sheet.png")});
    ASSERT_EQ(sheet.status, 0) << sheet.err;
    const auto picture = decode_image(at("sheet.png"));
    ASSERT_TRUE(picture);
    EXPECT_GE(picture->width, 128);
    const auto walk = cli({"interpolate", there, "--frames", "2", "--out", at("walk.gif")});
    EXPECT_EQ(walk.status, 0) << walk.err;
    const auto shown = cli({"runs", "show", there, "--json"});
    EXPECT_EQ(Json::parse(shown.out)["model"], "light-gan");
    EXPECT_TRUE(Json::parse(shown.out)["last"]["augment"]["strength"].is_number()) << shown.out;
}

TEST_F(CliLightGan, ExportsThePackagesFileAndBeginsWithIt) {
    for (const std::string attends : {"on", "off"}) {  // the package's networks have that attention: it is added idle
        const std::string first = "first-" + attends, second = "second-" + attends, out = at("out-" + attends);
        ASSERT_EQ(cli(light_gan(first, {"--steps", "1", "--set", "model.small_attention=" + attends})).status, 0);
        const auto exported =
            cli({"export", at(first), "--what", "checkpoint,metrics", "--format", "pth,csv", "--out", out});
        ASSERT_EQ(exported.status, 0) << exported.err;
        // Its shape is taken over: no setting of the network is named.
        const auto begun = cli({"train", "light-gan", "--from", out + "/model.pth", "--out", at(second), "--steps", "1",
                                "--batch", "1", "--accumulate", "1", "--set", "data.count=64", "--threads", "1"});
        ASSERT_EQ(begun.status, 0) << begun.err;
        const Json settings = Json::parse(read_bytes(at(second + "/config.json")));
        EXPECT_EQ(settings["model.width"], 16);
        EXPECT_EQ(settings["model.latent"], 8);
        EXPECT_EQ(settings["model.attention"], "");
        EXPECT_EQ(settings["model.small_attention"], true);
    }
}

TEST_F(CliLightGan, AScriptChangesItsRatesPenaltySharesAndSide) {
    const std::string control = at("control");
    CliProcess process(light_gan("run", Words{"--steps", "1000000", "--control", control}), options_);
    ASSERT_FALSE(process.wait_for("step").is_null()) << process.err();
    write_bytes(control,
                "{\"set\":{\"loss.gp\":5}}\n{\"set\":{\"augment.adapt\":true}}\n{\"set\":{\"image.size\":128}}\n");
    std::set<std::string> changed;
    while (changed.size() < 3 && !process.ended()) changed.insert(process.wait_for("param_applied").value("key", ""));
    EXPECT_EQ(changed, (std::set<std::string>{"augment.adapt", "image.size", "loss.gp"})) << process.err();
    const Json step = process.wait_for("step");
    EXPECT_TRUE(step.contains("augment")) << step;
    process.send(SIGINT);
    EXPECT_FALSE(process.wait_for("checkpoint_saved").is_null()) << process.err();
    EXPECT_EQ(process.finish(), 130) << process.err();
    EXPECT_EQ(Json::parse(read_bytes(at("run/config.json")))["image.size"], 128);
    EXPECT_EQ(cli({"runs", "verify", at("run")}).status, 0);
}

TEST_F(CliLightGan, DoublesItsSideByItself) {
    // 4 images a step and 2 at the end of a pass: after step 26 there were 102, and 64 px are over.
    const auto grown =
        cli(light_gan("grown", {"--steps", "28", "--set", "image.grow_to=128", "--set", "image.grow_after=100"}));
    ASSERT_EQ(grown.status, 0) << grown.err;
    EXPECT_THAT(grown.out, HasSubstr("\"key\":\"image.size\""));
    EXPECT_EQ(Json::parse(read_bytes(at("grown/config.json")))["image.size"], 128);
    EXPECT_EQ(cli({"runs", "verify", at("grown")}).status, 0);
}

TEST_F(CliLightGan, BadInputIsNamedAndNothingIsWritten) {
    const auto refused = [this](const Words& words, const std::string& said) {
        const auto r = cli(light_gan("bad", Words{"--steps", "1"} + words));
        EXPECT_EQ(r.status, 2) << r.err;
        EXPECT_THAT(r.err, HasSubstr(said));
        EXPECT_FALSE(std::filesystem::exists(at("bad")));
    };
    refused({"--size", "32"}, "image.size");
    refused({"--set", "image.grow_to=96"}, "image.grow_to: 96 px is neither 0 nor a power of two from 64 to 1024");
    refused({"--set", "model.attention=a few"}, "model.attention: 'a few' is no list of sides");
    refused({"--set", "width.d=8"}, "width.d: is no setting of a light-gan run");
    refused({"--set", "augment.adapt=on", "--set", "diffaug.translation=off", "--set", "diffaug.cutout=off"},
            "augment.adapt: no augmentation is on");
    refused({"--set", "checkpoint.best=mmd"}, "checkpoint.best: MMD is one of CLIP's features");
    refused({"--set", "checkpoint.best=d_gap"}, "checkpoint.best: D's gap needs pictures that are held out");
    refused({"--from", at("nothing.pt")}, "nothing.pt");
}

TEST_F(CliLightGan, BenchTellsWhatItMeasured) {
    const auto r = cli(
        {"bench",   "light-gan", "--size", "64",       "--batch", "1",     "--steps",        "1",     "--warmup",
         "0",       "--threads", "1",      "--device", "cpu",     "--set", "model.width=16", "--set", "model.latent=8",
         "--where", "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    for (const char* key : {"\"model\":\"light-gan\"", "\"size\":64", "\"images_per_second\":", "\"peak_bytes\":",
                            "\"model.width\":16", "\"phase\":\"g\"", "\"operation\":\"Adam\""})
        EXPECT_THAT(r.out, HasSubstr(key));
}

}  // namespace
}  // namespace headroom::test
