// The runner with scripted children and a clock of the test's own.
#include "tests/core/queue_runner_fixture.h"

#include "core/base/file_lock.h"
#include "core/families/registry.h"
#include "core/io/files/atomic_file.h"
#include "core/io/runs/run_folder.h"
#include "core/io/runs/run_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <thread>
#include <utility>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST_F(QueueRunnerTest, ItsFailuresAreToldByTheQueueUntilOneGoesOn) {
    const std::string id = add("dcgan");
    EXPECT_EQ(run().finished, 1);
    EXPECT_THAT(queue_->read()->runner_failures, ::testing::IsEmpty()) << "it ended in good order";
    // The queue's file cannot be read while the run goes on.
    const std::string second = add("second");
    launcher_.runs = [&](const std::string&) {
        std::filesystem::rename(store_.folder() + "/queue.json", store_.folder() + "/kept");
        EXPECT_TRUE(write_text_atomic(store_.folder() + "/queue.json", "{\"format\":\"headroom-queue-99\"}"));
        return Scripted{{"{\"event\":\"finished\",\"reason\":\"reached the number of steps\",\"step\":3}"}, {}};
    };
    const auto failed = run_queue(store_, launcher_, clock_, {"cpu", folder_.file("runs")}, {}, stop_.get_token());
    ASSERT_FALSE(failed);
    std::filesystem::rename(store_.folder() + "/kept", store_.folder() + "/queue.json");
    auto told = queue_->read()->runner_failures;
    ASSERT_EQ(told.size(), 1u);
    EXPECT_THAT(told[0], ::testing::HasSubstr("The queue's runner for cpu failed: " + failed.error().message));
    // One that was killed has said nothing.
    store_.note_runner("cpu");
    told = queue_->read()->runner_failures;
    ASSERT_EQ(told.size(), 1u);
    EXPECT_THAT(told[0], ::testing::HasSubstr("for cpu ended without a word"));
    {
        FileLock lives;
        ASSERT_TRUE(*lives.try_take(store_.runner_lock("cpu")));
        EXPECT_THAT(queue_->read()->runner_failures, ::testing::IsEmpty()) << "it lives";
    }
    ASSERT_TRUE(queue_->clear(false));
    EXPECT_THAT(queue_->read()->runner_failures, ::testing::IsEmpty());
}

TEST_F(QueueRunnerTest, RunsOfEveryFamilyEndAsTheyShould) {
    std::vector<std::string> ids;
    for (const Family* family : families())
        ids.push_back(add(std::string(name_of(family->facts().kind)), {}, WhenTooBig::Wait, family->facts().kind));
    const std::string missing = add("missing", {{"data.path", folder_.file("no-data")}});
    const std::string large = add("large", {{"memory.budget", std::int64_t{2} << 30}}, WhenTooBig::Fail);
    launcher_.forecasts = [&](const auto& words) {
        const bool of_large =
            words.end() != std::find(words.begin(), words.end(), "--config=" + store_.config_file(large));
        return Scripted{{of_large ? forecast(3, 2, 5, 8) : forecast(1, 4, 5, 8)}, {}};
    };
    const RunnerSummary summary = run();
    EXPECT_EQ(summary.finished, static_cast<int>(ids.size()));
    EXPECT_EQ(summary.failed, 2);
    for (const std::string& id : ids) {
        EXPECT_EQ(item(id).state, QueueState::Finished);
        EXPECT_EQ(item(id).run_dir, "/runs/" + item(id).name);
        EXPECT_GE(item(id).ended_unix_ms, item(id).started_unix_ms);
    }
    EXPECT_EQ(item(missing).state, QueueState::Failed);
    EXPECT_EQ(item(missing).reason, "data.path: " + folder_.file("no-data") + " is not there");
    EXPECT_EQ(item(large).state, QueueState::Failed);
    EXPECT_EQ(item(large).reason, "needs 3.00 GiB, more than its budget of 2.00 GiB");
    EXPECT_FALSE(fs::exists(store_.config_file(ids[0]))) << "settings lie there only while they are needed";
    EXPECT_TRUE(queue_->read()->runners.empty());
}

