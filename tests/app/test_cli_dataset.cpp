// headroom-cli dataset as a process: what it says of pictures, exports of them and the recipe that it proposes.
#include "cli_fixture.h"
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

class CliDataset : public CliTest {};

TEST_F(CliDataset, DatasetReportsBadFilesWithReasons) {
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
    for (const char* within : {"pictures", "pictures/seen", "seen/../pictures/"}) {
        const auto refused = cli({"dataset", "export", pictures, "--size", "32", "--out", folder_.file(within)});
        EXPECT_EQ(refused.status, 2) << within;
        EXPECT_THAT(refused.err, HasSubstr("--out: "));
    }
    EXPECT_EQ(read_image_header(pictures + "/a.png")->width, 40) << "the pictures themselves stay";
    EXPECT_EQ(cli({"dataset", "inspect", folder_.file("absent")}).status, 2);
}

TEST_F(CliDataset, ShapesAreExportedWithWhatTheyShow) {
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
    const std::string deep = folder_.file("a/b/s.jsonl");
    EXPECT_EQ(cli({"dataset", "export", "shapes", "--set", "data.count=64", "--captions", deep}).status, 0);
    EXPECT_TRUE(fs::exists(deep));
}

TEST_F(CliDataset, OptionsThatWouldMeanNothingAreRefused) {
    const std::string out = folder_.file("out"), file = folder_.file("s.safetensors");
    const auto refused = [&](const std::vector<std::string>& words, const char* option) {
        const auto r = cli(words);
        EXPECT_EQ(r.status, 2) << r.err;
        EXPECT_THAT(r.err, HasSubstr(std::string("error: ") + option + ": "));
    };
    refused({"dataset", "inspect", "shapes", "--data", folder_.path()}, "--data");
    refused({"dataset", "export", "shapes", "--packed", file, "--out", out}, "--out");
    refused({"dataset", "export", "shapes", "--packed", file, "--wordings", "2"}, "--wordings");
    refused({"dataset", "export", "shapes", "--out", out, "--first", "5"}, "--first");
    EXPECT_FALSE(fs::exists(out) || fs::exists(file));
}

TEST_F(CliDataset, ASuggestedRecipeIsOneThatTrains) {
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
    EXPECT_EQ(used->at("model.upsampling"), ParamValue(std::string("bilinear")));
    EXPECT_EQ(used->at("batch.micro"), ParamValue(std::int64_t{4})) << "what was said goes before what is proposed";
    const std::string spaced = folder_.file("my recipe.json");
    const auto told = cli({"dataset", "suggest", "shapes", "--set", "data.count=64", "--out", spaced});
    EXPECT_THAT(told.err, HasSubstr("--config '" + spaced + "'")) << "as it can be typed";
}

TEST_F(CliDataset, ASuggestionLeavesOutWhatTheGivenSettingsExclude) {
    const std::string recipe = folder_.file("recipe.json"), none = folder_.file("none.json");
    const auto said = cli({"dataset", "suggest", "shapes", "--set", "data.count=64", "--set", "loss=wgan-gp", "--set",
                           "norm.d=none", "--out", recipe});
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("Left out: Augmentations whose strength follows the discriminator"));
    const auto checked = cli({"config", "check", recipe});
    EXPECT_EQ(checked.status, 0) << checked.err;
    const auto refused =
        cli({"dataset", "suggest", "shapes", "--set", "data.count=64", "--set", "loss=wgan-gp", "--out", none});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("norm.d: WGAN-GP")) << "as train would say it";
    EXPECT_FALSE(fs::exists(none));
}

TEST_F(CliDataset, DatasetThumbsAndSheetShowThePictures) {
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
    EXPECT_EQ(cli({"dataset", "inspect", pictures, "--sheet", folder_.file("a/b/s.png")}).status, 0);
    EXPECT_TRUE(fs::exists(folder_.file("a/b/s.png"))) << "the folders are made";
    EXPECT_EQ(cli({"dataset", "inspect", folder_.file("none"), "--sheet", folder_.file("c/d/s.png")}).status, 2);
    EXPECT_FALSE(fs::exists(folder_.file("c"))) << "nothing came of it";
}

}  // namespace
}  // namespace headroom::test
