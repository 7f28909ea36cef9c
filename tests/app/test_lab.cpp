// headroom-lab as a process: parity and its benches, exit statuses, JSON, files, and what a mistake is told.
#include "cli_process.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Json = nlohmann::json;

class Lab : public ::testing::Test {
protected:
    CliResult lab(const std::vector<std::string>& words) { return run_cli(words, options_); }
    /// Exit status `status` and a message with `part`.
    void refuses(const std::vector<std::string>& words, const std::string& part, int status = 2) {
        const auto r = lab(words);
        EXPECT_EQ(r.status, status) << words[0] << r.err;
        EXPECT_THAT(r.err, HasSubstr("headroom-lab: error: "));
        EXPECT_THAT(r.err, HasSubstr(part));
    }

    const std::string data_ = std::string(HEADROOM_TEST_DATA) + "/";
    TempFolder folder_;
    CliOptions options_{folder_.path(), 0, HEADROOM_LAB};
};

TEST_F(Lab, EveryVerbHasHelp) {
    for (const std::vector<std::string>& verb : std::vector<std::vector<std::string>>{{"bench", "forecast"},
                                                                                      {"bench", "techniques"},
                                                                                      {"parity", "dcgan"},
                                                                                      {"parity", "light-gan"},
                                                                                      {"parity", "vqgan"},
                                                                                      {"parity", "vqgan-train"},
                                                                                      {"parity", "clip"},
                                                                                      {"parity", "vqgan-clip"},
                                                                                      {"parity", "cutouts"},
                                                                                      {"parity", "optimisers"},
                                                                                      {"parity", "tokenizer"},
                                                                                      {"parity", "all"}}) {
        const auto r = lab({verb[0], verb[1], "--help"});
        EXPECT_EQ(r.status, 0) << verb[1];
        EXPECT_THAT(r.out, HasSubstr("Usage: headroom-lab " + verb[0] + " " + verb[1]));
    }
    EXPECT_THAT(lab({"--version"}).out, HasSubstr("headroom-lab "));
    EXPECT_THAT(lab({"--help"}).out, HasSubstr("parity all DIR"));
    refuses({"train", "dcgan"}, "'train dcgan': no such verb");
}

TEST_F(Lab, ParityReplaysEveryKindOfCase) {
    for (const auto& [kind, name] :
         {std::pair{"vqgan", "vqgan/vq"}, {"vqgan", "vqgan/gumbel"}, {"clip", "clip/vit"}, {"clip", "clip/rn"}}) {
        const std::string out = folder_.file(kind);
        EXPECT_EQ(lab({"parity", kind, data_ + "networks/" + name, "--out", out}).status, 0) << name;
        EXPECT_TRUE(fs::exists(out + "/expected.safetensors"));
    }
    EXPECT_EQ(lab({"parity", "light-gan", data_ + "light_gan/64-narrow"}).status, 0);
    refuses({"parity", "vqgan", data_ + "networks/clip/vit", "--out", folder_.file("x")}, "a case of kind 'clip'");
    refuses({"parity", "vqgan-clip", folder_.file("absent")}, "no such case folder");
    // Weights of one case, expectations of another: pictures that the network does not take.
    const std::string mixed = folder_.file("mixed");
    fs::copy(data_ + "networks/clip/rn", mixed);
    fs::copy_file(data_ + "networks/clip/vit/expected.safetensors", mixed + "/expected.safetensors",
                  fs::copy_options::overwrite_existing);
    refuses({"parity", "clip", mixed, "--out", folder_.file("w")}, "mixed: its tensors do not fit together");
}

TEST_F(Lab, ParityOfAFolderTellsOfEachCase) {
    const std::string cases = folder_.file("cases");
    fs::create_directories(cases + "/clip");
    fs::copy(data_ + "networks/clip/rn", cases + "/clip/rn");
    fs::copy_file(data_ + "networks/tokenizer.jsonl", cases + "/tokenizer.jsonl");
    const auto r = lab({"parity", "all", cases, "--json", "--out", folder_.file("all")});
    EXPECT_EQ(r.status, 1) << "others are missing";
    std::map<std::string, Json> told;
    std::istringstream in(r.out);
    for (std::string line; std::getline(in, line);) {
        const Json one = Json::parse(line);
        told[one["case"]] = one;
    }
    EXPECT_EQ(told.size(), 9u);
    EXPECT_TRUE(told["clip/rn"]["passed"]);
    EXPECT_GT(told["clip/rn"]["tolerance"], 0);
    EXPECT_EQ(told["clip/rn"]["figures"], 2);
    EXPECT_TRUE(told["tokenizer"]["passed"]);
    EXPECT_FALSE(told["trace"]["passed"]);
    EXPECT_THAT(told["trace"]["error"].get<std::string>(), HasSubstr("the case trace is missing"));
    EXPECT_TRUE(fs::exists(folder_.file("all/clip/rn/expected.safetensors")));
    refuses({"parity", "all", folder_.file("absent")}, "no such folder");
}

TEST_F(Lab, ParityOfAWrongFigureExitsWith1) {
    const std::string wrong = folder_.file("wrong");
    fs::copy(data_ + "parity/plain-f64", wrong);
    fs::copy_file(wrong + "/final_d.safetensors", wrong + "/init_d.safetensors", fs::copy_options::overwrite_existing);
    refuses({"parity", "dcgan", wrong, "--out", folder_.file("p")}, "wrong: differs: step 0", 1);
    EXPECT_EQ(lab({"parity", "dcgan", data_ + "parity/plain-f64"}).status, 0);
}

TEST_F(Lab, ForecastsOfCasesAreMeasured) {
    const auto r = lab({"bench", "forecast", "--only", "32 px, 1 x 1, fp32", "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    std::istringstream in(r.out);
    std::string line;
    ASSERT_TRUE(std::getline(in, line));
    const Json one = Json::parse(line);
    EXPECT_EQ(one["case"], "32 px, 1 x 1, fp32");
    EXPECT_GT(one["measured_tensors"], 1 << 20);
    EXPECT_LT(std::abs(one["error_tensors_percent"].get<double>()), 1);
    refuses({"bench", "forecast", "--only", "9 px"}, "no case of this bench is as asked for");
    refuses({"bench", "forecast", "--model", "gan"}, "--model: 'gan' is none of");
}

TEST_F(Lab, TechniquesAreMeasured) {
    const auto r = lab({"bench", "techniques", "--small", "--repeats", "1", "--only", "accumulation", "--json"});
    ASSERT_EQ(r.status, 0) << r.err;
    EXPECT_THAT(Json::parse(r.out.substr(0, r.out.find('\n')))["technique"].get<std::string>(),
                HasSubstr("accumulation"));
    refuses({"bench", "techniques", "--size", "48"}, "--size: 48 is none of 32");
}

}  // namespace
}  // namespace headroom::test