TEST_F(QueueRunnerTest, AStageThatDoesNotFitIsNamed) {
    const std::string large = add("large", {{"memory.budget", std::int64_t{2} << 30}}, WhenTooBig::Fail);
    const std::string waits = add("waits");
    std::string reason;
    launcher_.forecasts = [&](const auto& words) {
        const bool of_large =
            words.end() != std::find(words.begin(), words.end(), "--config=" + store_.config_file(large));
        std::string told = of_large ? forecast(3, 2, 5, 8) : forecast(4, 6, clock_.waits > 0 ? 5 : 3, 8);
        told.insert(1, "\"stage\":\"once image.size is 128\",");
        return Scripted{{told}, {}};
    };
    clock_.on_wait = [&] { reason = item(waits).reason; };
    run();
    EXPECT_EQ(item(large).reason, "needs 3.00 GiB once image.size is 128, more than its budget of 2.00 GiB");
    EXPECT_EQ(reason, "waits for 1.00 GiB of room on cpu, needed once image.size is 128");
}

TEST_F(QueueRunnerTest, TheChildGetsTheVerbAndTheSettings) {
    add("mine", {{"batch.micro", std::int64_t{17}}});
    run();
    ASSERT_EQ(launcher_.started.size(), 2u);
    const auto& words = launcher_.started[1];
    EXPECT_EQ(words[0] + " " + words[1], "train dcgan");
    EXPECT_THAT(words, Contains("--json"));
    EXPECT_THAT(words, Contains("--device=cpu"));
    EXPECT_THAT(words, Contains("--name=mine"));
    EXPECT_THAT(launcher_.configs[1], HasSubstr("\"batch.micro\": 17"));
}

TEST_F(QueueRunnerTest, OthersGoFirstWhileOneWaitsForRoom) {
    const std::string big = add("big"), small = add("small");
    int room_looks = 0;
    launcher_.forecasts = [&](const auto& words) {
        const bool of_big = words.end() != std::find(words.begin(), words.end(), "--config=" + store_.config_file(big));
        if (of_big && ++room_looks < 4) return Scripted{{forecast(4, 3, 3.3, 8)}, {}};
        return Scripted{{forecast(4, 6, 7, 8)}, {}};
    };
    std::string reason;
    clock_.on_wait = [&] { reason = item(big).reason; };
    EXPECT_EQ(run().finished, 2);
    EXPECT_THAT(launcher_.run_names(), ElementsAre("small", "big"));
    EXPECT_EQ(reason, "waits for 1.00 GiB of room on cpu");
    EXPECT_EQ(room_looks, 4);
    EXPECT_GE(clock_.waits, 30) << "it is not checked all the time";
    EXPECT_EQ(item(big).reason, "");
}

TEST_F(QueueRunnerTest, WhatCanNeverFitWaitsOrFailsAsChosenAndTheRestGoesOn) {
    const std::string a = add("a"), b = add("b", {}, WhenTooBig::Fail), c = add("c");
    int looks = 0;
    launcher_.forecasts = [&](const auto& words) {
        const auto of = [&](const std::string& id) {
            return words.end() != std::find(words.begin(), words.end(), "--config=" + store_.config_file(id));
        };
        looks += of(a) ? 1 : 0;
        return Scripted{{of(a) || of(b) ? forecast(9, 4, 5, 8) : forecast(1, 4, 5, 8)}, {}};
    };
    const RunnerSummary summary = run();
    EXPECT_EQ(summary.finished, 1);
    EXPECT_EQ(summary.failed, 1);
    EXPECT_EQ(summary.too_big, 1);
    EXPECT_EQ(looks, 1) << "it is said once";
    EXPECT_EQ(item(a).state, QueueState::Waiting);
    EXPECT_EQ(item(a).reason, "needs 9.00 GiB, more than cpu can ever give; it waits until it is changed or removed");
    EXPECT_EQ(item(b).state, QueueState::Failed);
    EXPECT_EQ(item(b).reason, "needs 9.00 GiB, more than cpu can ever give");
    EXPECT_EQ(item(c).state, QueueState::Finished);
    ASSERT_TRUE(queue_->set_when_too_big(a, WhenTooBig::Fail));
    EXPECT_EQ(run().failed, 1);
    EXPECT_EQ(item(a).state, QueueState::Failed);
    EXPECT_FALSE(queue_->set_when_too_big(a, WhenTooBig::Wait)) << "it does not wait";
}

