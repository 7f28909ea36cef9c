// The queue as windows and terminals see it: order, sweeps, retries, what a killed runner leaves, what happens next.
#include "tests/core/queue_fixture.h"

#include "core/base/clock.h"
#include "core/base/file_lock.h"
#include "core/engine/queue/queue_words.h"
#include "core/io/runs/run_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <sys/stat.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST_F(QueueTest, IsEmptyUntilSomethingIsAdded) {
    EXPECT_TRUE(read().items.empty());
    EXPECT_EQ(read().next_words, "The queue is empty.");
    EXPECT_FALSE(fs::exists(folder_.file("queue")));
}

TEST_F(QueueTest, KeepsItsOrderThroughMovesAndRemovals) {
    const std::string a = add("a"), b = add("b"), c = add("c");
    ASSERT_TRUE(queue_->move(c, 0));
    EXPECT_THAT(names(), ElementsAre("c", "a", "b"));
    ASSERT_TRUE(queue_->move(c, 99));
    EXPECT_THAT(names(), ElementsAre("a", "b", "c"));
    ASSERT_TRUE(queue_->move(a, 1));
    EXPECT_THAT(names(), ElementsAre("b", "a", "c"));
    EXPECT_FALSE(queue_->move(a, -1));
    const auto before = read().revision;
    ASSERT_TRUE(queue_->remove(b));
    EXPECT_THAT(names(), ElementsAre("a", "c"));
    EXPECT_GT(read().revision, before);
    EXPECT_EQ(queue_->remove(b).error().code, ErrorCode::NotFound);
    EXPECT_THAT(queue_->move("q99", 0).error().message, HasSubstr("q99"));
    const auto copy = queue_->duplicate(a);
    ASSERT_TRUE(copy);
    EXPECT_THAT(names(), ElementsAre("a", "c", "a"));
    EXPECT_NE(*copy, a);
}

TEST_F(QueueTest, EveryFamilyComesBackAsItWasAdded) {
    std::vector<TrainConfig> put;
    for (const Family* family : families()) {
        QueueAddition wanted = addition("of " + std::string(name_of(family->facts().kind)), family->facts().kind);
        TrainConfig config = *wanted.request.config;
        config.lr_g = 0.000123;
        config.data_path = "/data/caf\xE9";  // no UTF-8
        put.push_back(config);
        wanted.request.config = std::make_shared<const TrainConfig>(config);
        wanted.request.run_dir = "/runs/\xE9";
        wanted.request.weights_from = "/weights";
        wanted.when_too_big = WhenTooBig::Fit;
        wanted.not_before_unix_ms = 12345;
        ASSERT_TRUE(queue_->add(wanted));
    }
    queue_ = make_queue({folder_.file("queue"), ""});  // which reads the file
    const auto items = read().items;
    ASSERT_EQ(items.size(), put.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        TrainConfig wanted = put[i];
        if (!belongs_to(*find_param("data.path"), wanted.model)) wanted.data_path = items[i].request.config->data_path;
        if (!belongs_to(*find_param("lr.g"), wanted.model)) wanted.lr_g = items[i].request.config->lr_g;
        EXPECT_TRUE(difference(wanted, *items[i].request.config).empty()) << items[i].name;
        EXPECT_EQ(items[i].request.config->model, wanted.model);
        EXPECT_EQ(items[i].request.run_dir, "/runs/\xE9");
        EXPECT_EQ(items[i].request.weights_from, "/weights");
        EXPECT_EQ(items[i].when_too_big, WhenTooBig::Fit);
        EXPECT_EQ(items[i].not_before_unix_ms, 12345);
        EXPECT_GT(items[i].added_unix_ms, 0);
    }
}

TEST_F(QueueTest, ASweepIsAGridNamedAfterWhatDiffers) {
    QueueAddition wanted = addition("animals");
    wanted.sweep = {{"lr.g", {1e-4, 2e-4}}, {"batch.micro", {std::int64_t{32}, std::int64_t{64}}}};
    const auto ids = queue_->add(wanted);
    ASSERT_TRUE(ids) << ids.error().message;
    const auto items = read().items;
    ASSERT_EQ(items.size(), 4u);
    std::set<std::pair<double, std::int64_t>> grid;
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(items[i].id, (*ids)[i]);
        EXPECT_EQ(items[i].request.name, items[i].name);
        grid.emplace(items[i].request.config->lr_g, items[i].request.config->batch_micro);
    }
    EXPECT_EQ(grid.size(), 4u);
    // Keys stand in the order of the form, whatever the order in which they were given.
    const auto rows = schema_rows(kDcgan);
    const auto place = [&](std::string_view key) {
        return std::find_if(rows.begin(), rows.end(), [&](const ParamRow& r) { return r.key == key; });
    };
    EXPECT_EQ(items[0].name,
              place("lr.g") < place("batch.micro") ? "animals, lr.g 1e-4, batch 32" : "animals, batch 32, lr.g 1e-4");
}

