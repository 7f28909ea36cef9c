// The other verbs as processes, over a run and pictures made here.
#include "cli_fixture.h"
#include "core/io/pictures/image_codec.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Json = nlohmann::json;

class CliProcessVerbs : public CliTest {
protected:
    void train_small() {
        const auto r =
            cli({"train",          "dcgan", "--data",    "shapes", "--out",     run_,    "--size",         "32",
                 "--batch",        "8",     "--threads", "1",      "--steps",   "2",     "--quiet",        "--set",
                 "data.count=64",  "--set", "width.g=8", "--set",  "width.d=8", "--set", "preview.grid=4", "--set",
                 "preview.every=1"});
        ASSERT_EQ(r.status, 0) << r.err;
    }

    std::string run_ = folder_.file("data/headroom/runs/cats");
};

TEST_F(CliProcessVerbs, EveryVerbHasHelp) {
    for (const std::vector<std::string>& verb : std::vector<std::vector<std::string>>{{"train", "dcgan"},
                                                                                      {"sample"},
                                                                                      {"interpolate"},
                                                                                      {"export"},
                                                                                      {"bench", "dcgan"},
                                                                                      {"forecast", "dcgan"},
                                                                                      {"fit", "dcgan"},
                                                                                      {"rehearse", "dcgan"},
                                                                                      {"reconstruct"},
                                                                                      {"upscale"},
                                                                                      {"clip", "embed"},
                                                                                      {"clip", "score"},
                                                                                      {"score"},
                                                                                      {"weights", "inspect"},
                                                                                      {"weights", "verify"},
                                                                                      {"weights", "convert"},
                                                                                      {"weights", "list"},
                                                                                      {"weights", "fetch"},
                                                                                      {"clip", "tokenize"},
                                                                                      {"dataset", "inspect"},
                                                                                      {"dataset", "export"},
                                                                                      {"runs", "list"},
                                                                                      {"runs", "show"},
                                                                                      {"runs", "verify"},
                                                                                      {"runs", "compare"},
                                                                                      {"runs", "note"},
                                                                                      {"runs", "delete"},
                                                                                      {"doctor"}}) {
        std::string name;
        for (const std::string& word : verb) name += (name.empty() ? "" : " ") + word;
        auto words = verb;
        words.emplace_back("--help");
        const auto r = cli(words);
        EXPECT_EQ(r.status, 0) << name;
        EXPECT_THAT(r.out, HasSubstr("Usage: headroom-cli " + name)) << name;
    }
    EXPECT_THAT(cli({"train", "dcgan", "--help"}).out, HasSubstr("batch.micro = 64"));
    EXPECT_THAT(cli({"--version"}).out, HasSubstr("headroom-cli "));
    EXPECT_EQ(cli({"--nonsense"}).status, 2);
}

TEST_F(CliProcessVerbs, RunsAreFoundByNameAndDeleted) {
    train_small();
    const auto listed = cli({"runs", "list", "--json"});
    ASSERT_EQ(listed.status, 0) << listed.err;
    EXPECT_EQ(Json::parse(listed.out)["step"], 2);
    const auto noted = cli({"runs", "note", "cats", "--tags", "baseline,  keep ,baseline", "--text", "first try"});
    ASSERT_EQ(noted.status, 0) << noted.err;
    EXPECT_THAT(cli({"runs", "list"}).out, HasSubstr("[baseline, keep]"));
    EXPECT_EQ(cli({"runs", "note", "cats"}).status, 2);
    const auto nowhere = cli({"runs", "note", "dogs", "--text", "x"});
    EXPECT_EQ(nowhere.status, 2);
    EXPECT_THAT(nowhere.err, HasSubstr("dogs: no such run folder"));
    const auto shown = cli({"runs", "show", "cats", "--json"});
    EXPECT_EQ(Json::parse(shown.out)["tags"], Json({"baseline", "keep"}));
    EXPECT_EQ(Json::parse(shown.out)["notes"], "first try");
    EXPECT_GT(Json::parse(shown.out)["peak_bytes"], 0);
    EXPECT_NE(Json::parse(shown.out)["device"], "");
    EXPECT_TRUE(Json::parse(shown.out)["score"].is_number()) << "its last checkpoint has one";
    ASSERT_EQ(shown.status, 0) << shown.err;
    EXPECT_EQ(Json::parse(shown.out)["config"]["width.g"], 8);
    EXPECT_EQ(cli({"runs", "verify", "cats"}).status, 0);
    EXPECT_EQ(cli({"runs", "show", "dogs"}).status, 2);
    EXPECT_EQ(cli({"runs", "delete", "cats", "--yes"}).status, 0);
    EXPECT_FALSE(fs::exists(run_));
}