TEST_F(QueueRunnerTest, MakeItFitTakesTheBestPlanWithTheSameResult) {
    const std::string a = add("a", {{"batch.micro", std::int64_t{64}}}, WhenTooBig::Fit);
    launcher_.forecasts = [](const auto&) { return Scripted{{forecast(6, 3, 3.3, 8)}, {}}; };
    const std::string plan = "\"fits\":\"fits\",\"settings\":{\"batch.accumulate\":4,\"batch.micro\":";
    launcher_.plans = {{"[{\"group\":\"close\"," + plan +
                        "8}},{\"group\":\"same\",\"fits\":\"no\",\"settings\":{\"batch.micro\":9}}," +
                        "{\"group\":\"same\"," + plan + "16}},{\"group\":\"same\"," + plan + "4}}]"},
                       {}};
    EXPECT_EQ(run().finished, 1);
    EXPECT_EQ(item(a).request.config->batch_micro, 16);
    EXPECT_EQ(item(a).request.config->batch_accumulate, 4);
    EXPECT_THAT(item(a).reason, HasSubstr("made to fit"));
    EXPECT_THAT(item(a).reason, HasSubstr("batch.micro 64 → 16"));
    EXPECT_THAT(launcher_.configs.back(), HasSubstr("\"batch.micro\": 16"));
}

TEST_F(QueueRunnerTest, WithoutAPlanItWaitsOrFails) {
    const std::string a = add("a", {{"memory.budget", std::int64_t{2} << 30}}, WhenTooBig::Fit);
    launcher_.forecasts = [](const auto&) { return Scripted{{forecast(6, 2, 7, 8)}, {}}; };
    launcher_.plans = {{"[]"}, {3, 0, ""}};
    EXPECT_EQ(run().too_big, 1);
    EXPECT_EQ(item(a).state, QueueState::Waiting);
    EXPECT_THAT(item(a).reason, HasSubstr("no plan with the same result fits"));
    EXPECT_THAT(launcher_.started[1], Contains("--budget=" + std::to_string(std::int64_t{2} << 30)));
}

TEST_F(QueueRunnerTest, ACrashIsMarkedAndTheRestGoesOn) {
    const std::string crash = add("crash"), killed = add("killed"), told = add("told"), refused = add("refused"),
                      good = add("good");
    const auto usual = launcher_.runs;
    launcher_.runs = [&](const std::string& name) {
        Scripted out = usual(name);
        if (name == "good") return out;
        out.lines.pop_back();
        if (name == "crash") out.end = {0, SIGSEGV, ""};
        if (name == "killed") out.end = {0, SIGKILL, ""};
        if (name == "told") {
            out.lines.emplace_back("{\"event\":\"failed\",\"message\":\"the data set is damaged\"}");
            out.end = {2, 0, "headroom-cli: error: the data set is damaged\n"};
        }
        if (name == "refused")
            out = {{"no json"}, {4, 0, "warning\nheadroom-cli: error: the device is gone\n  Look.\n"}};
        return out;
    };
    const RunnerSummary summary = run();
    EXPECT_EQ(summary.failed, 4);
    EXPECT_EQ(summary.finished, 1);
    EXPECT_THAT(item(crash).reason, StartsWith("the process crashed (Segmentation fault)"));
    EXPECT_THAT(item(crash).reason, HasSubstr("at step 3"));
    EXPECT_THAT(item(killed).reason, HasSubstr("may have run out of memory"));
    EXPECT_EQ(item(told).reason, "the data set is damaged at step 3");
    EXPECT_EQ(item(refused).reason, "the device is gone");
    EXPECT_EQ(item(good).state, QueueState::Finished);
}

TEST_F(QueueRunnerTest, AForecastThatFailsIsTheReason) {
    const std::string a = add("a"), b = add("b");
    int asked = 0;
    launcher_.forecasts = [&](const auto&) {
        if (++asked == 1) return Scripted{{}, {4, 0, "headroom-cli: error: device: cuda:3 is not there\n"}};
        return Scripted{{"rubbish"}, {}};
    };
    EXPECT_EQ(run().failed, 2);
    EXPECT_EQ(item(a).reason, "device: cuda:3 is not there");
    EXPECT_THAT(item(b).reason, HasSubstr("no answer that can be read"));
}

TEST_F(QueueRunnerTest, OneWhoseForecastFindsNoRoomWaitsForIt) {
    const std::string patient = add("patient"), hasty = add("hasty", {}, WhenTooBig::Fail);
    int asked = 0;
    launcher_.forecasts = [&](const auto&) {
        if (++asked <= 3) return Scripted{{}, {3, 0, "headroom-cli: error: no room for a step to try\n"}};
        return Scripted{{forecast(1, 4, 5, 8)}, {}};
    };
    std::string reason;
    clock_.on_wait = [&] { reason = item(patient).reason; };
    const RunnerSummary summary = run();
    EXPECT_EQ(summary.finished, 1);
    EXPECT_EQ(summary.failed, 1);
    EXPECT_EQ(asked, 4) << "it is looked at again";
    EXPECT_EQ(reason, "waits for room on cpu: no room for a step to try");
    EXPECT_EQ(item(patient).state, QueueState::Finished);
    EXPECT_EQ(item(hasty).state, QueueState::Failed);
    EXPECT_EQ(item(hasty).reason, "no room for a step to try");
}

