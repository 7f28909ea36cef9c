// The queue as windows and terminals see it: order, sweeps, damage, kills, several users at once, what a killed runner leaves.
#include "core/api/param_schema.h"
#include "core/base/clock.h"
#include "core/base/file_lock.h"
#include "core/engine/queue/queue_store.h"
#include "core/engine/queue/queue_words.h"
#include "core/engine/queue/studio_queue.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/registry.h"
#include "core/io/runs/run_folder.h"
#include "core/io/runs/run_lock.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <set>
#include <thread>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// One whole line of 16 bytes; false at the end.
bool read_fully(int pipe, char (&line)[16]) {
    std::size_t have = 0;
    while (have < sizeof line) {
        const ssize_t n = ::read(pipe, line + have, sizeof line - have);
        if (n <= 0) return false;
        have += static_cast<std::size_t>(n);
    }
    return true;
}

class QueueTest : public ::testing::Test {
protected:
    static QueueAddition addition(const std::string& name, ModelKind kind = kDcgan) {
        TrainConfig config = default_config(kind);
        if (!family_of(kind).missing(config).empty())
            config = *with_patch(config, {{"prompts", std::string("a red square")}});
        QueueAddition out;
        out.request.config = std::make_shared<const TrainConfig>(config);
        out.request.name = name;
        return out;
    }
    std::string add(const std::string& name) {
        const auto ids = queue_->add(addition(name));
        EXPECT_TRUE(ids) << ids.error().message;
        return ids->front();
    }
    QueueSnapshot read() const {
        auto snapshot = queue_->read();
        EXPECT_TRUE(snapshot) << (snapshot ? "" : snapshot.error().message);
        return snapshot ? *std::move(snapshot) : QueueSnapshot{};
    }
    QueueItem item(const std::string& id) const {
        for (const QueueItem& i : read().items)
            if (i.id == id) return i;
        ADD_FAILURE() << id << " is gone";
        return {};
    }
    std::vector<std::string> names() const {
        std::vector<std::string> out;
        for (const QueueItem& i : read().items) out.push_back(i.name);
        return out;
    }
    /// As its runner would have it.
    void set(const std::string& id, const std::function<void(StoredItem&)>& edit) {
        StoredItem item;
        item.id = id;
        ASSERT_TRUE(store_.update(item, edit));
    }
    /// A run folder in `state` with a checkpoint of step 4, under way by its item.
    std::string under_way(const std::string& id, const std::string& state) {
        const std::string dir = folder_.file("run-" + id);
        auto run = RunFolder::create(dir, "", "", default_config(kDcgan));
        EXPECT_TRUE(run);
        CheckpointContent content;
        content.step = 4;
        content.config = default_config(kDcgan);
        EXPECT_TRUE(run->write_checkpoint(content));
        RunInfo info = *run->load_info();
        info.state = state;
        info.step = 5;
        EXPECT_TRUE(run->save_info(info));
        set(id, [&](StoredItem& i) {
            i.state = QueueState::Running;
            i.runner = "cpu";
            i.run_dir = dir;
        });
        return dir;
    }

    test::TempFolder folder_;
    QueueStore store_{folder_.file("queue")};
    std::shared_ptr<Queue> queue_ = make_queue({folder_.file("queue"), "/nowhere/headroom-cli"});
};

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

TEST_F(QueueTest, ADamagedFileIsKeptAsideAndSaid) {
    add("lost");
    const std::string rubbish = "{\"format\":\"headroom-queue-1\",\"items\":[{";
    test::write_bytes(folder_.file("queue/queue.json"), rubbish);
    const QueueSnapshot now = read();
    EXPECT_TRUE(now.items.empty());
    EXPECT_THAT(now.next_words, HasSubstr("queue.json.damaged-1"));
    EXPECT_EQ(test::read_bytes(folder_.file("queue/queue.json.damaged-1")), rubbish);
    add("new");
    EXPECT_THAT(names(), ElementsAre("new"));
    EXPECT_THAT(read().next_words, HasSubstr("damaged-1")) << "until it was cleared";
    ASSERT_TRUE(queue_->clear(false));
    EXPECT_THAT(read().next_words, ::testing::Not(HasSubstr("damaged")));
    EXPECT_TRUE(fs::exists(folder_.file("queue/queue.json.damaged-1")));
    for (const char* other : {"", "[]", "{}", "null", "{\"format\":\"headroom-queue-1\",\"items\":5}"}) {
        test::write_bytes(folder_.file("queue/queue.json"), other);
        EXPECT_TRUE(read().items.empty()) << other;
    }
    EXPECT_TRUE(fs::exists(folder_.file("queue/queue.json.damaged-6")));
}

