// What the terminal says of the scores of stored runs: sorted lists, comparisons; and what files are called that leave a run.
#include "cli_verbs.h"
#include "core/api/file_endings.h"
#include "core/io/runs/run_history.h"
#include "tests/support/toy_run.h"

#include <gmock/gmock.h>
#include <cstdlib>
#include <filesystem>
#include <limits>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class CliRunScores : public CliHome {
protected:
    std::string run(const std::string& name) const { return runs_ + "/" + name; }
    /// A run of one step with these scores of it.
    void make_run(const std::string& name, const std::vector<ScoresDone>& scores = {}) {
        test::train_toy_run(run(name), 1);
        auto history = HistoryStore::open(run(name) + "/history.db");
        ASSERT_TRUE(history) << history.error().message;
        for (const ScoresDone& one : scores) ASSERT_TRUE(history->add_scores(one));
    }
    static ScoresDone scored(std::int64_t step, double fid, double kid, const std::string& features = "random",
                             std::int64_t pictures = 512, std::int64_t side = 0) {
        ScoresDone out{step, step * 8, 1.0, {features, pictures, fid, kid, 0.0008}};
        out.scores.side = side;
        out.scores.fid_error = 0.5;
        out.scores.precision = 0.61;
        out.scores.precision_error = 0.02154;
        return out;
    }
    std::vector<std::string> listed(std::vector<std::string> more) {
        more.insert(more.begin(), {"runs", "list", "--json"});
        EXPECT_EQ(cli(more), 0) << err_;
        std::vector<std::string> out;
        for (const auto& line : lines()) out.push_back(fs::path(line["run"].get<std::string>()).filename());
        return out;
    }
};

TEST_F(CliRunScores, ListsAreSortedByTheBestOfEachRun) {
    make_run("none");
    make_run("late", {scored(1, 40, 0.03), scored(2, 20, 0.05)});
    make_run("good", {scored(1, 30, 0.02), scored(2, 31, 0.06)});
    make_run("other", {scored(1, 5, 0.001, "clip")});
    EXPECT_THAT(listed({"--sort", "kid"}), ElementsAre("other", "good", "late", "none")) << "features by features";
    EXPECT_EQ(lines()[1]["scores"]["kid"], 0.02);
    EXPECT_EQ(lines()[1]["scores"]["step"], 1);
    EXPECT_EQ(lines()[1]["scores"]["features"], "random");
    EXPECT_FALSE(lines()[3].contains("scores"));
    EXPECT_THAT(listed({"--sort", "fid"}), ElementsAre("other", "late", "good", "none"));
    EXPECT_EQ(lines()[1]["scores"]["step"], 2);
    EXPECT_THAT(listed({"--sort", "kid", "--reverse"}), ElementsAre("late", "good", "other", "none"))
        << "what has none stays last";
    EXPECT_THAT(listed({"--sort", "kid", "--limit", "1"}), ElementsAre("other"));

    ASSERT_EQ(cli({"runs", "list", "--sort", "kid"}), 0);
    EXPECT_THAT(out_, ::testing::StartsWith("other  dcgan")) << "by the name that other verbs take";
    EXPECT_THAT(out_, HasSubstr("KID 0.02 ± 0.0008 (random features, 512 pictures, step 1)"));
    ASSERT_EQ(cli({"runs", "list", "--sort", "fid"}), 0);
    EXPECT_THAT(out_, HasSubstr("FID 20 ± 0.5 (random features, 512 pictures, step 2)"));
    ASSERT_EQ(cli({"runs", "show", "good"}), 0);
    EXPECT_THAT(out_, HasSubstr("FID 30 ± 0.5, KID 0.02 ± 0.0008, precision 0.61 ± 0.022 (random features, 512 "));
    ASSERT_EQ(cli({"runs", "list"}), 0);
    EXPECT_THAT(out_, Not(HasSubstr("KID"))) << "histories are read only where they are asked for";
    ASSERT_EQ(cli({"runs", "list", "--sort", "score"}), 0);
    EXPECT_THAT(out_, HasSubstr("SWD ")) << "what a list is sorted by stands in it";
}

