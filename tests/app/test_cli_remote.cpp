// A run of one process watched and steered by others: headroom-cli's verbs, runs begun in processes of their own, a forwarded socket.
#include "cli_fixture.h"
#include "core/engine/studio_services.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"
#include "tests/support/toy_backend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <csignal>
#include <deque>
#include <filesystem>
#include <functional>
#include <thread>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Json = nlohmann::json;

class CliRemote : public CliTest {
protected:
    std::vector<std::string> train(std::vector<std::string> more = {}) const {
        std::vector<std::string> words{
            "train",   "dcgan",     "--data", "shapes",    "--out",   run_,        "--size", "32",
            "--batch", "8",         "--set",  "threads=1", "--steps", "1000000",   "--set",  "data.count=64",
            "--set",   "width.g=8", "--set",  "width.d=8", "--set",   "latent=16", "--set",  "preview.grid=4",
            "--json"};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    CliResult runs(std::vector<std::string> words) const {
        words.insert(words.begin(), "runs");
        return run_cli(words, options_);
    }
    /// The socket that run.json names.
    std::string address() const { return Json::parse(read_bytes(run_ + "/run.json")).value("address", ""); }

    std::string run_ = folder_.file("run");
};

/// Carries connections from one socket to another, as ssh -L does.
class Relay {
public:
    Relay(const std::string& at, std::string to) : to_(std::move(to)) {
        listen_ = socket_at(at, true);
        thread_ = std::jthread([this](std::stop_token stop) { serve(stop); });
    }
    ~Relay() {
        thread_.request_stop();
        thread_.join();
        ::close(listen_);
    }

private:
    static int socket_at(const std::string& path, bool listens) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
        const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const auto* raw = reinterpret_cast<const sockaddr*>(&address);
        EXPECT_EQ(listens ? ::bind(fd, raw, sizeof address) : ::connect(fd, raw, sizeof address), 0) << path;
        if (listens) ::listen(fd, 8);
        return fd;
    }
    void serve(const std::stop_token& stop) {
        std::vector<std::pair<int, int>> pairs;
        while (!stop.stop_requested()) {
            std::vector<pollfd> watched{{listen_, POLLIN, 0}};
            for (const auto& [from, to] : pairs) watched.push_back({from, POLLIN, 0});
            ::poll(watched.data(), watched.size(), 20);
            for (std::size_t i = 1; i < watched.size(); ++i) {
                char chunk[4096];
                if (watched[i].revents == 0) continue;
                const ssize_t n = ::read(pairs[i - 1].first, chunk, sizeof chunk);
                if (n <= 0 || ::send(pairs[i - 1].second, chunk, static_cast<std::size_t>(n), MSG_NOSIGNAL) != n)
                    ::shutdown(pairs[i - 1].second, SHUT_RDWR);
            }
            if (watched[0].revents == 0) continue;
            const int near = ::accept4(listen_, nullptr, nullptr, SOCK_CLOEXEC), far = socket_at(to_, false);
            pairs.emplace_back(near, far);
            pairs.emplace_back(far, near);
        }
        for (const auto& [from, to] : pairs) ::close(from);
    }

    std::string to_;
    int listen_ = -1;
    std::jthread thread_;
};