TEST_F(QueueTest, WhatCanBeReadOfADamagedFileGoesOn) {
    add("one");
    add("two");
    add("three");
    std::string text = test::read_bytes(folder_.file("queue/queue.json"));
    const auto at = text.find("\"batch.micro\"", text.find("\"two\""));
    ASSERT_NE(at, std::string::npos);
    text.replace(at, 13, "\"batch.macro\"");
    test::write_bytes(folder_.file("queue/queue.json"), text);
    EXPECT_THAT(names(), ElementsAre("one", "three"));
    EXPECT_THAT(read().next_words, HasSubstr("1 runs of the queue could not be read"));
    EXPECT_EQ(test::read_bytes(folder_.file("queue/queue.json.damaged-1")), text);
}

TEST_F(QueueTest, AQueueOfANewerHeadroomIsLeftAlone) {
    const std::string text = "{\"format\":\"headroom-queue-2\",\"items\":{}}";
    fs::create_directories(folder_.file("queue"));
    test::write_bytes(folder_.file("queue/queue.json"), text);
    EXPECT_EQ(queue_->read().error().code, ErrorCode::BadFile);
    EXPECT_THAT(queue_->add(addition("a")).error().message, HasSubstr("newer Headroom"));
    EXPECT_EQ(test::read_bytes(folder_.file("queue/queue.json")), text);
}

TEST_F(QueueTest, ThreadsAndProcessesAddAtOnce) {
    constexpr int each = 10;
    const auto work = [&](const std::string& who) {
        const auto own = make_queue({folder_.file("queue"), ""});
        bool good = true;
        for (int i = 0; i < each; ++i) good &= own->add(addition(who)).ok() && own->read().ok();
        return good;
    };
    std::array<pid_t, 2> processes{};
    for (pid_t& pid : processes) {
        pid = fork();
        if (pid == 0) _exit(work("process") ? 0 : 1);
    }
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 3; ++i) threads.emplace_back([&] { EXPECT_TRUE(work("thread")); });
    }
    for (const pid_t pid : processes) {
        int status = 0;
        ASSERT_EQ(waitpid(pid, &status, 0), pid);
        EXPECT_EQ(status, 0);
    }
    std::set<std::string> ids;
    for (const QueueItem& i : read().items) ids.insert(i.id);
    EXPECT_EQ(ids.size(), 5u * each);
    EXPECT_EQ(read().revision, 5u * each);
}

TEST_F(QueueTest, AProcessKilledWhileItWritesLosesNothingThatWasAdded) {
    std::set<std::string> told;
    for (int round = 0; round < 6; ++round) {
        int ends[2];
        ASSERT_EQ(pipe(ends), 0);
        const pid_t pid = fork();
        if (pid == 0) {
            for (;;) {
                const auto ids = make_queue({folder_.file("queue"), ""})->add(addition("a"));
                char line[16] = {};
                if (!ids || ids->front().copy(line, 15) == 0 || write(ends[1], line, sizeof line) != sizeof line)
                    _exit(1);
            }
        }
        close(ends[1]);
        char line[16] = {};
        for (int i = 0; i < 3 + round; ++i) {
            ASSERT_EQ(read_fully(ends[0], line), true);
            told.insert(line);
        }
        kill(pid, SIGKILL);
        waitpid(pid, nullptr, 0);
        while (read_fully(ends[0], line)) told.insert(line);
        close(ends[0]);
        std::set<std::string> there;
        for (const QueueItem& i : read().items) there.insert(i.id);
        EXPECT_TRUE(std::includes(there.begin(), there.end(), told.begin(), told.end()));
    }
    add("last");
    for (const auto& entry : fs::directory_iterator(folder_.file("queue")))
        EXPECT_EQ(entry.path().string().find("partial"), std::string::npos) << "swept with the next change";
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
