// A runner of the queue with scripted children and a clock of the test's own, for tests.
#pragma once

#include "core/api/param_schema.h"
#include "core/engine/queue/queue_runner.h"
#include "core/engine/queue/studio_queue.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/registry.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace headroom {

/// What a child does: it says `lines` and ends, or waits to be stopped and then says `last`.
struct Scripted {
    std::vector<std::string> lines;
    ChildEnd end;
    bool waits = false;
    std::vector<std::string> last{};
    std::function<void()> at_start = [] {};
};

class ScriptedChild final : public RunChild {
public:
    explicit ScriptedChild(Scripted script) : script_(std::move(script)) { script_.at_start(); }
    std::vector<std::string> lines(int) override {
        if (!said_) {
            said_ = true;
            return script_.lines;
        }
        if (script_.waits && !stopped_) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            return {};
        }
        ended_ = true;
        return stopped_ ? script_.last : std::vector<std::string>{};
    }
    bool ended() const override { return ended_; }
    void stop() override { stopped_ = true; }
    ChildEnd finish() override { return script_.end; }

private:
    Scripted script_;
    bool said_ = false, stopped_ = false, ended_ = false;
};

class ScriptedLauncher final : public Launcher {
public:
    /// What the verb forecast prints.
    static std::string forecast(double needed_gib, double budget_gib, double available_gib, double total_gib) {
        const auto bytes = [](double gib) { return std::to_string(static_cast<std::int64_t>(gib * (1 << 30))); };
        return "{\"peak_bytes\":" + bytes(needed_gib) + ",\"reserve_bytes\":0,\"budget_bytes\":" + bytes(budget_gib) +
               ",\"available_bytes\":" + bytes(available_gib) + ",\"device_total_bytes\":" + bytes(total_gib) +
               ",\"by_role\":{\"weights\":1000}}";
    }
    Result<std::unique_ptr<RunChild>> start(const std::vector<std::string>& words) override {
        started.push_back(words);
        std::string config;
        for (const std::string& word : words)
            if (word.starts_with("--config=")) config = test::read_bytes(word.substr(9));
        configs.push_back(config);
        if (words[0] == "forecast") return std::unique_ptr<RunChild>(std::make_unique<ScriptedChild>(forecasts(words)));
        if (words[0] == "fit") return std::unique_ptr<RunChild>(std::make_unique<ScriptedChild>(plans));
        return std::unique_ptr<RunChild>(std::make_unique<ScriptedChild>(runs(name_in(words))));
    }
    static std::string name_in(const std::vector<std::string>& words) {
        for (const std::string& word : words)
            if (word.starts_with("--name=")) return word.substr(7);
        return "";
    }
    /// The names of the runs that were started, in order.
    std::vector<std::string> run_names() const {
        std::vector<std::string> out;
        for (const auto& words : started)
            if (words[0] != "forecast" && words[0] != "fit") out.push_back(name_in(words));
        return out;
    }

    std::vector<std::vector<std::string>> started;
    std::vector<std::string> configs;
    std::function<Scripted(const std::vector<std::string>&)> forecasts = [](const auto&) {
        return Scripted{{forecast(1, 4, 5, 8)}, {}};
    };
    Scripted plans;
    std::function<Scripted(const std::string& name)> runs = [](const std::string& name) {
        return Scripted{{"{\"event\":\"started\",\"run\":\"/runs/" + name + "\"}", "{\"event\":\"step\",\"step\":3}",
                         "{\"event\":\"finished\",\"reason\":\"reached the number of steps\",\"step\":3}"},
                        {}};
    };
};

class ScriptedClock final : public RunnerClock {
public:
    std::int64_t unix_ms() override { return now; }
    void wait(std::int64_t milliseconds, const std::stop_token&) override {
        now += milliseconds;
        if (++waits > 100'000) throw std::runtime_error("the runner waits forever");
        on_wait();
    }
    std::int64_t now = 1'000'000;
    int waits = 0;
    std::function<void()> on_wait = [] {};
};

class QueueRunnerTest : public ::testing::Test {
protected:
    static std::string forecast(double needed_gib, double budget_gib, double available_gib, double total_gib) {
        return ScriptedLauncher::forecast(needed_gib, budget_gib, available_gib, total_gib);
    }
    std::string add(const std::string& name, const ParamPatch& patch = {}, WhenTooBig when = WhenTooBig::Wait,
                    ModelKind kind = kDcgan, std::int64_t at = 0) {
        QueueAddition out;
        TrainConfig config = *with_patch(default_config(kind), patch);
        if (!family_of(kind).missing(config).empty())
            config = *with_patch(config, {{"prompts", std::string("a red square")}});
        out.request.config = std::make_shared<const TrainConfig>(config);
        out.request.name = name;
        out.when_too_big = when;
        out.not_before_unix_ms = at;
        const auto ids = queue_->add(out);
        EXPECT_TRUE(ids) << ids.error().message;
        return ids->front();
    }
    QueueItem item(const std::string& id) const {
        const auto snapshot = queue_->read();
        for (const QueueItem& i : snapshot->items)
            if (i.id == id) return i;
        ADD_FAILURE() << id << " is gone";
        return {};
    }
    RunnerSummary run() {
        const auto summary = run_queue(store_, launcher_, clock_, {"cpu", folder_.file("runs")}, {}, stop_.get_token());
        EXPECT_TRUE(summary) << summary.error().message;
        EXPECT_TRUE(summary->has_value()) << "another runner has the device";
        return summary->value_or(RunnerSummary{});
    }

    test::TempFolder folder_;
    QueueStore store_{folder_.file("queue")};
    std::shared_ptr<Queue> queue_ = make_queue({folder_.file("queue"), ""});
    ScriptedLauncher launcher_;
    ScriptedClock clock_;
    std::stop_source stop_;
};

}  // namespace headroom