TEST_F(CliRemote, OtherProcessesWatchAndSteerARun) {
    CliProcess trainer(train(), options_);
    ASSERT_FALSE(trainer.wait_for("step").is_null()) << trainer.err();
    CliProcess watcher({"runs", "watch", run_}, options_);
    EXPECT_EQ(watcher.wait_for("started")["run"], run_) << watcher.err();
    ASSERT_FALSE(watcher.wait_for("step").is_null()) << "not a terminal: lines of JSON";

    const auto set = runs({"set", run_, "lr.g=0.001", "batch.micro=4", "--json"});
    EXPECT_EQ(set.status, 0) << set.err;
    EXPECT_THAT(set.out, HasSubstr("\"key\":\"lr.g\""));
    const auto applied = watcher.wait_for("param_applied");
    EXPECT_EQ(applied["origin"], "elsewhere");
    EXPECT_THAT(std::string(applied["by"]), HasSubstr("terminal, process "));
    EXPECT_EQ(runs({"set", run_, "batch.micro=0"}).status, 2);
    EXPECT_EQ(runs({"set", run_, "latent=7"}).status, 2);
    const auto wrong = runs({"set", run_, "lr.h=1"});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_THAT(wrong.err, HasSubstr("did you mean"));

    EXPECT_EQ(runs({"pause", run_}).status, 0);
    EXPECT_EQ(watcher.wait_for("state")["to"], "paused");
    const auto listed = Json::parse(runs({"show", run_, "--json"}).out);
    EXPECT_EQ(listed["live"]["state"], "paused");
    EXPECT_EQ(listed["live"]["address"], address());
    EXPECT_EQ(runs({"checkpoint", run_}).status, 0);
    EXPECT_FALSE(watcher.wait_for("checkpoint_saved").is_null());
    const auto sample = runs({"sample", run_, "--out", folder_.file("now.png")});
    EXPECT_EQ(sample.status, 0) << sample.err;
    EXPECT_TRUE(fs::exists(folder_.file("now.png")));
    EXPECT_EQ(runs({"lend", run_}).status, 0);
    EXPECT_EQ(runs({"resume", run_}).status, 0);

    CliProcess leaver({"runs", "watch", run_}, options_);
    ASSERT_FALSE(leaver.wait_for("started").is_null());
    leaver.send(SIGINT);
    EXPECT_EQ(leaver.finish(), 130);
    EXPECT_THAT(leaver.err(), HasSubstr("the run goes on"));

    const auto stopped = runs({"stop", run_});
    EXPECT_EQ(stopped.status, 0) << stopped.err;
    EXPECT_FALSE(watcher.wait_for("finished").is_null());
    EXPECT_EQ(watcher.finish(), 0) << watcher.err();
    EXPECT_EQ(trainer.finish(), 0) << trainer.err();
    const auto over = runs({"pause", run_});
    EXPECT_EQ(over.status, 2);
    EXPECT_THAT(over.err, HasSubstr("no process trains it"));
    EXPECT_THAT(read_bytes(run_ + "/log.txt"), HasSubstr("by terminal, process "));
}

TEST_F(CliRemote, AWatcherWhoseReaderIsGoneLetsTheRunGoOn) {
    CliProcess trainer(train(), options_);
    ASSERT_FALSE(trainer.wait_for("step").is_null()) << trainer.err();
    CliProcess watcher({"runs", "watch", run_}, options_);
    ASSERT_FALSE(watcher.wait_for("step").is_null()) << watcher.err();
    watcher.stop_reading();
    EXPECT_EQ(watcher.finish(), 0) << watcher.err();
    EXPECT_THAT(watcher.err(), HasSubstr("detached; the run goes on"));
    // The run itself has nobody who reads it either, and trains all the same.
    trainer.stop_reading();
    ASSERT_EQ(runs({"pause", run_}).status, 0);
    CliProcess quiet({"runs", "watch", run_}, options_);
    ASSERT_FALSE(quiet.wait_for("started").is_null()) << quiet.err();
    quiet.stop_reading();
    EXPECT_EQ(quiet.finish(), 0) << "nothing happens that it could fail to tell: " << quiet.err();
    EXPECT_EQ(runs({"resume", run_}).status, 0);
    EXPECT_EQ(runs({"checkpoint", run_}).status, 0);
    EXPECT_EQ(runs({"stop", run_}).status, 0);
    EXPECT_EQ(trainer.finish(), 0) << trainer.err();
}

TEST_F(CliRemote, AKilledTrainerIsToldToThoseWhoWatch) {
    CliProcess trainer(train({"--set", "checkpoint.every=5"}), options_);
    ASSERT_FALSE(trainer.wait_for("checkpoint_saved").is_null()) << trainer.err();
    CliProcess watcher({"runs", "watch", run_}, options_);
    ASSERT_FALSE(watcher.wait_for("step").is_null()) << watcher.err();
    trainer.send(SIGKILL);
    const auto failed = watcher.wait_for("failed");
    ASSERT_FALSE(failed.is_null()) << watcher.err();
    EXPECT_THAT(std::string(failed["message"]), HasSubstr("has died"));
    EXPECT_THAT(std::string(failed["hint"]), HasSubstr("The checkpoint of step "));
    EXPECT_GE(failed["last_checkpoint_step"], 5);
    EXPECT_EQ(watcher.finish(), 4);
    EXPECT_EQ(runs({"watch", run_}).status, 2);
}

TEST_F(CliRemote, AForwardedSocketIsAsGoodAsTheRunsOwn) {
    CliProcess trainer(train(), options_);
    ASSERT_FALSE(trainer.wait_for("step").is_null()) << trainer.err();
    const TempFolder there;
    const Relay relay(there.file("s"), address().substr(5));
    const std::string forwarded = "unix:" + there.file("s");
    CliProcess watcher({"runs", "watch", forwarded, "--json"}, options_);
    EXPECT_FALSE(watcher.wait_for("step").is_null()) << watcher.err();
    EXPECT_EQ(runs({"set", forwarded, "lr.d=0.003"}).status, 0);
    EXPECT_FALSE(watcher.wait_for("param_applied").is_null());
    EXPECT_EQ(runs({"stop", forwarded, "--without-saving"}).status, 0);
    EXPECT_FALSE(watcher.wait_for("finished").is_null());
    EXPECT_EQ(trainer.finish(), 0);
}

