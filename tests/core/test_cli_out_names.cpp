// What is refused before anything is written: names whose endings promise something else, and walks that cannot be both things.
#include "cli_verbs.h"

#include <gmock/gmock.h>
#include <filesystem>

namespace headroom {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class CliOutNames : public CliVerbs {
protected:
    void SetUp() override { ASSERT_EQ(cli(train("1")), 0) << err_; }
    std::string at(const std::string& name) const { return folder_.file(name); }
    bool there(const std::string& name) const { return std::filesystem::exists(at(name)); }
};

TEST_F(CliOutNames, AnEndingOfSomethingElseIsRefused) {
    const struct {
        std::vector<std::string> words;
        const char *name, *said;
    } cases[]{
        {{"sample", run_}, "grid.jpg", "is no .png file"},
        {{"upscale", at("small.png")}, "large.jpg", "is no .png file"},
        {{"reconstruct", at("small.png")}, "again.webp", "is no .png file"},
        {{"interpolate", run_}, "walk.mov", "neither a .gif, .webp or .mp4 file nor a folder"},
        {{"export", run_, "--what", "timelapse"}, "film.mov", "is no .gif, .webp or .mp4 file"},
        {{"export", run_, "--what", "grid"}, "grid.jpg", "is no .png file"},
        {{"export", run_, "--what", "metrics"}, "figures.txt", "is no .csv or .json file"},
        {{"export", run_, "--what", "checkpoint"}, "netG.ckpt", "is no .safetensors or .pth file"},
        {{"export", run_, "--what", "recipe"}, "mine.yaml", "is no .json or .headroom-recipe file"},
        {{"export", run_, "--what", "timelapse", "--format", "gif"}, "film.mov", "is no .gif, .webp or .mp4 file"},
    };
    for (const auto& c : cases) {
        auto words = c.words;
        words.insert(words.end(), {"--out", at(c.name)});
        EXPECT_EQ(cli(words), 2) << c.words[0] << " " << c.name;
        EXPECT_THAT(err_, HasSubstr("--out: " + at(c.name) + " is")) << c.words[0];
        EXPECT_THAT(err_, HasSubstr(c.said));
        EXPECT_FALSE(there(c.name)) << c.name;
    }
}

TEST_F(CliOutNames, AFolderMayHaveAnyName) {
    EXPECT_EQ(cli({"export", run_, "--what", "grid", "--out", at("v1.2/")}), 0) << err_;
    EXPECT_TRUE(there("v1.2/grid.png"));
    EXPECT_EQ(cli({"export", run_, "--what", "curves", "--out", at("v1.2")}), 0) << err_ << "it is there already";
    EXPECT_TRUE(there("v1.2/curves.svg"));
    EXPECT_EQ(cli({"export", run_, "--what", "grid,metrics", "--out", at("both.mov")}), 0) << err_;
    EXPECT_TRUE(there("both.mov/grid.png")) << "several things are in a folder";
    std::filesystem::create_directory(at("frames.v2"));
    EXPECT_EQ(cli({"interpolate", run_, "--frames", "2", "--out", at("frames.v2")}), 0) << err_;
    EXPECT_TRUE(there("frames.v2/frame-00001.png"));
    cli({"export", run_, "--what", "model", "--out", at("model.v1")});
    EXPECT_THAT(err_, Not(HasSubstr("--out: "))) << "a model is a folder";
    EXPECT_EQ(cli({"sample", run_, "--out", at("GRID.PNG")}), 0) << err_;
}

TEST_F(CliOutNames, AnEndingMayBeInLettersOfAnySize) {
    EXPECT_EQ(cli({"export", run_, "--what", "grid", "--out", at("GRID.PNG")}), 0) << err_;
    EXPECT_EQ(test::read_bytes(at("GRID.PNG")).substr(1, 3), "PNG");
    EXPECT_EQ(cli({"export", run_, "--what", "metrics", "--out", at("figures.Json")}), 0) << err_;
    EXPECT_EQ(test::read_bytes(at("figures.Json")).substr(0, 1), "{");
    EXPECT_EQ(cli({"export", run_, "--what", "recipe", "--out", at("mine.HEADROOM-RECIPE")}), 0) << err_;
    EXPECT_TRUE(there("mine.HEADROOM-RECIPE"));
    EXPECT_EQ(cli({"interpolate", run_, "--frames", "2", "--out", at("WALK.GIF")}), 0) << err_;
    EXPECT_EQ(test::read_bytes(at("WALK.GIF")).substr(0, 3), "GIF");
    EXPECT_EQ(cli({"export", run_, "--what", "checkpoint", "--out", at("netG.SafeTensors")}), 0) << err_;
    EXPECT_EQ(cli({"weights", "convert", at("netG.SafeTensors"), at("netG.PTH")}), 0) << err_;
    EXPECT_EQ(test::read_bytes(at("netG.PTH")).substr(0, 2), "PK");
}

TEST_F(CliOutNames, AWalkBetweenWeightsTakesNothingOfOneBetweenLatents) {
    const std::vector<std::pair<std::vector<std::string>, const char*>> cases{
        {{"--through", "3,7"}, "--through: "}, {{"--stops", "4"}, "--stops: "}, {{"--open"}, "--open: "}};
    for (const auto& [more, said] : cases) {
        std::vector<std::string> words{"interpolate", run_, "--to", run_, "--out", at("walk.gif")};
        words.insert(words.end(), more.begin(), more.end());
        EXPECT_EQ(cli(words), 2) << said;
        EXPECT_THAT(err_, HasSubstr(said));
        EXPECT_FALSE(there("walk.gif"));
    }
    EXPECT_EQ(cli({"interpolate", run_, "--through", "3", "--out", at("walk.gif")}), 2);
    EXPECT_THAT(err_, HasSubstr("two ends"));
}

/// Relative names, as a script gives them.
TEST_F(CliOutNames, AnErrorsFieldIsTheFileThatWasNamed) {
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder_.path());
    for (const std::string name : {"a.x", "d/a.x", "a b/x"}) {
        if (const auto above = std::filesystem::path(name).parent_path(); !above.empty())
            std::filesystem::create_directories(above);
        for (const bool there : {false, true}) {
            if (there) test::write_bytes(name, "junk");
            for (const std::vector<std::string>& verb : {std::vector<std::string>{"runs", "show"},
                                                         {"runs", "unpack"},
                                                         {"weights", "inspect"},
                                                         {"picture", "inspect"}}) {
                auto words = verb;
                words.insert(words.end(), {name, "--json"});
                EXPECT_EQ(cli(words), 2) << verb[0] << " " << verb[1];
                ASSERT_FALSE(lines().empty());
                EXPECT_EQ(lines().back()["field"], name) << verb[0] << " " << verb[1] << ": " << err_;
            }
        }
    }
    std::filesystem::current_path(before);
}

}  // namespace
}  // namespace headroom
