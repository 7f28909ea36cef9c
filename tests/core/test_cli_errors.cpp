// What scripts read of what went wrong: the code and the field of each error; targets behind a file; standard output where nothing goes.
#include "app/cli/error_json.h"
#include "cli_verbs.h"
#include "core/io/pictures/image_codec.h"
#include "tests/support/picture_files.h"

#include <gmock/gmock.h>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <new>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using cli::field_of;
using cli::with_field;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// In a folder of its own, so that names are as short as scripts have them.
class CliErrors : public CliHome {
protected:
    void SetUp() override {
        fs::current_path(folder_.path());
        test::write_bytes("afile", "x");
        test::write_bytes("bad.json", "{\n\"lr.g\": 0.1");
        fs::create_directory("emptydir");
    }
    void TearDown() override { fs::current_path(before_); }

    fs::path before_ = fs::current_path();
};

TEST_F(CliErrors, HaveAFieldAndTheSameCodeWhereverTheyAreMade) {
    ASSERT_EQ(cli(train("1")), 0) << err_;
    const struct {
        std::vector<std::string> words;
        const char *code, *field;
    } cases[]{
        {{"queue", "start-at", "q1", "xx"}, "invalid_argument", "TIME"},
        {{"queue", "when-too-big", "q1", "xx"}, "invalid_argument", "WHAT"},
        {{"queue", "move", "q1", "x"}, "invalid_argument", "PLACE"},
        {{"train", "dcgan", "--from", "nope"}, "not_found", "nope"},
        {{"weights", "fetch", "nope"}, "not_found", "nope"},
        {{"clip", "embed"}, "invalid_argument", "--tensors"},
        {{"clip", "score", "--text", "a cube"}, "invalid_argument", "--image"},
        {{"export", run_, "--what", "model", "--licence", "X/Y", "--out", "m/"}, "invalid_argument", "--licence"},
        {{"schema", "bogus"}, "invalid_argument", "bogus"},
        {{"help", "bogus"}, "invalid_argument", "bogus"},
        {{"man", "bogus"}, "invalid_argument", "bogus"},
        {{"config", "check", "bad.json"}, "bad_file", "bad.json"},
        {{"runs", "unpack", "afile"}, "bad_file", "afile"},
        {{"runs", "verify", "emptydir"}, "bad_file", "emptydir"},
    };
    for (const auto& c : cases) {
        auto words = c.words;
        words.emplace_back("--json");
        EXPECT_EQ(cli(words), 2) << c.words[0] << " " << c.words[1];
        ASSERT_FALSE(lines().empty());
        EXPECT_EQ(lines().back()["code"], c.code) << out_;
        EXPECT_EQ(lines().back()["field"], c.field) << out_;
    }
    EXPECT_EQ(cli({"config", "check", "bad.json"}), 2);
    EXPECT_THAT(err_, HasSubstr("error: the file is not complete JSON: it ends too early (bad.json:"));
}

TEST(CliErrorFields, AreWhatWasGivenWhereASentenceHasIt) {
    cli::Args given;
    given.positionals = {"a run", "emptydir"};
    given.options = {{"--against", "nope"}, {"--quiet", ""}};
    const auto field = [&](const char* message) {
        return with_field(make_error(ErrorCode::NotFound, message), given).field;
    };
    EXPECT_EQ(field("emptydir is neither a run nor a checkpoint"), "emptydir");
    EXPECT_EQ(field("The data 'nope' does not exist."), "nope");
    EXPECT_EQ(field("a run holds nothing"), "a run");
    EXPECT_EQ(field("--rows: 0 is not between 1 and 256"), "--rows") << "what the message names goes first";
    EXPECT_EQ(field("the device is lent"), "");
    EXPECT_EQ(field_of(make_error(ErrorCode::InvalidArgument, "--remove and --gpu are two different wishes")),
              "--remove");
    EXPECT_EQ(field_of(cli::bad_option("TIME", "'x y' is no time")), "TIME");
}

TEST_F(CliErrors, NothingIsWrittenBehindAFile) {
    ASSERT_EQ(cli(train("1")), 0) << err_;
    ASSERT_EQ(cli({"export", run_, "--what", "checkpoint", "--out", "net.safetensors"}), 0) << err_;
    ASSERT_TRUE(write_png("small.png", test::gradient(8, 8)));
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"export", run_, "--what", "grid,curves", "--out", "afile"},
          {"sample", run_, "--out", "afile/x.png"},
          {"interpolate", run_, "--frames", "2", "--out", "afile/x.gif"},
          {"reconstruct", "small.png", "--out", "afile/z.png"},
          {"upscale", "small.png", "--out", "afile/z.png"},
          {"weights", "convert", "net.safetensors", "afile/z.pth"},
          {"train", "dcgan", "--data", "shapes", "--dry-run", "--out", "afile/run"},
          {"train", "dcgan", "--data", "shapes", "--steps", "1", "--memory-snapshot", "afile/x.pickle"}}) {
        EXPECT_EQ(cli(words), 5) << words[0] << ": " << err_;
        EXPECT_THAT(err_, AllOf(HasSubstr("cannot write afile/"), HasSubstr("part of the path is not a folder")))
            << words[0];
    }
    EXPECT_EQ(test::read_bytes("afile"), "x");
}