TEST_F(QueueTest, ASweepWithOneBadRunAddsNone) {
    add("first");
    const auto refused = [&](QueueAddition wanted, const std::string& words) {
        const auto ids = queue_->add(std::move(wanted));
        ASSERT_FALSE(ids);
        EXPECT_EQ(ids.error().code, ErrorCode::InvalidArgument);
        EXPECT_THAT(ids.error().message, HasSubstr(words));
    };
    QueueAddition wanted = addition("animals");
    wanted.sweep = {{"batch.micro", {std::int64_t{32}, std::int64_t{0}}}};
    refused(wanted, "batch.micro");
    wanted.sweep = {{"batch.micro", {std::int64_t{32}, std::int64_t{32}}}};
    refused(wanted, "given twice");
    wanted.sweep = {{"no.such", {std::int64_t{1}}}};
    refused(wanted, "no.such");
    wanted.sweep = {{"prompts", {std::string("a")}}};
    refused(wanted, "prompts");
    wanted.sweep = {{"seed", {}}};
    refused(wanted, "seed");
    wanted.sweep = {
        {"loss", {std::string("bce"), std::string("wgan-gp")}}};  // batch norm in D stands against one of them
    refused(wanted, "norm.d");
    std::vector<ParamValue> many;
    for (std::int64_t i = 0; i < 1001; ++i) many.emplace_back(i);
    wanted.sweep = {{"seed", many}};
    refused(wanted, "more than 1000");
    wanted = addition("animals");
    wanted.request.run_dir = "/somewhere";
    wanted.sweep = {{"seed", {std::int64_t{1}}}};
    refused(wanted, "/somewhere");
    refused(QueueAddition{}, "needs settings");
    EXPECT_THAT(names(), ElementsAre("first"));
}

TEST_F(QueueTest, WhatAKilledRunnerLeftIsSaidByTheRunsThemselves) {
    const std::string finished = add("finished"), stopped = add("stopped"), cut = add("cut off"),
                      failed = add("failed"), unborn = add("unborn"), checked = add("checked");
    under_way(finished, "finished");
    under_way(stopped, "stopped");
    under_way(cut, "running");  // and nobody holds its lock
    under_way(failed, "failed");
    for (const std::string& id : {unborn, checked}) {
        set(id, [&](StoredItem& i) {
            i.state = id == checked ? QueueState::Checking : QueueState::Running;
            i.runner = "cpu";
        });
    }
    {
        FileLock runner;
        ASSERT_TRUE(*runner.try_take(store_.runner_lock("cpu")));
        EXPECT_EQ(item(cut).state, QueueState::Running) << "while its runner lives";
        EXPECT_THAT(read().runners, ElementsAre("cpu"));
    }
    EXPECT_EQ(item(finished).state, QueueState::Finished);
    EXPECT_EQ(item(stopped).state, QueueState::Stopped);
    EXPECT_THAT(item(stopped).reason, HasSubstr("its newest checkpoint is of step 4"));
    EXPECT_EQ(item(cut).state, QueueState::Failed);
    EXPECT_THAT(item(cut).reason, HasSubstr("cut off at step 5"));
    EXPECT_EQ(item(failed).state, QueueState::Failed);
    EXPECT_EQ(item(unborn).state, QueueState::Stopped);
    EXPECT_EQ(item(checked).state, QueueState::Waiting);
    EXPECT_TRUE(read().runners.empty());
}

TEST_F(QueueTest, ARunThatStillSavesIsUnderWayUntilItHas) {
    const std::string id = add("saves");
    const std::string dir = under_way(id, "stopped");
    {
        RunLock trainer;
        ASSERT_TRUE(trainer.take(dir));
        EXPECT_EQ(item(id).state, QueueState::Running);
        EXPECT_THAT(item(id).reason, HasSubstr("saves and stops"));
        const auto revision = read().revision;
        EXPECT_EQ(read().revision, revision) << "reading it again changes nothing";
    }
    EXPECT_EQ(item(id).state, QueueState::Stopped);
}

TEST_F(QueueTest, ARetriedRunGoesOnFromItsFolder) {
    const std::string a = add("a"), b = add("b"), c = add("c");
    EXPECT_THAT(queue_->retry(a).error().message, HasSubstr("waiting"));
    const std::string dir = under_way(a, "stopped");
    set(b, [](StoredItem& i) { i.state = QueueState::Failed; });
    ASSERT_TRUE(queue_->retry(a));
    ASSERT_TRUE(queue_->retry(b));
    EXPECT_THAT(names(), ElementsAre("c", "a", "b"));
    EXPECT_EQ(item(a).request.resume_from, dir);
    EXPECT_EQ(item(a).state, QueueState::Waiting);
    EXPECT_EQ(item(a).reason, "");
    EXPECT_EQ(item(b).request.resume_from, "") << "it had not begun";
    const auto copy = queue_->duplicate(a);
    ASSERT_TRUE(copy);
    EXPECT_EQ(item(*copy).request.resume_from, "") << "another run than the first";
    set(c, [](StoredItem& i) { i.state = QueueState::Finished; });
    EXPECT_FALSE(queue_->retry(c));
}

