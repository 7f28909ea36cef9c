// A run watched and steered over its socket: by one, by several, and by those who come late.
#include "tests/core/remote_fixture.h"

#include "core/base/host.h"
#include "core/engine/remote/frame.h"
#include "core/engine/remote/live_runs.h"
#include "core/engine/remote/messages.h"
#include "core/engine/run_reader.h"
#include "core/io/runs/run_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <unistd.h>

namespace headroom {
namespace {

using ::testing::HasSubstr;

using RemoteSessionTest = RemoteTest;

TEST_F(RemoteSessionTest, AWatcherSeesTheRunAndSteersIt) {
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    ASSERT_TRUE(watcher->until_state(RunState::Running));
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<StepDone>().empty(); }));
    const auto started = watcher->all<RunStarted>();
    ASSERT_EQ(started.size(), 1u);
    EXPECT_EQ(started.front().data_name, "Fake");
    ASSERT_TRUE(started.front().config);
    EXPECT_EQ(*started.front().config, *session_->snapshot());
    EXPECT_TRUE(watcher->session().place().elsewhere);
    EXPECT_TRUE(watcher->session().place().same_machine);
    EXPECT_EQ(watcher->session().place().pid, getpid());

    watcher->session().pause();
    ASSERT_TRUE(watcher->until_state(RunState::Paused));
    EXPECT_EQ(session_->state(), RunState::Paused);
    const std::int64_t at = script_.steps;
    watcher->session().step_once();
    ASSERT_TRUE(until([&] { return script_.steps == at + 1; }));
    watcher->session().request_checkpoint();
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<CheckpointSaved>().empty(); }));
    watcher->session().request_sample({});
    ASSERT_TRUE(watcher->until([&] {
        for (const SampleReady& s : watcher->all<SampleReady>()) {
            if (s.path.empty() && !(s.raw.empty() && s.ema.empty())) return true;
        }
        return false;
    }));
    watcher->session().lend();
    ASSERT_TRUE(watcher->until_state(RunState::Lent));
    watcher->session().resume();
    ASSERT_TRUE(watcher->until_state(RunState::Running));
    EXPECT_FALSE(watcher->session().start(request()));
    watcher->session().request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(watcher->until_state(RunState::Finished));
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<Finished>().empty(); }));
    EXPECT_TRUE(watcher->all<Failed>().empty());
}

TEST_F(RemoteSessionTest, EditsSayWhereTheyComeFrom) {
    start();
    auto first = attach("first"), second = attach("second");
    ASSERT_TRUE(first && second);
    ASSERT_TRUE(first->session().apply({{"lr.g", 0.001}}, ChangeOrigin::Undo));
    const auto seen = [](Watcher& w, const std::string& key) {
        for (const ParamApplied& e : w.all<ParamApplied>())
            if (e.key == key) return std::optional(e);
        return std::optional<ParamApplied>();
    };
    ASSERT_TRUE(first->until([&] { return seen(*first, "lr.g").has_value(); }));
    ASSERT_TRUE(second->until([&] { return seen(*second, "lr.g").has_value(); }));
    EXPECT_EQ(seen(*first, "lr.g")->origin, ChangeOrigin::Undo) << "its own, as it was sent";
    EXPECT_EQ(seen(*second, "lr.g")->origin, ChangeOrigin::Elsewhere);
    EXPECT_THAT(seen(*second, "lr.g")->by, HasSubstr("first, process"));
    ASSERT_TRUE(until([&] { return !all<ParamApplied>().empty(); }));
    EXPECT_EQ(all<ParamApplied>().front().origin, ChangeOrigin::Elsewhere);
    EXPECT_THAT(all<ParamApplied>().front().by, HasSubstr("first, process"));
    ASSERT_TRUE(first->until([&] { return first->session().snapshot()->lr_g == 0.001; }));

    ASSERT_TRUE(session_->apply({{"lr.d", 0.002}}, ChangeOrigin::User));
    ASSERT_TRUE(second->until([&] { return seen(*second, "lr.d").has_value(); }));
    EXPECT_EQ(seen(*second, "lr.d")->origin, ChangeOrigin::Elsewhere);
    EXPECT_THAT(seen(*second, "lr.d")->by, HasSubstr("window, process"));
    EXPECT_TRUE(second->until([&] { return second->session().place().watchers == 2; }));
}