TEST_F(CliRunScores, AListShowsTheNameThatAFolderCannotHave) {
    const std::string name = "日本語の名前 😀";
    auto words = train("1");
    words.insert(std::find(words.begin(), words.end(), "--out"), {"--name", name});
    words.resize(words.size() - 3);  // neither --out nor --json
    ASSERT_EQ(cli(words), 0) << err_;
    ASSERT_EQ(cli({"runs", "list"}), 0);
    EXPECT_THAT(out_, ::testing::AllOf(::testing::StartsWith("run-01  "), HasSubstr(name + ": ")));
    ASSERT_EQ(cli({"runs", "list", "--sort", "name"}), 0);
    EXPECT_THAT(out_, HasSubstr(name + "  "));
}

TEST_F(CliRunScores, OfOneRunOnlyWhatTheLatestCanBeComparedWithCounts) {
    make_run("a", {scored(1, 1, 0.001, "clip"), scored(2, 50, 0.05), scored(3, 40, 0.06)});
    make_run("b", {scored(1, 9, 0.002, "random", 64), scored(2, 45, 0.04)});
    EXPECT_THAT(listed({"--sort", "kid"}), ElementsAre("b", "a"));
    EXPECT_EQ(lines()[0]["scores"]["step"], 1) << "KID does not depend on how many pictures there were";
    EXPECT_EQ(lines()[1]["scores"]["step"], 2);
    EXPECT_THAT(listed({"--sort", "fid"}), ElementsAre("a", "b"));
    EXPECT_EQ(lines()[1]["scores"]["step"], 2) << "FID does";
}

TEST_F(CliRunScores, OfARunThatGrewThoseOfItsSizeCount) {
    make_run("grown", {scored(1, 5, 0.01, "random", 512, 32), scored(2, 40, 0.08, "random", 512, 64),
                       scored(3, 50, 0.09, "random", 512, 64)});
    make_run("small", {scored(1, 6, 0.02, "random", 512, 32)});
    EXPECT_THAT(listed({"--sort", "kid"}), ElementsAre("small", "grown")) << "size by size";
    EXPECT_EQ(lines()[1]["scores"]["step"], 2) << "what 32 pixels scored says nothing of 64";
    EXPECT_EQ(lines()[1]["scores"]["side"], 64);
    ASSERT_EQ(cli({"runs", "list", "--sort", "kid"}), 0);
    EXPECT_THAT(out_, HasSubstr("KID 0.08 ± 0.0008 (random features, 512 pictures, 64 px, step 2)"));
    ASSERT_EQ(cli({"runs", "compare", "grown", "small"}), 0) << err_;
    EXPECT_THAT(out_, ::testing::ContainsRegex("  side +64 +32"));
    EXPECT_THAT(err_, HasSubstr("cannot be compared"));
}

TEST_F(CliRunScores, OfARunThatWentOnWithOtherPicturesThoseAgainstThemCount) {
    make_run("a", {scored(1, 1, 0.001), scored(2, 50, 0.05)});
    {
        auto history = HistoryStore::open(run("a") + "/history.db");
        ASSERT_TRUE(history) << history.error().message;
        ASSERT_TRUE(history->add_mark({1, 8, "data", "the run goes on with other pictures"}));
        ASSERT_TRUE(history->add_mark({2, 16, "oom", "out of memory survived; Give back caches"}));
    }
    EXPECT_THAT(listed({"--sort", "kid"}), ElementsAre("a"));
    EXPECT_EQ(lines()[0]["scores"]["step"], 2);
    EXPECT_EQ(lines()[0]["survived"], 1) << "both are of its marks";
    ASSERT_EQ(cli({"runs", "compare", "a", "a", "--json"}), 0) << err_;
    EXPECT_EQ(lines()[0]["scores"][0]["kid"], 0.05);
}