TEST_F(CliErrors, NoFileIsCalledAsStandardOutputIs) {
    ASSERT_EQ(cli(train("1")), 0) << err_;
    ASSERT_TRUE(write_png("small.png", test::gradient(8, 8)));
    for (const std::vector<std::string>& words : {std::vector<std::string>{"sample", run_},
                                                  {"interpolate", run_, "--frames", "2"},
                                                  {"reconstruct", "small.png"},
                                                  {"upscale", "small.png"}}) {
        auto all = words;
        all.insert(all.end(), {"--out", "-"});
        EXPECT_EQ(cli(all), 2) << words[0];
        EXPECT_THAT(err_, HasSubstr("export RUN --out -")) << words[0];
        EXPECT_FALSE(fs::exists("-")) << words[0];
    }
}

TEST_F(CliErrors, DryRunsAndChecksLookAtTheData) {
    const auto dry = [&] {
        return cli({"train", "dcgan", "--data", "emptydir", "--steps", "1", "--dry-run", "--out", "run-of-it"});
    };
    EXPECT_EQ(dry(), 2);
    EXPECT_THAT(err_, HasSubstr("holds no files"));
    test::write_bytes("emptydir/a.png", "no picture");
    EXPECT_EQ(dry(), 2);
    EXPECT_THAT(err_, HasSubstr("There is no usable picture in 'emptydir'"));
    test::write_bytes("mine.json", R"({"model":"dcgan","data.path":")" + fs::absolute("emptydir").string() + "\"}");
    EXPECT_EQ(cli({"config", "check", "mine.json"}), 0);
    EXPECT_THAT(err_, HasSubstr("could not begin here: There is no usable picture"));
    ASSERT_TRUE(write_png("emptydir/a.png", test::gradient(16, 16)));
    EXPECT_EQ(dry(), 4) << "the toy engine cannot forecast: " << err_;
    EXPECT_EQ(cli({"config", "check", "mine.json"}), 0);
    EXPECT_THAT(err_, Not(HasSubstr("warning")));
    test::write_bytes("mine.json", R"({"model":"dcgan","checkpoint.best":"kid"})");
    EXPECT_EQ(cli({"config", "check", "mine.json"}), 0);
    EXPECT_THAT(err_, HasSubstr("warning: checkpoint.best: no checkpoint is the best one"));
}

TEST_F(CliErrors, ARecipeTellsNoPlaceAndAsksForItsPictures) {
    fs::create_directory("pics");
    for (const char* name : {"pics/a.png", "pics/b.png"}) ASSERT_TRUE(write_png(name, test::gradient(32, 32)));
    auto words = train("1");
    words[3] = "pics";
    words.insert(words.end(), {"--set", "scores.weights=" + folder_.file("private/clip.pt")});
    ASSERT_EQ(cli(words), 0) << err_;
    ASSERT_EQ(cli({"export", run_, "--what", "recipe", "--out", "r.json"}), 0) << err_;
    const auto recipe = nlohmann::json::parse(test::read_bytes("r.json"));
    EXPECT_EQ(recipe["data.path"], "./pics");
    EXPECT_EQ(recipe["scores.weights"], "./clip.pt");
    EXPECT_EQ(test::read_bytes("r.json").find(folder_.path()), std::string::npos);
    fs::rename("pics", "elsewhere");
    EXPECT_EQ(cli({"train", "dcgan", "--recipe", "r.json"}), 2);
    EXPECT_THAT(err_, HasSubstr("Name yours with --data; the recipe was made with 2 pictures, "));
}

TEST_F(CliErrors, ASuggestionSaysWhatItWrites) {
    ASSERT_EQ(cli({"dataset", "suggest", "shapes", "--set", "data.count=64", "--size", "128", "--batch", "3", "--steps",
                   "7", "--out", "s.json", "--json"}),
              0)
        << err_;
    const auto written = nlohmann::json::parse(test::read_bytes("s.json"));
    std::map<std::string, nlohmann::json> said;
    const auto events = lines();
    for (const auto& change : events.at(0)["changes"])
        for (const auto& [key, value] : change["settings"].items()) said[key] = value;
    for (const auto& [key, value] : said) EXPECT_EQ(written[key], value) << key;
    EXPECT_EQ(said["image.size"], 128);
    EXPECT_EQ(said["batch.micro"], 3);
    EXPECT_EQ(said["steps"], 7);
    EXPECT_FALSE(said.contains("image.grow_to")) << "of a size that was not asked for";
    ASSERT_EQ(cli({"dataset", "suggest", "--help"}), 0);
    EXPECT_THAT(out_, HasSubstr("A named set of values: demo"));
}

TEST_F(CliErrors, AMachineWithoutMemoryIsNoDefect) {
    cli::Environment environment;
    environment.make_backend = [](const TrainGroup&) { return test::make_toy_backend(); };
    environment.bench = [](const TrainConfig&, const BenchOptions&, ProgressFn,
                           std::stop_token) -> Result<std::string> { throw std::bad_alloc(); };
    EXPECT_EQ(run_in(environment, {"bench", "dcgan", "--size", "32", "--json"}), 3);
    EXPECT_THAT(err_, HasSubstr("no memory left"));
    EXPECT_THAT(err_, Not(HasSubstr("defect")));
}

TEST_F(CliErrors, TheSchemaOfAGroupIsThatOfItsVerbs) {
    ASSERT_EQ(cli({"schema", "train"}), 0) << err_;
    const auto schema = nlohmann::json::parse(out_);
    EXPECT_TRUE(schema["verbs"].contains("train dcgan"));
    EXPECT_FALSE(schema["verbs"].contains("queue add train dcgan"));
    ASSERT_EQ(cli({"schema", "train", "dcgan"}), 0) << err_;
    EXPECT_FALSE(nlohmann::json::parse(out_).contains("verbs"));
}

}  // namespace
}  // namespace headroom
