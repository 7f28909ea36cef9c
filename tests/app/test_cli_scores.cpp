// A run that is scored as it goes, by the command line: the same scores as headroom-cli score, the same weights as without, a curve that goes on.
#include "cli_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <utility>

namespace headroom::test {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class CliScores : public CliTest {
protected:
    std::vector<std::string> train(const std::string& run, const std::string& steps,
                                   std::vector<std::string> more = {}) const {
        std::vector<std::string> words{"train",     "dcgan",
                                       "--data",    "shapes",
                                       "--out",     run,
                                       "--size",    "32",
                                       "--batch",   "8",
                                       "--threads", "1",
                                       "--steps",   steps,
                                       "--set",     "data.count=96",
                                       "--set",     "width.g=8",
                                       "--set",     "width.d=8",
                                       "--set",     "latent=16",
                                       "--set",     "preview.grid=4",
                                       "--set",     "scores.count=40",
                                       "--json"};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    Json shown(const std::string& run) const { return Json::parse(cli({"runs", "show", run, "--json"}).out); }
    /// Without the times, which are those of the machine.
    Json scores(const std::string& run) const {
        Json out = shown(run)["scores"];
        for (Json& one : out) one.erase("elapsed_seconds");
        return out;
    }
    static std::string bytes(const std::string& path) {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
};

TEST_F(CliScores, AreThoseOfTheStoredRun) {
    const std::string run = folder_.file("run");
    const auto trained = cli(train(run, "8", {"--set", "scores.every=4", "--set", "data.mirror=on"}));
    ASSERT_EQ(trained.status, 0) << trained.err;
    EXPECT_THAT(trained.err, HasSubstr("step 4: FID "));
    EXPECT_THAT(trained.out, HasSubstr("\"event\":\"scores\""));
    const std::string log = bytes(run + "/log.txt");
    EXPECT_EQ(log.find("step 4: FID "), log.rfind("step 4: FID ")) << "the log says it once";
    const Json within = scores(run);
    ASSERT_EQ(within.size(), 2u);
    EXPECT_EQ(within[1]["step"], 8);
    const auto stored = cli({"score", run, "--count", "40", "--features", "random", "--device", "cpu", "--json"});
    ASSERT_EQ(stored.status, 0) << stored.err;
    const Json report = Json::parse(stored.out);
    EXPECT_EQ(within[1]["side"], 32);
    EXPECT_EQ(within[1]["copies_among"], 96) << "all of the data, not the forty that the run is compared with";
    EXPECT_EQ(report["copies_among"], 96);
    EXPECT_THAT(report["notes"].dump(), HasSubstr("FID is too large"));
    EXPECT_EQ(report["scores"]["random"]["known"], true) << "the run has looked at the data";
    EXPECT_EQ(within[1]["feature_width"], report["scores"]["random"]["features"]);
    EXPECT_EQ(report["notes"][0], "random: " + within[1]["note"].get<std::string>());
    for (const char* figure : {"fid", "fid_error", "kid", "kid_error", "precision", "precision_error", "recall",
                               "recall_error", "copies", "copies_error"})
        EXPECT_NEAR(within[1][figure].get<double>(), report["scores"]["random"][figure].get<double>(), 1e-6) << figure;
    for (const char* figure : {"ms_ssim", "ms_ssim_error"})
        EXPECT_NEAR(within[1][figure].get<double>(), report[figure].get<double>(), 1e-6) << figure;
    const std::string words = cli({"runs", "show", run}).out;
    EXPECT_THAT(words, HasSubstr("step 8: FID "));
    EXPECT_THAT(words, HasSubstr("FID is too large; KID is not"));
    EXPECT_EQ(words.find("FID is too large"), words.rfind("FID is too large")) << "once, of two scorings";
}

TEST_F(CliScores, ChangeNoWeightAndGoOnWhereTheRunDoes) {
    const std::string plain = folder_.file("plain");
    ASSERT_EQ(cli(train(plain, "9")).status, 0);
    EXPECT_EQ(scores(plain).size(), 0u);
    for (const std::string features : {"random", "clip"}) {
        const std::string whole = folder_.file("whole-" + features), parts = folder_.file("parts-" + features);
        const std::vector<std::string> scored{"--set", "scores.every=3", "--set", "scores.features=" + features};
        ASSERT_EQ(cli(train(whole, "9", scored)).status, 0);
        ASSERT_EQ(cli(train(parts, "5", scored)).status, 0);
        ASSERT_EQ(cli({"train", "dcgan", "--resume", parts, "--steps", "9", "--json"}).status, 0);
        for (const char* file : {"generator.safetensors", "discriminator.safetensors", "optimiser_g.safetensors"}) {
            const std::string path = std::string("/checkpoints/step-00000009/") + file, without = bytes(plain + path);
            if (std::string(file) == "generator.safetensors") { EXPECT_FALSE(without.empty()); }
            EXPECT_EQ(without == bytes(whole + path), true) << file;
            EXPECT_EQ(without == bytes(parts + path), true) << file;
        }
        ASSERT_EQ(scores(whole).size(), 3u);
        EXPECT_EQ(scores(whole)[2]["features"], features);
        EXPECT_EQ(scores(whole)[2]["mmd"].is_number(), features == "clip") << scores(whole)[2];
        EXPECT_EQ(scores(whole), scores(parts));
    }
}

/// The figure that chooses, and what it needs.
class CliBest : public CliScores,
                public ::testing::WithParamInterface<std::pair<std::string, std::vector<std::string>>> {};
INSTANTIATE_TEST_SUITE_P(Figures, CliBest,
                         ::testing::Values(std::pair("kid", std::vector<std::string>{}),
                                           std::pair("mmd", std::vector<std::string>{"--set", "scores.features=clip"}),
                                           std::pair("ms_ssim", std::vector<std::string>{}),
                                           std::pair("d_gap", std::vector<std::string>{"--set", "data.held_out=25"})),
                         [](const auto& figure) {
                             return figure.param.first == "kid"       ? "Kid"
                                    : figure.param.first == "mmd"     ? "Mmd"
                                    : figure.param.first == "ms_ssim" ? "MsSsim"
                                                                      : "DGap";
                         });

TEST_P(CliBest, MakesTheCheckpointThatIsBest) {
    const auto& [figure, needed] = GetParam();
    const std::string run = folder_.file("run");
    std::vector<std::string> settings{"--set", "scores.every=2",    "--set", "checkpoint.best=" + figure,
                                      "--set", "checkpoint.keep=1", "--set", "ema.half_life=0",
                                      "--set", "lr.g=0.3"};
    settings.insert(settings.end(), needed.begin(), needed.end());
    const auto trained = cli(train(run, "16", settings));
    ASSERT_EQ(trained.status, 0) << trained.err;
    double least = 1e9;
    std::int64_t best_step = -1;
    const Json told = shown(run);
    ASSERT_EQ(told["scores"].size(), 8u);
    for (const Json& one : told["scores"]) {
        if (one[figure].get<double>() >= least) continue;
        least = one[figure];
        best_step = one["step"];
    }
    std::vector<std::int64_t> best;
    for (const Json& checkpoint : told["checkpoints"])
        if (checkpoint["best"].get<bool>()) best.push_back(checkpoint["step"]);
    EXPECT_EQ(best, std::vector<std::int64_t>{best_step});
}

TEST_F(CliScores, AreTakenWhenAScriptAsks) {
    const std::string run = folder_.file("run"), control = folder_.file("control");
    CliProcess process(train(run, "1000000", {"--control", control}), options_);
    ASSERT_FALSE(process.wait_for("step").is_null()) << process.err();
    std::ofstream(control) << "{\"do\":\"score\"}\n";
    const Json told = process.wait_for("scores");
    ASSERT_FALSE(told.is_null()) << process.err();
    EXPECT_EQ(told["pictures"], 40);
    const auto asked = cli({"runs", "score", run});
    EXPECT_EQ(asked.status, 0) << asked.err;
    EXPECT_THAT(asked.err, HasSubstr("FID "));
    std::ofstream(control) << "{\"set\":{\"scores.features\":\"clip\",\"scores.weights\":\"/nowhere/clip.pt\"}}\n"
                              "{\"do\":\"score\"}\n";
    const Json warned = process.wait_for("warning");
    EXPECT_THAT(warned.dump(), HasSubstr("/nowhere/clip.pt"));
    process.send(SIGINT);
    process.finish();
    const std::string metrics = folder_.file("metrics.json");
    const auto exported = cli({"export", run, "--what", "metrics", "--format", "json", "--out", metrics});
    ASSERT_EQ(exported.status, 0) << exported.err;
    EXPECT_EQ(Json::parse(bytes(metrics))["scores"].size(), scores(run).size());
}

TEST_F(CliScores, OfTextToImageThereAreNone) {
    const auto refused = cli({"imagine", "a red cube", "--set", "scores.every=2"});
    EXPECT_EQ(refused.status, 2) << refused.err;
    EXPECT_THAT(refused.err, HasSubstr("scores.every"));
}

TEST_F(CliScores, OfAVqganAreThoseOfItsReconstructions) {
    const std::string run = folder_.file("run");
    const auto trained = cli({"train",       "vqgan", "--out",         run,     "--size",           "32",
                              "--batch",     "4",     "--threads",     "1",     "--steps",          "1",
                              "--quiet",     "--set", "data.count=64", "--set", "data.held_out=25", "--set",
                              "net.base=32", "--set", "net.codes=32",  "--set", "loss.gan_start=0", "--set",
                              "width.d=8"});
    ASSERT_EQ(trained.status, 0) << trained.err;
    const auto scored = cli({"score", run, "--features", "random", "--count", "32", "--json"});
    ASSERT_EQ(scored.status, 0) << scored.err;
    const Json own = Json::parse(scored.out);
    EXPECT_EQ(own["pictures"], 32);
    EXPECT_EQ(own["pictures_against"], 32);
    EXPECT_GT(own["scores"]["random"]["fid"], 0);
    EXPECT_TRUE(own["d_recognised"].is_number()) << "it has held pictures out";
    EXPECT_GT(own["d_recognised_error"], 0);
    EXPECT_EQ(cli({"score", run, "--features", "random", "--seed", "3"}).status, 2);
    const std::string data = std::string(HEADROOM_TEST_DATA) + "/score/theirs";
    const auto others = cli({"score", run, "--features", "random", "--against", data, "--json"});
    ASSERT_EQ(others.status, 0) << others.err;
    EXPECT_NE(Json::parse(others.out)["pictures"], 32);
}

TEST_F(CliScores, AreAgainstWhatARunWasTrainedOn) {
    const std::string run = folder_.file("data/headroom/runs/cats");
    ASSERT_EQ(cli(train(run, "2")).status, 0);
    const auto scored = cli({"score", "cats", "--features", "random", "--count", "32", "--json"});
    ASSERT_EQ(scored.status, 0) << scored.err;
    Json own = Json::parse(scored.out);
    EXPECT_EQ(own["pictures"], 32);
    EXPECT_EQ(own["pictures_against"], 32);
    EXPECT_GT(own["scores"]["random"]["fid"], 0);
    EXPECT_EQ(own["scores"]["random"]["known"], false);
    own["scores"]["random"]["known"] = true;  // from then on
    EXPECT_EQ(own, Json::parse(cli({"score", run, "--features", "random", "--count", "32", "--json"}).out))
        << "the same for the same seed, by its name as by its folder";
    // D finds what it was trained on as real as itself, to the bit; with other pictures there is a gap.
    const auto same = cli({"score", "cats", "--features", "random", "--count", "32", "--held-out", "shapes", "--json"});
    ASSERT_EQ(same.status, 0) << same.err;
    EXPECT_EQ(Json::parse(same.out)["d_gap"], 0);
    const std::string data = folder_.file("others");
    ASSERT_EQ(cli({"dataset", "export", "shapes", "--size", "32", "--set", "data.count=64", "--set",
                   "data.variety=full", "--out", data})
                  .status,
              0);
    const auto other = cli({"score", "cats", "--features", "random", "--count", "32", "--held-out", data, "--json"});
    ASSERT_EQ(other.status, 0) << other.err;
    EXPECT_NE(Json::parse(other.out)["d_gap"], 0);
    EXPECT_GT(Json::parse(other.out)["d_gap_error"], 0);
    const std::string few = std::string(HEADROOM_TEST_DATA) + "/score/theirs";
    const auto too_few = cli({"score", "cats", "--features", "random", "--count", "32", "--held-out", few});
    EXPECT_EQ(too_few.status, 2);
    EXPECT_THAT(too_few.err, HasSubstr("16 are the least"));
    // Its weights alone do not know what they were trained on.
    const std::string netg = folder_.file("x/netG.pth");
    ASSERT_EQ(cli({"export", run, "--what", "checkpoint", "--format", "pth", "--out", folder_.file("x")}).status, 0);
    const auto alone = cli({"score", netg, "--features", "random", "--count", "32"});
    EXPECT_EQ(alone.status, 2);
    EXPECT_THAT(alone.err, HasSubstr("does not say what it was trained on"));
    const auto against =
        cli({"score", netg, "--against", "shapes", "--features", "random", "--count", "32", "--among", "64", "--json"});
    ASSERT_EQ(against.status, 0) << against.err;
    EXPECT_GT(Json::parse(against.out)["scores"]["random"]["kid"], 0);
    EXPECT_EQ(Json::parse(against.out)["copies_among"], 64);
    EXPECT_THAT(against.err, HasSubstr("copies are looked for among 64 of the"));
}

}  // namespace
}  // namespace headroom::test
