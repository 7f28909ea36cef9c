// The other verbs as processes, over a run and pictures made here.
#include "cli_process.h"
#include "core/io/image_codec.h"
#include "tests/support/temp_folder.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Json = nlohmann::json;

class CliProcessVerbs : public ::testing::Test {
protected:
    CliResult cli(const std::vector<std::string>& words) { return run_cli(words, options_); }

    void train_small() {
        const auto r = cli({"train", "dcgan", "--data", "shapes", "--out", run_, "--size", "32", "--batch", "8", "--threads", "1", "--steps", "2", "--quiet",
                            "--set", "data.count=64", "--set", "width.g=8", "--set", "width.d=8", "--set", "preview.grid=4", "--set", "preview.every=1"});
        ASSERT_EQ(r.status, 0) << r.err;
    }

    TempFolder folder_;
    CliOptions options_{folder_.path()};
    std::string run_ = folder_.file("data/headroom/runs/cats");
};

TEST_F(CliProcessVerbs, EveryVerbHasHelp) {
    for (const std::vector<std::string>& verb : std::vector<std::vector<std::string>>{
             {"train", "dcgan"}, {"sample"}, {"interpolate"}, {"export"}, {"bench", "dcgan"}, {"parity", "dcgan"}, {"weights", "inspect"}, {"weights", "verify"},
             {"weights", "convert"}, {"dataset", "inspect"}, {"dataset", "export"}, {"runs", "list"}, {"runs", "show"}, {"runs", "verify"},
             {"runs", "compare"}, {"runs", "delete"}, {"doctor"}}) {
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
    const auto shown = cli({"runs", "show", "cats", "--json"});
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
    const auto exported = cli({"export", run_, "--what", "timelapse,curves,metrics,checkpoint", "--format", "pth", "--out", folder_.file("x")});
    ASSERT_EQ(exported.status, 0) << exported.err;
    for (const char* name : {"x/timelapse.gif", "x/curves.svg", "x/metrics.csv", "x/netG.pth", "x/netD.pth"}) EXPECT_TRUE(fs::exists(folder_.file(name))) << name;
    EXPECT_EQ(cli({"sample", folder_.file("x/netG.pth"), "--out", png}).status, 0);
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

TEST_F(CliProcessVerbs, DatasetReportsBadFilesWithReasons) {
    const std::string pictures = folder_.file("pictures");
    fs::create_directories(pictures);
    const ImageBuffer grey{40, 30, 3, std::make_shared<const std::vector<std::uint8_t>>(40 * 30 * 3, std::uint8_t{128})};
    ASSERT_TRUE(write_png(pictures + "/a.png", grey));
    ASSERT_TRUE(write_png(pictures + "/b.png", grey));
    write_bytes(pictures + "/broken.jpg", "no picture at all");
    const auto r = cli({"dataset", "inspect", pictures, "--size", "32", "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    const Json report = Json::parse(r.out);
    EXPECT_EQ(report["accepted"], 2);
    ASSERT_EQ(report["rejected"].size(), 1u);
    EXPECT_THAT(report["rejected"][0]["path"].get<std::string>(), HasSubstr("broken.jpg"));
    EXPECT_NE(report["rejected"][0]["reason"], "");
    ASSERT_EQ(report["images"].size(), 2u);
    EXPECT_EQ(report["images"][0]["width"], 40);
    EXPECT_NEAR(report["images"][0]["mean_rgb"][0].get<double>(), 128, 1);
    const auto exported = cli({"dataset", "export", pictures, "--size", "32", "--out", folder_.file("seen")});
    ASSERT_EQ(exported.status, 0) << exported.err;
    EXPECT_TRUE(fs::exists(folder_.file("seen/a.png")));
    EXPECT_EQ(read_image_header(folder_.file("seen/b.png"))->width, 32);
    EXPECT_EQ(cli({"dataset", "inspect", folder_.file("absent")}).status, 2);
}

TEST_F(CliProcessVerbs, DoctorTellsDevicesAndFolders) {
    const auto r = cli({"doctor", "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    const Json report = Json::parse(r.out);
    EXPECT_EQ(report["devices"][0]["id"], "cpu");
    EXPECT_EQ(report["folders"].size(), 2u);
    EXPECT_TRUE(cli({"doctor"}).out.find("Memory: ") != std::string::npos);
}

TEST_F(CliProcessVerbs, BenchPrintsOneLineOfFigures) {
    const auto r = cli({"bench", "dcgan", "--size", "32", "--batch", "4", "--threads", "1", "--steps", "3", "--warmup", "1", "--set", "width.g=8", "--set", "width.d=8", "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    const Json line = Json::parse(r.out);
    for (const char* key : {"model", "size", "batch", "accumulate", "precision", "device", "threads", "steps", "images_per_second", "step_ms_median", "step_ms_p10",
                            "step_ms_p90", "peak_bytes", "rss_peak_bytes", "settings", "version"}) {
        EXPECT_TRUE(line.contains(key)) << key;
    }
    EXPECT_EQ(line["steps"], 3);
}

}  // namespace
}  // namespace headroom::test
