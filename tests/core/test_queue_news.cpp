// What the queue notes of a run under way: where it lies, and why it stands still.
#include "tests/core/queue_runner_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

using QueueNewsTest = QueueRunnerTest;

/// A folder whose name is of another time, and how a child's line of JSON tells it.
constexpr const char* kLatin = "caf\xE9";
constexpr const char* kLatinTold = "caf\xEF\xBF\xBD";

TEST_F(QueueNewsTest, AFolderWhoseNameIsNoUtf8IsFoundAgain) {
    const std::string runs = folder_.file(std::string(kLatin) + "-runs");
    const std::string told = folder_.file(std::string(kLatinTold) + "-runs");
    fs::create_directories(runs);
    const auto tells = [](const std::string& dir) {
        return Scripted{{"{\"event\":\"started\",\"run\":\"" + dir + "\"}",
                         "{\"event\":\"finished\",\"reason\":\"reached the number of steps\",\"step\":3}"},
                        {}};
    };
    const auto work = [&] { return run_queue(store_, launcher_, clock_, {"cpu", runs}, {}, stop_.get_token()).ok(); };
    // Under the runs folder, of which only the child knows the last part.
    const std::string id = add("new");
    launcher_.runs = [&](const std::string&) { return tells(told + "/new-03"); };
    ASSERT_TRUE(work());
    EXPECT_EQ(item(id).state, QueueState::Finished);
    EXPECT_EQ(item(id).run_dir, runs + "/new-03");
    // One that was named, and one that goes on.
    for (std::string RunRequest::*named : {&RunRequest::run_dir, &RunRequest::resume_from}) {
        QueueAddition out;
        out.request.config = std::make_shared<const TrainConfig>(default_config(kDcgan));
        out.request.*named = folder_.file(kLatin);
        const auto ids = queue_->add(out);
        ASSERT_TRUE(ids);
        if (named == &RunRequest::resume_from) fs::create_directories(folder_.file(kLatin));
        launcher_.runs = [&](const std::string&) { return tells(folder_.file(kLatinTold)); };
        ASSERT_TRUE(work());
        EXPECT_EQ(item(ids->front()).run_dir, folder_.file(kLatin)) << item(ids->front()).reason;
    }
}

TEST_F(QueueNewsTest, ARunThatStandsStillSaysWhy) {
    const std::string id = add("full");
    launcher_.runs = [](const std::string&) {
        return Scripted{
            {R"({"event":"started","run":"/runs/full"})",
             R"({"event":"state","from":"running","to":"paused","reason":"the disk is full. Then resume."})",
             R"({"event":"state","from":"paused","to":"running","reason":"resumed"})",
             R"({"event":"finished","reason":"reached the number of steps","step":3})"},
            {}};
    };
    std::vector<std::string> reasons;
    RunnerNews news;
    news.changed = [&](const QueueItem& i) {
        if (i.state == QueueState::Running) reasons.push_back(i.reason);
    };
    ASSERT_TRUE(run_queue(store_, launcher_, clock_, {"cpu", folder_.file("runs")}, news, stop_.get_token()));
    EXPECT_THAT(reasons, ElementsAre("", "", "the disk is full. Then resume.", ""));
    EXPECT_EQ(item(id).state, QueueState::Finished);
    EXPECT_EQ(item(id).reason, "");
}

}  // namespace
}  // namespace headroom