TEST_F(RemoteSessionTest, WhatARunChangesByItsPlanIsNobodysEdit) {
    script_.let(5);
    RunRequest growing = request();
    TrainConfig config = *growing.config;
    config.image_size = 32;
    config.grow_to = 64;
    config.grow_after = 400;
    growing.config = std::make_shared<const TrainConfig>(config);
    ASSERT_TRUE(session_->start(growing));
    ASSERT_TRUE(until_state(RunState::Running));
    socket_ = remote::path_of(session_->place().address);
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    script_.let(std::numeric_limits<std::int64_t>::max());
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<ParamApplied>().empty(); }));
    EXPECT_EQ(watcher->all<ParamApplied>().front().key, "image.size");
    EXPECT_EQ(watcher->all<ParamApplied>().front().by, "its plan");
}

TEST_F(RemoteSessionTest, AnEditHoldsFromTheNextStepOnAndIsAnsweredBeforeThatOneIsOver) {
    script_.let(3);
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    ASSERT_TRUE(watcher->until([&] { return script_.under_way == 4; }));
    ASSERT_TRUE(watcher->session().apply({{"lr.g", 0.001}}, ChangeOrigin::User));
    // What is asked for after it is answered there: so the edit has come there, too.
    ASSERT_TRUE(watcher->session().forecast({{"batch.micro", std::int64_t{4}}}));
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<ForecastReady>().empty(); }));
    EXPECT_TRUE(watcher->all<ParamApplied>().empty()) << "the step under way keeps what it began with";
    const auto boundary = std::chrono::steady_clock::now();
    script_.let(4);
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<ParamApplied>().empty(); }));
    const auto taken = std::chrono::steady_clock::now() - boundary;
    RecordProperty("answer_microseconds",
                   static_cast<int>(std::chrono::duration_cast<std::chrono::microseconds>(taken).count()));
    EXPECT_EQ(watcher->all<ParamApplied>().front().step, 4);
    EXPECT_EQ(script_.steps, 4) << "no further step was waited for";
    EXPECT_EQ(watcher->session().snapshot()->lr_g, 0.001);
    script_.let(std::numeric_limits<std::int64_t>::max());
    ASSERT_TRUE(watcher->until([&] { return watcher->last_step() > 4; }));
}

TEST_F(RemoteSessionTest, BadValuesAreRefusedHereAndThere) {
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    EXPECT_THAT(watcher->session().apply({{"batch.micro", std::int64_t{0}}}, ChangeOrigin::User).error().message,
                HasSubstr("not between"));
    EXPECT_FALSE(watcher->session().apply({{"latent", std::int64_t{7}}}, ChangeOrigin::User));
    script_.refuse_changes = true;
    ASSERT_TRUE(watcher->session().apply({{"image.size", std::int64_t{128}}}, ChangeOrigin::User));
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<ParamRefused>().empty(); }));
    EXPECT_EQ(watcher->all<ParamRefused>().front().keys.front(), "image.size");
    // What only the run's process knows: its device is the CPU.
    ASSERT_TRUE(watcher->session().apply({{"precision", std::string("fp16")}}, ChangeOrigin::User));
    ASSERT_TRUE(watcher->until([&] { return watcher->all<ParamRefused>().size() == 2; }));
    EXPECT_EQ(watcher->all<ParamRefused>().back().keys.front(), "precision");
}

TEST_F(RemoteSessionTest, OneThatComesLateIsToldWhatHappened) {
    start();
    session_->request_sample({});
    ASSERT_TRUE(session_->apply({{"lr.g", 0.001}}, ChangeOrigin::User));
    ASSERT_TRUE(
        until([&] { return script_.steps > 20 && !all<ParamApplied>().empty() && !all<SampleReady>().empty(); }));
    session_->pause();
    ASSERT_TRUE(until_state(RunState::Paused));
    auto late = attach();
    ASSERT_TRUE(late);
    EXPECT_EQ(late->session().state(), RunState::Paused) << "known from the greeting";
    EXPECT_EQ(late->session().snapshot()->lr_g, 0.001);
    ASSERT_TRUE(late->until([&] {
        return !late->all<RunStarted>().empty() && !late->all<MemorySampled>().empty() &&
               !late->all<SampleReady>().empty() && !late->all<ParamApplied>().empty() &&
               !late->all<StepDone>().empty() && late->all<StepDone>().back().step == script_.steps;
    }));
    EXPECT_GT(late->all<StepDone>().size(), 5u);
    EXPECT_NE(late->all<RunStarted>().front().config->lr_g, 0.001) << "the run began with another";
    EXPECT_EQ(late->session().snapshot()->lr_g, 0.001) << "the story of the past does not undo it";
    auto fresh = attach("fresh", false);
    ASSERT_TRUE(fresh);
    session_->request_checkpoint();
    ASSERT_TRUE(fresh->until([&] { return !fresh->all<CheckpointSaved>().empty(); }));
    EXPECT_TRUE(fresh->all<ParamApplied>().empty()) << "it asked for nothing of the past";
}

