// The other verbs as processes, over a run and pictures made here.
#include "cli_process.h"
#include "core/api/param.h"
#include "core/config/config_io.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/tensors/tensor_file.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <filesystem>
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
        const auto r =
            cli({"train",          "dcgan", "--data",    "shapes", "--out",     run_,    "--size",         "32",
                 "--batch",        "8",     "--threads", "1",      "--steps",   "2",     "--quiet",        "--set",
                 "data.count=64",  "--set", "width.g=8", "--set",  "width.d=8", "--set", "preview.grid=4", "--set",
                 "preview.every=1"});
        ASSERT_EQ(r.status, 0) << r.err;
    }

    TempFolder folder_;
    CliOptions options_{folder_.path()};
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

TEST_F(CliProcessVerbs, ScoresAVqganByItsReconstructions) {
    const auto trained = cli({"train",       "vqgan", "--out",         run_,    "--size",           "32",
                              "--batch",     "4",     "--threads",     "1",     "--steps",          "1",
                              "--quiet",     "--set", "data.count=64", "--set", "data.held_out=25", "--set",
                              "net.base=32", "--set", "net.codes=32",  "--set", "loss.gan_start=0", "--set",
                              "width.d=8"});
    ASSERT_EQ(trained.status, 0) << trained.err;
    const auto scored = cli({"score", run_, "--features", "random", "--count", "32", "--json"});
    ASSERT_EQ(scored.status, 0) << scored.err;
    const Json own = Json::parse(scored.out);
    EXPECT_EQ(own["pictures"], 32);
    EXPECT_EQ(own["pictures_against"], 32);
    EXPECT_GT(own["scores"]["random"]["fid"], 0);
    EXPECT_TRUE(own["d_recognised"].is_number()) << "it has held pictures out";
    EXPECT_EQ(cli({"score", run_, "--features", "random", "--seed", "3"}).status, 2);
    const std::string data = std::string(HEADROOM_TEST_DATA) + "/score/theirs";
    const auto others = cli({"score", run_, "--features", "random", "--against", data, "--json"});
    ASSERT_EQ(others.status, 0) << others.err;
    EXPECT_NE(Json::parse(others.out)["pictures"], 32);
}