TEST_F(QueueTest, ARetriedRunGoesOnWithTheSettingsOfItsCheckpointUpToItsLatestLimit) {
    const std::string a = add("a");
    auto run = RunFolder::open(under_way(a, "stopped"));
    TrainConfig later = default_config(kDcgan);
    later.lr_g = 0.5;
    later.steps = 77;
    ASSERT_TRUE(run && run->save_config(later));
    ASSERT_TRUE(queue_->retry(a));
    EXPECT_EQ(item(a).request.config->lr_g, default_config(kDcgan).lr_g) << "steps after it are made again";
    EXPECT_EQ(item(a).request.config->steps, 77);
}

TEST_F(QueueTest, RemovingARunUnderWayAsksItsRunner) {
    const std::string a = add("a"), b = add("b");
    FileLock runner;
    ASSERT_TRUE(*runner.try_take(store_.runner_lock("cpu")));
    under_way(a, "running");
    ASSERT_TRUE(queue_->remove(a));
    EXPECT_EQ(item(a).state, QueueState::Running);
    EXPECT_THAT(item(a).reason, HasSubstr("being stopped"));
    EXPECT_FALSE(queue_->move(a, 0));
    runner.release();
    EXPECT_THAT(names(), ElementsAre("b")) << "its runner is gone, and with it the run";
    EXPECT_FALSE(queue_->start_at(a, 1));
    EXPECT_TRUE(queue_->start_at(b, 77));
    EXPECT_EQ(item(b).not_before_unix_ms, 77);
}

TEST_F(QueueTest, ClearingForgetsWhatEnded) {
    const std::string a = add("a"), b = add("b");
    add("c");
    under_way(a, "running");
    FileLock runner;
    ASSERT_TRUE(*runner.try_take(store_.runner_lock("cpu")));
    under_way(b, "running");
    set(a, [](StoredItem& i) { i.state = QueueState::Finished; });
    ASSERT_TRUE(queue_->clear(false));
    EXPECT_THAT(names(), ElementsAre("b", "c"));
    ASSERT_TRUE(queue_->clear(true));
    EXPECT_THAT(names(), ElementsAre("b")) << "what runs stays";
    EXPECT_TRUE(fs::exists(folder_.file("run-" + a)));
}

TEST_F(QueueTest, SaysWhatHappensNext) {
    const std::string a = add("a");
    EXPECT_EQ(read().next_words, "1 run waits; start the queue.");
    FileLock runner;
    ASSERT_TRUE(*runner.try_take(store_.runner_lock("cpu")));
    EXPECT_EQ(read().next_words, "a is next.");
    set(a, [](StoredItem& i) { i.reason = "waits for 2.10 GiB of room on cpu"; });
    EXPECT_EQ(read().next_words, "a waits for 2.10 GiB of room on cpu.");
    const std::int64_t tomorrow = unix_ms_now() + 24 * 3600 * 1000;
    ASSERT_TRUE(queue_->start_at(a, tomorrow));
    EXPECT_EQ(read().next_words, "a starts at " + clock_text(tomorrow, unix_ms_now()) + ".");
    ASSERT_TRUE(queue_->pause(true));
    EXPECT_TRUE(read().paused);
    EXPECT_EQ(read().next_words, "Paused: 1 run waits.");
    ASSERT_TRUE(queue_->pause(false));
    add("b");
    under_way(a, "running");
    EXPECT_EQ(read().next_words, "a runs; b is next.");
    ASSERT_TRUE(queue_->stop_after_current(true));
    EXPECT_EQ(read().next_words, "a runs; the queue stops after it, 1 run waits.");
    set(a, [](StoredItem& i) { i.state = QueueState::Finished; });
    ASSERT_TRUE(queue_->stop_after_current(true));
    EXPECT_TRUE(read().paused) << "with nothing under way it stops at once";
}

TEST_F(QueueTest, StartsARunnerUnlessOneIsThere) {
    EXPECT_EQ(queue_->start_runner("cpu").error().code, ErrorCode::Environment);
    const std::string program = folder_.file("headroom-cli");
    test::write_bytes(program, "#!/bin/sh\necho \"$@\" > " + folder_.file("words.new") + " && mv " +
                                   folder_.file("words.new") + " " + folder_.file("words") + "\n");
    ASSERT_EQ(chmod(program.c_str(), 0700), 0);
    queue_ = make_queue({folder_.file("queue"), program});
    {
        FileLock runner;
        fs::create_directories(folder_.file("queue"));
        ASSERT_TRUE(*runner.try_take(store_.runner_lock("cpu")));
        ASSERT_TRUE(queue_->start_runner("cpu"));
    }
    ASSERT_TRUE(queue_->start_runner("cuda:0"));
    for (int i = 0; i < 3000 && !fs::exists(folder_.file("words")); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_EQ(test::read_bytes(folder_.file("words")), "queue run --quiet --device cuda:0\n");
}

}  // namespace
}  // namespace headroom