TEST_F(CliRunScores, ComparedRunsShowTheirsAndWhetherTheyCanBeCompared) {
    make_run("a", {scored(1, 40, 0.03), scored(2, 20, 0.05)});
    make_run("b", {scored(1, 31, 0.02)});
    make_run("c");
    ASSERT_EQ(cli({"runs", "compare", "a", "b", "c"}), 0) << err_;
    EXPECT_THAT(out_, HasSubstr("Scores where KID is lowest:"));
    EXPECT_THAT(out_, ::testing::ContainsRegex("^ +a +b +c\n"));
    EXPECT_THAT(out_, ::testing::ContainsRegex("  kid +0.03 +0.02 +-"));
    EXPECT_THAT(out_, ::testing::ContainsRegex("  fid +40 +31 +-"));
    EXPECT_THAT(out_, ::testing::ContainsRegex("  pictures +512 +512 +-"));
    EXPECT_THAT(out_, Not(HasSubstr("mmd"))) << "no run has it";
    EXPECT_EQ(err_, "");
    ASSERT_EQ(cli({"runs", "compare", "a", "b", "c", "--json"}), 0) << err_;
    EXPECT_EQ(lines()[0]["scores"][0]["kid"], 0.03);
    EXPECT_TRUE(lines()[0]["scores"][2].is_null());

    make_run("d", {scored(1, 2, 0.01, "clip")});
    ASSERT_EQ(cli({"runs", "compare", "a", "d"}), 0);
    EXPECT_THAT(err_, HasSubstr("cannot be compared"));
    ASSERT_EQ(cli({"runs", "compare", "c", "c"}), 0);
    EXPECT_THAT(out_, Not(HasSubstr("Scores")));
}

TEST_F(CliRunScores, WhatLeavesARunIsCalledAsDesktopsKnowIt) {
    make_run("cats");
    const std::string mime = test::read_bytes(HEADROOM_SOURCE_DIR "/packaging/linux/org.headroom.Headroom.mime.xml");
    for (const char* ending : {kRecipeEnding, kRunEnding})
        EXPECT_THAT(mime, HasSubstr("<glob pattern=\"*" + std::string(ending) + "\"/>"));
    ASSERT_EQ(cli({"export", "cats", "--what", "recipe,archive"}), 0) << err_;
    const std::string recipe = run("cats/exports/cats.headroom-recipe"),
                      archive = run("cats/exports/cats.headroom-run");
    EXPECT_EQ(out_, recipe + "\n" + archive + "\n");
    EXPECT_EQ(cli({"config", "check", recipe}), 0) << err_;
    EXPECT_THAT(test::read_bytes(recipe).substr(0, 256), HasSubstr("\"headroom-config-")) << "the type's mark";
    EXPECT_EQ(cli({"runs", "unpack", archive}), 0) << err_;

    for (const std::string name : {"x/mine.headroom-run", "x/mine.zip"}) {
        ASSERT_EQ(cli({"export", "cats", "--what", "run", "--out", folder_.file(name)}), 0) << err_;
        EXPECT_EQ(out_, folder_.file(name) + "\n");
        EXPECT_TRUE(fs::is_regular_file(folder_.file(name)));
    }
    ASSERT_EQ(cli({"export", "cats", "--what", "recipe", "--out", folder_.file("x/r.json")}), 0) << err_;
    EXPECT_EQ(out_, folder_.file("x/r.json") + "\n");
    ASSERT_EQ(cli({"export", "cats", "--what", "config"}), 0) << err_;
    EXPECT_EQ(out_, run("cats/exports/config.json") + "\n");
}

TEST_F(CliRunScores, WhatIsExportedOfACheckpointLiesInItsRun) {
    make_run("cats");
    for (const char* end : {"", "/"}) {
        ASSERT_EQ(cli({"export", run("cats/checkpoints/step-00000001") + end, "--what", "checkpoint"}), 0) << err_;
        EXPECT_EQ(out_, run("cats/exports/netG.safetensors") + "\n");
    }
    EXPECT_FALSE(fs::exists(run("cats/checkpoints/step-00000001/exports")));
}

}  // namespace
}  // namespace headroom