TEST_F(QueueRunnerTest, ADiskThatIsTooSmallIsSaidBefore) {
    const std::string a = add("a");
    launcher_.forecasts = [](const auto&) {
        std::string json = forecast(1, 4, 5, 8);
        json.replace(json.find("\"weights\":1000"), 14, "\"weights\":900000000000000000");
        return Scripted{{json}, {}};
    };
    EXPECT_EQ(run().failed, 1);
    EXPECT_THAT(item(a).reason, HasSubstr("checkpoints take about"));
    EXPECT_THAT(item(a).reason, HasSubstr(fs::path(folder_.path()).string()));
}

TEST_F(QueueRunnerTest, StartsNothingBeforeItsTime) {
    const std::string later = add("later", {}, WhenTooBig::Wait, kDcgan, clock_.now + 120 * 1000);
    add("now");
    std::int64_t began = 0;
    const auto usual = launcher_.runs;
    launcher_.runs = [&](const std::string& name) {
        if (name == "later") began = clock_.now;
        return usual(name);
    };
    EXPECT_EQ(run().finished, 2);
    EXPECT_THAT(launcher_.run_names(), ElementsAre("now", "later"));
    EXPECT_GE(began, 1'000'000 + 120 * 1000);
    EXPECT_LT(began, 1'000'000 + 122 * 1000);
    EXPECT_EQ(item(later).state, QueueState::Finished);
}

TEST_F(QueueRunnerTest, APauseHoldsWhatWaits) {
    add("a");
    ASSERT_TRUE(queue_->pause(true));
    clock_.on_wait = [&] {
        EXPECT_TRUE(clock_.waits > 5 || launcher_.started.empty());
        if (clock_.waits == 5) ASSERT_TRUE(queue_->pause(false));
    };
    EXPECT_EQ(run().finished, 1);
    EXPECT_EQ(clock_.waits, 5);
}

TEST_F(QueueRunnerTest, StopsAfterTheCurrentOne) {
    add("a");
    const std::string b = add("b");
    const auto usual = launcher_.runs;
    launcher_.runs = [&](const std::string& name) {
        Scripted out = usual(name);
        out.at_start = [&] { EXPECT_TRUE(queue_->stop_after_current(true)); };
        return out;
    };
    EXPECT_EQ(run().finished, 1);
    EXPECT_EQ(item(b).state, QueueState::Waiting);
    EXPECT_TRUE(queue_->read()->paused);
    EXPECT_FALSE(queue_->read()->stop_after_current);
}

Scripted endless(const std::string& name) {
    return {{"{\"event\":\"started\",\"run\":\"/runs/" + name + "\"}", "{\"event\":\"step\",\"step\":7}"},
            {143, 0, ""},
            true,
            {"{\"event\":\"finished\",\"reason\":\"stopped\",\"step\":8}"}};
}

TEST_F(QueueRunnerTest, ARunThatIsRemovedIsStoppedFirst) {
    const std::string a = add("a"), b = add("b");
    const auto usual = launcher_.runs;
    launcher_.runs = [&](const std::string& name) {
        if (name == "b") return usual(name);
        Scripted out = endless(name);
        out.at_start = [&] { EXPECT_TRUE(queue_->remove(a)); };
        return out;
    };
    const RunnerSummary summary = run();
    EXPECT_EQ(summary.stopped, 1);
    EXPECT_EQ(summary.finished, 1);
    ASSERT_EQ(queue_->read()->items.size(), 1u);
    EXPECT_EQ(item(b).state, QueueState::Finished);
}

TEST_F(QueueRunnerTest, ARunThatIsRemovedWhileItIsCheckedIsNotStarted) {
    const std::string a = add("a"), b = add("b");
    launcher_.forecasts = [&, first = true](const auto&) mutable {
        Scripted out{{forecast(1, 4, 5, 8)}, {}};
        if (std::exchange(first, false)) out.at_start = [&] { EXPECT_TRUE(queue_->remove(a)); };
        return out;
    };
    const RunnerSummary summary = run();
    EXPECT_THAT(launcher_.run_names(), ElementsAre("b"));
    EXPECT_EQ(summary.stopped, 1);
    ASSERT_EQ(queue_->read()->items.size(), 1u);
    EXPECT_EQ(item(b).state, QueueState::Finished);
}