/// A program with services, as the window is: it has no tensors, and begins runs in processes of their own.
class StartElsewhere : public CliRemote {
protected:
    void SetUp() override {
        for (const char* name : {"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"}) {
            fs::create_directories(folder_.file(name));
            fs::permissions(folder_.file(name), fs::perms::owner_all);
            variables_.emplace_back(name, folder_.file(name));
        }
        services_ =
            make_studio_services(make_toy_backend(), {.runs_root = folder_.file("runs"), .headroom_cli = HEADROOM_CLI});
    }
    RunRequest request() const {
        TrainConfig c;
        c.data_count = 64;
        c.image_size = 32;
        c.batch_micro = 8;
        c.width_d = 8;
        c.steps = 0;
        c.preview_grid = 4;
        c.threads = 1;
        return {std::make_shared<const TrainConfig>(c), "", "", "", "apart"};
    }
    static bool until(Session& session, const std::function<bool(const Event&)>& wanted) {
        const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(120);
        while (std::chrono::steady_clock::now() < give_up) {
            for (const Event& e : session.drain_events())
                if (wanted(e)) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        return false;
    }
    template <class T> static bool until(Session& session) {
        return until(session, [](const Event& e) { return std::holds_alternative<T>(e); });
    }
    std::deque<SetVariable> variables_;
    std::unique_ptr<Services> services_;
};

TEST_F(StartElsewhere, ARunBeginsInAProcessOfItsOwnAndGoesOnFromTheSameStep) {
    bool told = false;
    const auto address = services_->start_elsewhere(request(), [&](const std::string&, double) { told = true; }, {});
    ASSERT_TRUE(address) << address.error().message << " " << address.error().hint;
    EXPECT_TRUE(told);
    auto session = services_->attach(*address);
    ASSERT_TRUE(session) << session.error().message;
    ASSERT_TRUE(until<StepDone>(**session));
    const auto listed = services_->list_runs();
    ASSERT_EQ(listed.size(), 1u);
    ASSERT_TRUE(listed[0].elsewhere);
    EXPECT_EQ(listed[0].elsewhere->place.address, *address);
    EXPECT_EQ(listed[0].elsewhere->place.pid, (*session)->place().pid);

    ExportRequest grid;
    grid.kind = ExportKind::Metrics;
    grid.format = "csv";
    grid.address = *address;
    grid.target = folder_.file("metrics.csv");
    const auto exported = services_->export_run(grid, {}, {});
    ASSERT_TRUE(exported) << exported.error().message;
    EXPECT_THAT(read_bytes(grid.target), HasSubstr("step,images"));

    (*session)->request_stop(StopMode::SaveAndStop);
    std::int64_t stopped_at = -1;
    ASSERT_TRUE(until(**session, [&](const Event& e) {
        if (const auto* f = std::get_if<Finished>(&e)) stopped_at = f->step;
        return stopped_at >= 0;
    }));
    session->reset();

    RunRequest again;
    again.resume_from = listed[0].dir;
    const auto second = services_->start_elsewhere(again, {}, {});
    ASSERT_TRUE(second) << second.error().message;
    EXPECT_EQ(services_->attach("nobody").error().code, ErrorCode::NotFound);
    session = services_->attach(fs::path(listed[0].dir).filename().string());  // by its name among the runs
    ASSERT_TRUE(session) << session.error().message;
    ASSERT_TRUE(until(**session, [&](const Event& e) {
        const auto* started = std::get_if<RunStarted>(&e);
        if (started) { EXPECT_EQ(started->step, stopped_at); }
        return started != nullptr;
    }));
    (*session)->request_stop(StopMode::StopWithoutSaving);
    EXPECT_TRUE(until<Finished>(**session));
}

TEST_F(StartElsewhere, WhatCannotBeginSaysWhy) {
    RunRequest wrong = request();
    auto config = *wrong.config;
    config.data_path = folder_.file("nowhere");
    wrong.config = std::make_shared<const TrainConfig>(config);
    const auto refused = services_->start_elsewhere(wrong, {}, {});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("nowhere"));
    EXPECT_EQ(exit_status(refused.error().code), 2);
    services_ =
        make_studio_services(make_toy_backend(), {.runs_root = folder_.file("runs"), .headroom_cli = "/bin/false"});
    EXPECT_EQ(services_->start_elsewhere(request(), {}, {}).error().code, ErrorCode::Environment);
}

}  // namespace
}  // namespace headroom::test