TEST_F(RemoteSessionTest, OfAResumedRunTheStepsBeforeAreToldToo) {
    start(10);
    ASSERT_TRUE(until_state(RunState::Finished));
    RunRequest again = request(0);
    again.resume_from = all<Finished>().front().run_dir;
    ASSERT_TRUE(session_->start(again));
    ASSERT_TRUE(until([&] { return script_.steps > 15; }));
    auto late = attach();
    ASSERT_TRUE(late);
    ASSERT_TRUE(late->until([&] { return late->all<StepDone>().size() > 12; }));
    EXPECT_EQ(late->all<RunStarted>().front().step, 10);
    EXPECT_EQ(late->all<StepDone>().front().step, 1);
    EXPECT_EQ(late->all<StepDone>()[9].step, 10);
}

TEST_F(RemoteSessionTest, TheEndReachesThoseWhoWatchAndTheSocketGoes) {
    start(50);
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    ASSERT_TRUE(until_state(RunState::Finished));
    session_.reset();
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<Finished>().empty(); }));
    EXPECT_EQ(watcher->all<Finished>().front().step, 50);
    EXPECT_TRUE(watcher->all<Failed>().empty());
    EXPECT_FALSE(std::filesystem::exists(socket_));
    EXPECT_EQ(remote::attach_to(socket_, {}).error().code, ErrorCode::NotFound);
}

TEST_F(RemoteSessionTest, ARunThatIsGivenUpByItsOwnerIsToldOf) {
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    session_.reset();
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<Finished>().empty(); }));
    EXPECT_TRUE(
        watcher->until([&] { return !is_active(watcher->session().state()); }));  // its change of state comes after it
}

TEST_F(RemoteSessionTest, TheRunSaysWhereItCanBeWatched) {
    start();
    const std::string dir = all<RunStarted>().front().run_dir;
    EXPECT_EQ(RunFolder::address_of(dir), "unix:" + socket_);
    EXPECT_EQ(*remote::socket_of(dir), socket_);
    auto runs = list_run_folders(root_.string());
    ASSERT_EQ(runs.size(), 1u);
    remote::look_for_live_runs(runs);
    EXPECT_FALSE(runs.front().elsewhere) << "it is this process";
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(RunFolder::address_of(dir), "");
    EXPECT_EQ(remote::socket_of(dir).error().code, ErrorCode::NotFound);
}

TEST_F(RemoteSessionTest, TheGreetingCountsTheErrorsThatWereSurvived) {
    script_.oom_at = 3;
    start();
    ASSERT_TRUE(until([&] { return !all<OomRecovered>().empty(); }));
    auto socket = remote::connect_to(socket_);
    ASSERT_TRUE(socket);
    remote::FramedSocket talk(*std::move(socket), remote::kReplyLimits);
    std::optional<remote::Frame> frame;
    ASSERT_TRUE(until([&] {
        talk.fill();
        frame = talk.take();
        return frame.has_value();
    }));
    const auto reply = remote::decode_reply(*frame);
    ASSERT_TRUE(reply && std::holds_alternative<remote::Welcome>(*reply));
    EXPECT_EQ(std::get<remote::Welcome>(*reply).live.survived, 1);
}

TEST_F(RemoteSessionTest, AnotherMachineIsKnownAsSuch) {
    options_.host_id = "elsewhere";
    offer();
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    EXPECT_FALSE(watcher->session().place().same_machine);
    ASSERT_TRUE(watcher->session().apply({{"lr.g", 0.001}}, ChangeOrigin::User));
    ASSERT_TRUE(until([&] { return !all<ParamApplied>().empty(); }));
    EXPECT_THAT(all<ParamApplied>().front().by, HasSubstr("test on " + host_name()));
}

}  // namespace
}  // namespace headroom
