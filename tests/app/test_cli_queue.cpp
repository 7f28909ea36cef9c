// The queue with real processes: runs of three families, a broken one and one that is too large; a runner that is killed; sweeps.
#include "cli_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <thread>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Json = nlohmann::json;

class CliQueue : public CliTest {
protected:
    CliResult queue(std::vector<std::string> words) const {
        words.insert(words.begin(), "queue");
        return run_cli(words, options_);
    }
    Json list() const {
        const auto listed = queue({"list", "--json"});
        EXPECT_EQ(listed.status, 0) << listed.err;
        return Json::parse(listed.out, nullptr, false);
    }
    Json item(const std::string& id) const {
        const Json all = list();
        for (const Json& i : all["items"])
            if (i["id"] == id) return i;
        return nullptr;
    }
    /// Ids as they are printed.
    std::vector<std::string> add(std::vector<std::string> words, const std::vector<std::string>& more = {}) const {
        words.insert(words.begin(), "add");
        words.insert(words.end(), {"--threads", "1", "--device", "cpu", "--json"});
        words.insert(words.end(), more.begin(), more.end());
        const auto added = queue(words);
        EXPECT_EQ(added.status, 0) << added.err;
        std::vector<std::string> ids;
        std::istringstream lines(added.out);
        for (std::string line; std::getline(lines, line);) ids.push_back(Json::parse(line)["id"]);
        return ids;
    }
    static std::vector<std::string> dcgan(const std::string& steps) {
        return {"train", "dcgan",         "--size", "32",        "--batch", "8",         "--steps", steps,
                "--set", "width.g=8",     "--set",  "width.d=8", "--set",   "latent=16", "--set",   "data.count=64",
                "--set", "preview.grid=4"};
    }
    static bool until(const std::function<bool()>& done) {
        for (int i = 0; i < 600 && !done(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(100));
        return done();
    }
};

TEST_F(CliQueue, RunsOfEveryFamilyABrokenOneAndOneThatIsTooLargeEndAsTheyShould) {
    EXPECT_THAT(queue({"list"}).err, HasSubstr("The queue is empty."));
    EXPECT_THAT(queue({"run", "--device", "cpu"}).err, HasSubstr("nothing waits for cpu"));
    fs::create_directories(folder_.file("pictures"));
    const std::string gan = add(dcgan("2"), {"--name", "gan"}).at(0);
    const std::string broken = add(dcgan("2"), {"--data", folder_.file("pictures"), "--name", "broken"}).at(0);
    const std::string large = add(dcgan("2"), {"--name", "large", "--budget", "64MiB", "--when-too-big", "fail"}).at(0);
    const std::string vqgan = add({"train",   "vqgan",
                                   "--size",  "32",
                                   "--batch", "4",
                                   "--steps", "2",
                                   "--set",   "data.count=64",
                                   "--set",   "net.base=32",
                                   "--set",   "net.multipliers=1 2",
                                   "--set",   "net.blocks=1",
                                   "--set",   "net.z=32",
                                   "--set",   "net.code_width=32",
                                   "--set",   "net.codes=64",
                                   "--set",   "net.resolution=32",
                                   "--set",   "net.attention=16",
                                   "--set",   "net.patch=1",
                                   "--set",   "width.d=8",
                                   "--set",   "preview.grid=4"},
                                  {"--name", "autoencoder"})
                                  .at(0);
    const std::string light = add({"train",        "light-gan",
                                   "--size",       "64",
                                   "--batch",      "2",
                                   "--accumulate", "1",
                                   "--steps",      "2",
                                   "--set",        "data.count=64",
                                   "--set",        "model.latent=8",
                                   "--set",        "model.width=16",
                                   "--set",        "model.attention=",
                                   "--set",        "preview.grid=4"},
                                  {"--name", "light"})
                                  .at(0);
    const std::string painting =
        add({"imagine", "a red cube", "--steps", "2", "--size", "64", "--set", "cuts.count=2"}, {"--name", "painting"})
            .at(0);
    fs::remove_all(folder_.file("pictures"));
    ASSERT_EQ(queue({"move", painting, "1"}).status, 0);

    const auto run = queue({"run", "--device", "cpu"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.err, HasSubstr("4 finished, 0 stopped, 2 failed"));
    for (const std::string& id : {gan, vqgan, light, painting}) {
        const Json ended = item(id);
        EXPECT_EQ(ended["state"], "finished") << ended;
        EXPECT_TRUE(fs::exists(ended["run"].get<std::string>() + "/run.json")) << ended;
        EXPECT_EQ(run_cli({"runs", "verify", ended["run"]}, options_).status, 0);
    }
    EXPECT_LT(item(painting)["ended_unix_ms"], item(gan)["started_unix_ms"]) << "it was put first";
    EXPECT_EQ(item(broken)["state"], "failed");
    EXPECT_THAT(item(broken)["reason"].get<std::string>(),
                HasSubstr("data.path: " + folder_.file("pictures") + " is not there"));
    EXPECT_EQ(item(large)["state"], "failed");
    EXPECT_THAT(item(large)["reason"].get<std::string>(), HasSubstr("more than its budget of 64 MiB"));
    EXPECT_FALSE(fs::exists(folder_.file("data/headroom/queue/" + gan + ".json")));
    EXPECT_EQ(queue({"clear"}).status, 0);
    EXPECT_TRUE(list()["items"].empty());
}

TEST_F(CliQueue, AKilledRunnersRunSavesIsToldAndGoesOnWhenItIsTriedAgain) {
    const std::string endless = add(dcgan("1000000"), {"--name", "endless"}).at(0), next = add(dcgan("2")).at(0);
    CliProcess runner({"queue", "run", "--device", "cpu", "--json"}, options_);
    Json news;
    do news = runner.wait_for("queue");
    while (!news.is_null() && (news["state"] != "running" || news["run"] == ""));
    ASSERT_FALSE(news.is_null()) << runner.err();
    EXPECT_EQ(news["id"], endless);
    const std::string dir = news["run"];
    const auto busy = queue({"run", "--device", "cpu"});
    EXPECT_EQ(busy.status, 0);
    EXPECT_THAT(busy.err, HasSubstr("another process runs the queue for cpu"));
    EXPECT_EQ(list()["runners"], Json({"cpu"}));
    ASSERT_TRUE(until([&] { return fs::exists(dir + "/history.db"); }));
    runner.send(SIGKILL);
    runner.finish();
    ASSERT_TRUE(until([&] { return item(endless)["state"] != "running"; })) << "the run ends with its runner";
    EXPECT_EQ(item(endless)["state"], "stopped") << item(endless);
    EXPECT_THAT(item(endless)["reason"].get<std::string>(), HasSubstr("its newest checkpoint is of step"));
    EXPECT_TRUE(list()["runners"].empty());

    EXPECT_EQ(queue({"run", "--device", "cpu"}).status, 0);
    EXPECT_EQ(item(next)["state"], "finished") << "the next runner goes on";
    ASSERT_EQ(queue({"retry", endless}).status, 0);
    CliProcess again({"queue", "run", "--device", "cpu", "--json"}, options_);
    do news = again.wait_for("queue");
    while (!news.is_null() && news["state"] != "running");
    EXPECT_EQ(news["run"], dir) << "in its own folder";
    ASSERT_EQ(queue({"remove", endless}).status, 0);
    EXPECT_EQ(again.finish(), 0) << again.err();
    EXPECT_TRUE(item(endless).is_null());
    EXPECT_EQ(run_cli({"runs", "verify", dir}, options_).status, 0) << "it was saved first";
}

TEST_F(CliQueue, ASignalSavesTheRunAndLeavesTheRestWaiting) {
    const std::string first = add(dcgan("1000000")).at(0), second = add(dcgan("2")).at(0);
    CliProcess runner({"queue", "run", "--device", "cpu", "--json"}, options_);
    Json news;
    do news = runner.wait_for("queue");
    while (!news.is_null() && (news["state"] != "running" || news["run"] == ""));
    ASSERT_FALSE(news.is_null()) << runner.err();
    runner.send(SIGINT);
    EXPECT_EQ(runner.finish(), 130) << runner.err();
    EXPECT_EQ(item(first)["state"], "stopped");
    EXPECT_THAT(item(first)["reason"].get<std::string>(), HasSubstr("stopped with the queue"));
    EXPECT_EQ(item(second)["state"], "waiting");
}

TEST_F(CliQueue, SweepsAndBadWords) {
    auto words = dcgan("2");
    words.insert(words.end(), {"--sweep", "lr.g=1e-4,2e-4", "--sweep", "batch.micro=8,16"});
    EXPECT_EQ(add(words, {"--name", "animals", "--at", "23:59", "--when-too-big", "fit"}).size(), 4u);
    const auto stories =
        add({"imagine", "--sweep", "prompts=a cat, asleep", "--sweep", "prompts=a dog", "--steps", "1"});
    EXPECT_EQ(stories.size(), 2u);
    const Json items = list()["items"];
    EXPECT_EQ(items[0]["when_too_big"], "fit");
    const std::string first = items[0]["id"];
    EXPECT_EQ(queue({"when-too-big", first, "wait"}).status, 0);
    EXPECT_EQ(item(first)["when_too_big"], "wait");
    EXPECT_EQ(queue({"when-too-big", first, "whenever"}).status, 2);
    EXPECT_EQ(queue({"when-too-big", "nobody", "fit"}).status, 2);
    EXPECT_GT(items[0]["not_before_unix_ms"], 0);
    EXPECT_THAT(items[3]["name"].get<std::string>(), HasSubstr("lr.g 2e-4"));
    EXPECT_THAT(items[3]["name"].get<std::string>(), HasSubstr("batch 16"));
    EXPECT_THAT(items[4]["name"].get<std::string>(), HasSubstr("a cat, asleep"));
    const auto refused = [&](std::vector<std::string> given, const std::string& why) {
        const auto r = queue(std::move(given));
        EXPECT_EQ(r.status, 2) << r.err;
        EXPECT_THAT(r.err, HasSubstr(why));
    };
    refused({"add", "train", "dcgan", "--sweep", "lr.g"}, "--sweep");
    refused({"add", "train", "dcgan", "--sweep", "no.such=1"}, "no.such");
    refused({"add", "train", "dcgan", "--sweep", "batch.micro=8,0"}, "batch.micro: 0 is not between");
    refused({"add", "train", "dcgan", "--batch", "0"}, "batch.micro: 0 is not between");
    refused({"add", "train", "dcgan", "--data", "/no/where"}, "data.path: /no/where");
    refused({"add", "imagine"}, "say what to paint");
    refused({"add", "train", "dcgan", "--runs-dir", folder_.path()}, "queue run --runs-dir");
    refused({"add"}, "'queue add' alone is not a verb");
    refused({"add", "trian"}, "'queue add trian': no such verb");
    refused({"add", "train", "dcgan", "--when-too-big", "perhaps"}, "perhaps");
    refused({"add", "train", "dcgan", "--at", "soon"}, "soon");
    refused({"remove", "q99"}, "q99");
    refused({"move", "q1", "0"}, "PLACE");
    refused({"run", "--device", "gpu"}, "gpu");
    EXPECT_EQ(list()["items"].size(), 6u) << "what was refused added nothing";
    const std::string help = queue({"add", "train", "dcgan", "--help"}).out;
    EXPECT_THAT(help, HasSubstr("--sweep"));
    EXPECT_THAT(help, testing::Not(HasSubstr("--runs-dir"))) << "it is refused";
    EXPECT_THAT(queue({"--help"}).out, HasSubstr("queue stop-after-current"));
    EXPECT_THAT(queue({"add", "--help"}).out, HasSubstr("queue add train dcgan"));
    EXPECT_EQ(run_cli({"help", "queue", "add"}, options_).out, queue({"add", "--help"}).out);
    EXPECT_EQ(queue({"pause"}).status, 0);
    EXPECT_EQ(list()["paused"], true);
    EXPECT_EQ(queue({"resume"}).status, 0);
    EXPECT_EQ(queue({"start-at", "q1", "now"}).status, 0);
    EXPECT_EQ(item("q1")["not_before_unix_ms"], 0);
    EXPECT_EQ(queue({"clear", "--waiting"}).status, 0);
    EXPECT_TRUE(list()["items"].empty());
}

}  // namespace
}  // namespace headroom::test