TEST_F(CliProcessVerbs, SamplesWalksAndExports) {
    train_small();
    const std::string png = folder_.file("s.png");
    const auto sampled = cli({"sample", run_, "--rows", "2", "--cols", "3", "--out", png});
    ASSERT_EQ(sampled.status, 0) << sampled.err;
    auto header = read_image_header(png);
    ASSERT_TRUE(header);
    EXPECT_GE(header->width, 96);
    EXPECT_EQ(cli({"interpolate", run_, "--frames", "3", "--out", folder_.file("w.gif")}).status, 0);
    EXPECT_EQ(cli({"interpolate", run_, "--through", "99999999999999999999:1,1"}).status, 2) << "no such seed";
    const auto exported = cli({"export", run_, "--what", "timelapse,curves,metrics,checkpoint", "--format", "pth",
                               "--out", folder_.file("x")});
    ASSERT_EQ(exported.status, 0) << exported.err;
    for (const char* name : {"x/timelapse.gif", "x/curves.svg", "x/metrics.csv", "x/netG.pth", "x/netD.pth"})
        EXPECT_TRUE(fs::exists(folder_.file(name))) << name;
    EXPECT_EQ(cli({"sample", folder_.file("x/netG.pth"), "--out", png}).status, 0);
}

TEST_F(CliProcessVerbs, BareWeightFilesBeginARunAndAreSampled) {
    train_small();
    ASSERT_EQ(
        cli({"export", run_, "--what", "checkpoint", "--format", "pth", "--weights", "raw", "--out", folder_.file("x")})
            .status,
        0);
    const std::string g = folder_.file("x/netG.pth"), d = folder_.file("x/netD.pth"), next = folder_.file("next");
    const auto train = [&](std::vector<std::string> more) {
        std::vector<std::string> words{
            "train", "dcgan",     "--data", "shapes",        "--out", next,    "--size",        "32",    "--batch",
            "8",     "--threads", "1",      "--steps",       "1",     "--set", "data.count=64", "--set", "width.g=8",
            "--set", "width.d=8", "--set",  "preview.grid=4"};
        words.insert(words.end(), more.begin(), more.end());
        const auto r = cli(words);
        fs::remove_all(next);
        return r;
    };
    EXPECT_EQ(train({"--from", folder_.file("x")}).status, 0);
    EXPECT_EQ(train({"--from", g}).status, 0);
    EXPECT_EQ(train({"--from-g", g, "--from-d", d}).status, 0);
    const auto one = train({"--from-d", d});
    EXPECT_EQ(one.status, 0);
    EXPECT_THAT(one.err, HasSubstr("only the discriminator has weights to begin with"));
    EXPECT_EQ(train({"--from-g", d}).status, 2);
    EXPECT_EQ(train({"--from", run_, "--from-d", d}).status, 2);
    const auto wide = cli({"train",      "dcgan",  "--data",    "shapes",        "--out",
                           next,         "--size", "32",        "--batch",       "8",
                           "--steps",    "1",      "--set",     "data.count=64", "--set",
                           "width.g=16", "--set",  "width.d=8", "--from",        folder_.file("x")});
    EXPECT_EQ(wide.status, 2);
    EXPECT_THAT(
        wide.err,
        HasSubstr("netG.pth: the tensor main.0.weight has shape 100 x 32 x 4 x 4, the settings want 100 x 64 x 4 x 4"));
    EXPECT_THAT(wide.err, HasSubstr("It fits with width.g=8"));
    EXPECT_FALSE(fs::exists(next)) << "nothing was written";
    EXPECT_EQ(cli({"sample", folder_.file("x"), "--out", folder_.file("s.png")}).status, 0);
    EXPECT_EQ(cli({"interpolate", g, "--frames", "3", "--out", folder_.file("w.webp")}).status, 0);
    EXPECT_EQ(cli({"export", g, "--what", "grid", "--out", folder_.file("e.png")}).status, 0);
    EXPECT_EQ(cli({"export", g, "--what", "checkpoint"}).status, 2);
    const auto kind = Json::parse(cli({"weights", "inspect", d, "--json"}).out);
    EXPECT_EQ(kind["architecture"]["ndf"], 8);
    EXPECT_EQ(kind["architecture"]["norm"], "batch");
}

TEST_F(CliProcessVerbs, HelpThatCannotBeWrittenIsNotDone) {
    for (const char* words : {"--help", "--version", "sample --help", "runs --help", "help sample"}) {
        const std::string command = "'" HEADROOM_CLI "' " + std::string(words) + " 2>/dev/null";
        const int full = std::system((command + " >/dev/full").c_str());
        EXPECT_EQ(WEXITSTATUS(full), 5) << words;
        const int well = std::system((command + " >/dev/null").c_str());
        EXPECT_EQ(WEXITSTATUS(well), 0) << words;
    }
}