TEST_F(CliProcessVerbs, ScoresARunAgainstWhatItWasTrainedOn) {
    train_small();
    const auto scored = cli({"score", "cats", "--features", "random", "--count", "32", "--json"});
    ASSERT_EQ(scored.status, 0) << scored.err;
    const Json own = Json::parse(scored.out);
    EXPECT_EQ(own["pictures"], 32);
    EXPECT_EQ(own["pictures_against"], 32);
    EXPECT_GT(own["scores"]["random"]["fid"], 0);
    EXPECT_EQ(own, Json::parse(cli({"score", run_, "--features", "random", "--count", "32", "--json"}).out))
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
    ASSERT_EQ(cli({"export", run_, "--what", "checkpoint", "--format", "pth", "--out", folder_.file("x")}).status, 0);
    const auto alone = cli({"score", netg, "--features", "random", "--count", "32"});
    EXPECT_EQ(alone.status, 2);
    EXPECT_THAT(alone.err, HasSubstr("does not say what it was trained on"));
    const auto against = cli({"score", netg, "--against", "shapes", "--features", "random", "--count", "32", "--json"});
    ASSERT_EQ(against.status, 0) << against.err;
    EXPECT_GT(Json::parse(against.out)["scores"]["random"]["kid"], 0);
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

TEST_F(CliProcessVerbs, DatasetReportsBadFilesWithReasons) {
    const std::string pictures = folder_.file("pictures");
    fs::create_directories(pictures);
    const ImageBuffer grey{40, 30, 3,
                           std::make_shared<const std::vector<std::uint8_t>>(40 * 30 * 3, std::uint8_t{128})};
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

TEST_F(CliProcessVerbs, ShapesAreExportedWithWhatTheyShow) {
    const std::string packed = folder_.file("s.safetensors"), captions = folder_.file("s.jsonl");
    const auto r = cli({"dataset", "export", "shapes", "--set", "data.count=64", "--set", "data.variety=full", "--size",
                        "32", "--first", "9000", "--wordings", "2", "--packed", packed, "--captions", captions});
    ASSERT_EQ(r.status, 0) << r.err;
    const auto file = read_tensor_file(packed);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->find("images")->shape, (std::vector<std::int64_t>{64, 32, 32, 3}));
    const Json first = Json::parse(test::read_bytes(captions).substr(0, test::read_bytes(captions).find('\n')));
    EXPECT_EQ(first["index"], 9000);
    EXPECT_EQ(first["captions"].size(), 2u);
    EXPECT_EQ(cli({"dataset", "export", folder_.path(), "--packed", packed}).status, 2);
    EXPECT_EQ(cli({"dataset", "export", "shapes", "--packed", packed, "--first", "-1"}).status, 2);
}

TEST_F(CliProcessVerbs, ASuggestedRecipeIsOneThatTrains) {
    const std::string recipe = folder_.file("recipe.json");
    const auto said = cli({"dataset", "suggest", "shapes", "--set", "data.count=64", "--set", "batch.micro=4", "--out",
                           recipe, "--json"});
    ASSERT_EQ(said.status, 0) << said.err;
    const auto answer = nlohmann::json::parse(said.out);
    EXPECT_EQ(answer["model"], "dcgan");
    EXPECT_EQ(answer["facts"]["pictures"], 64);
    ASSERT_FALSE(answer["changes"].empty());
    for (const auto& change : answer["changes"]) {
        EXPECT_FALSE(change["what"].get<std::string>().empty());
        EXPECT_FALSE(change["why"].get<std::string>().empty());
    }
    const auto run = cli({"train", "dcgan", "--config", recipe, "--steps", "2", "--set", "width.g=8", "--set",
                          "width.d=8", "--threads", "1", "--out", folder_.file("run")});
    ASSERT_EQ(run.status, 0) << run.err;
    const auto used = read_config_patch(read_bytes(folder_.file("run") + "/config.json"), "config.json");
    ASSERT_TRUE(used);
    EXPECT_EQ(used->at("model.upsampling"), ParamValue(std::string("resize")));
    EXPECT_EQ(used->at("batch.micro"), ParamValue(std::int64_t{4})) << "what was said goes before what is proposed";
}

TEST_F(CliProcessVerbs, DatasetThumbsAndSheetShowThePictures) {
    const std::string pictures = folder_.file("pictures"), thumbs = folder_.file("t.safetensors"),
                      sheet = folder_.file("sheet.png");
    fs::create_directories(pictures);
    const ImageBuffer a = gradient(32, 32),
                      b{32, 32, 3, std::make_shared<const std::vector<std::uint8_t>>(32 * 32 * 3, std::uint8_t{7})};
    ASSERT_TRUE(write_png(pictures + "/a.png", a));
    ASSERT_TRUE(write_png(pictures + "/b.png", b));
    const auto r = cli({"dataset", "inspect", pictures, "--size", "32", "--thumbs", thumbs, "--sheet", sheet});
    ASSERT_EQ(r.status, 0) << r.err;
    const auto file = read_tensor_file(thumbs);
    ASSERT_TRUE(file) << file.error().message;
    const TensorView* pixels = file->find("thumbs");
    ASSERT_NE(pixels, nullptr);
    EXPECT_EQ(pixels->dtype, DType::U8);
    ASSERT_EQ(pixels->shape, (std::vector<std::int64_t>{2, 32, 32, 3}));
    const auto* first = reinterpret_cast<const std::uint8_t*>(pixels->data.data());
    EXPECT_TRUE(std::equal(a.pixels->begin(), a.pixels->end(), first)) << "32 px at 32 px are the same pixels";
    EXPECT_TRUE(std::equal(b.pixels->begin(), b.pixels->end(), first + a.pixels->size()));
    const auto shown = decode_image(sheet);
    ASSERT_TRUE(shown);
    EXPECT_EQ(largest_difference(*shown, compose_grid({a, b}, 2)), 0);
    EXPECT_EQ(cli({"dataset", "inspect", pictures, "--size", "64", "--thumbs", thumbs}).status, 0);
    EXPECT_EQ(read_tensor_file(thumbs)->find("thumbs")->shape, (std::vector<std::int64_t>{2, 64, 64, 3}));
    fs::create_directories(folder_.file("none"));
    EXPECT_EQ(cli({"dataset", "inspect", folder_.file("none"), "--thumbs", folder_.file("no.safetensors")}).status, 2);
    EXPECT_FALSE(fs::exists(folder_.file("no.safetensors")));
    EXPECT_EQ(cli({"dataset", "inspect", pictures, "--sheet", folder_.file("absent/s.png")}).status, 5);
}

TEST_F(CliProcessVerbs, DoctorTellsDevicesAndFolders) {
    const auto r = cli({"doctor", "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    const Json report = Json::parse(r.out);
    EXPECT_EQ(report["devices"][0]["id"], "cpu");
    EXPECT_EQ(report["folders"].size(), 2u);
    EXPECT_THAT(report["cpu_kernels"].get<std::string>(), HasSubstr(report["cpu"].get<std::string>()));
    ASSERT_TRUE(report["bf16_kernels"].is_boolean());
    EXPECT_THAT(report["cuda_graphs"].get<std::string>(), HasSubstr("replayed (cuda.graphs)"));
    EXPECT_THAT(cli({"doctor"}).out, HasSubstr("Processor: " + report["cpu_kernels"].get<std::string>()));
}

TEST_F(CliProcessVerbs, BenchPrintsOneLineOfFigures) {
    const auto r = cli({"bench", "dcgan", "--size", "32", "--batch", "4", "--threads", "1", "--steps", "3", "--warmup",
                        "1", "--set", "width.g=8", "--set", "width.d=8", "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    const Json line = Json::parse(r.out);
    for (const char* key :
         {"model", "size", "batch", "accumulate", "precision", "device", "threads", "steps", "images_per_second",
          "step_ms_median", "step_ms_p10", "step_ms_p90", "peak_bytes", "rss_peak_bytes", "settings", "version"}) {
        EXPECT_TRUE(line.contains(key)) << key;
    }
    EXPECT_EQ(line["steps"], 3);
    EXPECT_FALSE(line.contains("where"));
}

TEST_F(CliProcessVerbs, BenchTellsTheWayToTheFirstStep) {
    const std::vector<std::string> asked{"bench", "start",         "--device", "cpu",       "--batch", "4",
                                         "--set", "data.count=96", "--set",    "width.g=8", "--set",   "width.d=8"};
    std::vector<std::string> for_machines = asked;
    for_machines.emplace_back("--json");
    const auto r = cli(for_machines);
    ASSERT_EQ(r.status, 0) << r.err;
    const Json j = Json::parse(r.out);
    std::vector<std::string> phases;
    double ms = 0;
    for (const Json& phase : j["phases"]) {
        phases.push_back(phase["phase"]);
        EXPECT_GE(phase["ms"].get<double>(), 0) << phases.back();
        ms += phase["ms"].get<double>();
    }
    EXPECT_THAT(phases, testing::ElementsAre("process and libraries", "opening the data set", "packing images",
                                             "building the networks", "first step"));
    EXPECT_GT(j["phases"].front()["ms"].get<double>(), 0) << "LibTorch does not load in no time";
    EXPECT_NEAR(ms, j["total_ms"].get<double>(), 1e-6);
    EXPECT_GT(j["second_step_ms"].get<double>(), 0);
    const auto again = cli(for_machines);
    ASSERT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(Json::parse(again.out)["phases"].size(), 4u) << "packed once";
    const auto text = cli(asked);
    ASSERT_EQ(text.status, 0) << text.err;
    EXPECT_NE(text.out.find("building the networks"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("second step"), std::string::npos);
}

TEST_F(CliProcessVerbs, BenchSaysWhereTheTimeGoes) {
    const std::vector<std::string> asked{"bench",       "dcgan",     "--size",   "32",  "--batch",  "4",
                                         "--threads",   "1",         "--steps",  "2",   "--warmup", "1",
                                         "--precision", "bf16",      "--device", "cpu", "--set",    "width.g=8",
                                         "--set",       "width.d=8", "--where"};
    std::vector<std::string> for_machines = asked;
    for_machines.emplace_back("--json");
    const auto r = cli(for_machines);
    ASSERT_EQ(r.status, 0) << r.err;
    const Json where = Json::parse(r.out)["where"];
    EXPECT_EQ(where["steps"], 2);
    for (const char* key : {"fp32_gflops", "bf16_gflops", "fp32_gb_s", "bf16_gb_s"})
        EXPECT_GT(where["roof"][key].get<double>(), 0) << key;
    double ms = 0;
    std::vector<std::string> phases;
    for (const Json& phase : where["phases"]) {
        phases.push_back(phase["phase"]);
        ms += phase["ms"].get<double>();
        for (const char* key : {"share", "gflop", "gflops", "gb", "gb_s", "share_of_roof", "between_ms"})
            EXPECT_TRUE(phase.contains(key)) << key;
        double of_phase = phase["between_ms"].get<double>();
        for (const Json& o : phase["operations"]) {
            for (const char* key : {"operation", "shape", "precision", "calls", "share", "gflop", "direct_gflop",
                                    "gflops", "gb", "gb_s", "share_of_roof"})
                EXPECT_TRUE(o.contains(key)) << key;
            of_phase += o["ms"].get<double>();
        }
        EXPECT_NEAR(of_phase, phase["ms"].get<double>(), 1e-6);
    }
    EXPECT_NEAR(ms, where["step_ms"].get<double>(), 1e-6);
    EXPECT_THAT(phases, testing::IsSupersetOf({"d_real", "d_fake", "d_optimiser", "g", "g_optimiser"}));
    const auto shown = cli(asked);
    ASSERT_EQ(shown.status, 0) << shown.err;
    for (const char* text : {"step_ms_median", "At most, measured:", "GFLOP/s", "of roof", "d_real", "all, mean of 2"})
        EXPECT_THAT(shown.out, HasSubstr(text));
}

}  // namespace
}  // namespace headroom::test