TEST_F(QueueRunnerTest, ARunThatIsKilledBeforeItIsSavedIsNotSaidToHaveNeverBegun) {
    const std::string a = add("a");
    launcher_.runs = [&](const std::string& name) {
        Scripted out = endless(name);
        out.last.clear();
        out.at_start = [&] { stop_.request_stop(); };
        return out;
    };
    EXPECT_EQ(run().stopped, 1);
    EXPECT_EQ(item(a).state, QueueState::Stopped);
    EXPECT_EQ(item(a).reason, "stopped with the queue at step 7, but killed before it was saved");
}

TEST_F(QueueRunnerTest, ARunThatIsStoppedBeforeItBeganIsSaidToBe) {
    const std::string a = add("a");
    launcher_.runs = [&](const std::string&) {
        Scripted out{{}, {143, 0, ""}, true};
        out.at_start = [&] { stop_.request_stop(); };
        return out;
    };
    EXPECT_EQ(run().stopped, 1);
    EXPECT_EQ(item(a).reason, "stopped with the queue before it began");
}

TEST_F(QueueRunnerTest, StoppingTheRunnerSavesTheRun) {
    const std::string a = add("a"), b = add("b");
    launcher_.runs = [&](const std::string& name) {
        Scripted out = endless(name);
        out.at_start = [&] { stop_.request_stop(); };
        return out;
    };
    EXPECT_EQ(run().stopped, 1);
    EXPECT_EQ(item(a).state, QueueState::Stopped);
    EXPECT_EQ(item(a).reason, "stopped with the queue at step 8");
    EXPECT_EQ(item(b).state, QueueState::Waiting);
    ASSERT_TRUE(queue_->retry(a));
    EXPECT_EQ(item(a).state, QueueState::Waiting);
}

TEST_F(QueueRunnerTest, StoppingDuringACheckLeavesItWaiting) {
    const std::string a = add("a");
    launcher_.forecasts = [&](const auto&) {
        Scripted out{{}, {}, true};
        out.at_start = [&] { stop_.request_stop(); };
        return out;
    };
    run();
    EXPECT_EQ(item(a).state, QueueState::Waiting);
}

TEST_F(QueueRunnerTest, TakesRunsOfItsDeviceAlone) {
    const std::string gpu = add("gpu", {{"device", std::string("cuda:1")}}), any = add("any"),
                      cpu = add("cpu", {{"device", std::string("cpu")}});
    EXPECT_EQ(run().finished, 2);
    EXPECT_EQ(item(gpu).state, QueueState::Waiting);
    EXPECT_THAT(queue_->read()->next_words, HasSubstr("no runner works for cuda:1"));
}

TEST_F(QueueRunnerTest, OneRunnerPerDevice) {
    const std::string a = add("a");
    FileLock other;
    ASSERT_TRUE(*other.try_take(store_.runner_lock("cpu")));
    const auto second = run_queue(store_, launcher_, clock_, {"cpu", folder_.path()}, {}, stop_.get_token());
    ASSERT_TRUE(second);
    EXPECT_FALSE(second->has_value());
    EXPECT_EQ(item(a).state, QueueState::Waiting);
    const auto gpu = run_queue(store_, launcher_, clock_, {"cuda:0", folder_.path()}, {}, stop_.get_token());
    ASSERT_TRUE(gpu);
    EXPECT_EQ(gpu->value().finished, 1) << "another device has a runner of its own";
}

TEST_F(QueueRunnerTest, WaitsForTheRunThatAKilledRunnerLeftSaving) {
    const std::string a = add("a"), b = add("b");
    auto left = RunFolder::create(folder_.file("left"), "", "", default_config(kDcgan));
    ASSERT_TRUE(left);
    StoredItem item_a;
    item_a.id = a;
    ASSERT_TRUE(store_.update(item_a, [&](StoredItem& i) {
        i.state = QueueState::Running;
        i.runner = "cpu";
        i.run_dir = folder_.file("left");
    }));
    RunLock trainer;
    ASSERT_TRUE(trainer.take(folder_.file("left")));
    clock_.on_wait = [&] {
        EXPECT_TRUE(launcher_.started.empty());
        if (clock_.waits == 3) trainer = RunLock();
    };
    EXPECT_EQ(run().finished, 1);
    EXPECT_EQ(clock_.waits, 3);
    EXPECT_EQ(item(a).state, QueueState::Stopped);
    EXPECT_EQ(item(b).state, QueueState::Finished);
}

}  // namespace
}  // namespace headroom