TEST_F(CliProcessVerbs, ARunOnAFolderThatIsNoUtf8GoesOn) {
    const std::string pictures = folder_.file("caf\xE9 100%");
    fs::create_directories(pictures);
    for (int i = 0; i < 8; ++i) {
        const ImageBuffer shade{
            40, 40, 3,
            std::make_shared<const std::vector<std::uint8_t>>(40 * 40 * 3, static_cast<std::uint8_t>(30 * i))};
        ASSERT_TRUE(write_png(pictures + "/p\xFF" + std::to_string(i) + ".png", shade));
    }
    const auto begun = cli({"train",  "dcgan",   "--data",    pictures,    "--out",     run_,      "--size",
                            "32",     "--batch", "4",         "--threads", "1",         "--steps", "1",
                            "--json", "--set",   "width.g=8", "--set",     "width.d=8", "--set",   "preview.grid=4"});
    ASSERT_EQ(begun.status, 0) << begun.err;
    EXPECT_THAT(read_bytes(run_ + "/config.json"), HasSubstr("caf%E9%20100%25"));
    const auto resumed = cli({"train", "dcgan", "--resume", run_, "--steps", "2", "--json"});
    ASSERT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_THAT(resumed.out, HasSubstr("\"event\":\"finished\""));
    EXPECT_EQ(resumed.out.find("data-changed"), std::string::npos);
    EXPECT_EQ(cli({"runs", "show", run_}).status, 0);
    EXPECT_EQ(cli({"train", "dcgan", "--config", run_ + "/config.json", "--out", folder_.file("copy"), "--steps", "1",
                   "--quiet"})
                  .status,
              0);
}

TEST_F(CliProcessVerbs, ABrokenHistoryIsKeptAsideAndTheRunGoesOn) {
    train_small();
    const std::string history = run_ + "/history.db";
    for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(history + suffix);
    fs::create_directories(history + "/inside");
    const auto shown = cli({"runs", "show", run_});
    EXPECT_EQ(shown.status, 2);
    EXPECT_THAT(shown.err, HasSubstr("history.db is a folder, not a run history"));
    const auto resumed = cli({"train", "dcgan", "--resume", run_, "--steps", "4"});
    ASSERT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_THAT(resumed.err, HasSubstr("history.damaged-1.db and a new one begun"));
    EXPECT_TRUE(fs::exists(run_ + "/history.damaged-1.db/inside")) << "nothing is thrown away";
    EXPECT_EQ(Json::parse(cli({"runs", "show", run_, "--json"}).out)["step"], 4);
    write_bytes(history, std::string(5000, 'x'));
    EXPECT_EQ(cli({"train", "dcgan", "--resume", run_, "--steps", "5", "--quiet"}).status, 0);
    EXPECT_EQ(read_bytes(run_ + "/history.damaged-2.db"), std::string(5000, 'x'));
    EXPECT_EQ(cli({"runs", "delete", run_, "--yes"}).status, 0);
    EXPECT_FALSE(fs::exists(run_)) << "what was kept aside belongs to the run";
}

TEST_F(CliProcessVerbs, WeightsSurviveARoundTripThroughBothFormats) {
    train_small();
    std::string generator;
    for (const auto& entry : fs::recursive_directory_iterator(run_ + "/checkpoints")) {
        if (entry.path().filename() == "generator.safetensors") generator = entry.path().string();
    }
    const std::string pth = folder_.file("g.pth"), back = folder_.file("g.safetensors");
    ASSERT_EQ(cli({"weights", "convert", generator, pth}).status, 0);
    ASSERT_EQ(cli({"weights", "convert", pth, back}).status, 0);
    const auto inspect = [&](const std::string& file) {
        const auto r = cli({"weights", "inspect", file, "--json"});
        EXPECT_EQ(r.status, 0) << r.err;
        return Json::parse(r.out);
    };
    const Json a = inspect(generator), b = inspect(pth), c = inspect(back);
    EXPECT_EQ(a["kind"], "dcgan-generator");
    EXPECT_EQ(a["architecture"]["size"], 32);
    EXPECT_EQ(a["container"], "safetensors");
    EXPECT_EQ(b["container"], "zip");
    const auto by_name = [](const Json& report) {
        std::map<std::string, Json> out;
        for (const Json& t : report["tensors"]) out[t["name"]] = t;
        return out;
    };
    EXPECT_FALSE(by_name(a).empty());
    EXPECT_EQ(by_name(a), by_name(b));
    EXPECT_EQ(by_name(a), by_name(c));
    write_bytes(folder_.file("bad.pth"), "not weights");
    EXPECT_EQ(cli({"weights", "inspect", folder_.file("bad.pth")}).status, 2);
    EXPECT_EQ(cli({"weights", "verify", pth}).status, 0);
}

}  // namespace
}  // namespace headroom::test
