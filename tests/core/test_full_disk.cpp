// A disk that takes nothing: a run that is told to stop waits with its state, one in a process of its own goes on by itself, and nothing half
// made stays.
#include "app/cli/train_loop.h"
#include "core/io/files/sqlite_database.h"
#include "tests/core/session_fixture.h"

#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <future>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class FullDiskTest : public SessionTest {
protected:
    /// The settings of a run that saves now and then.
    RunRequest saving(std::int64_t every, std::int64_t steps = 0) {
        RunRequest asked = request(steps);
        TrainConfig config = *asked.config;
        config.checkpoint_every = every;
        asked.config = std::make_shared<const TrainConfig>(config);
        asked.run_dir = run_.string();
        return asked;
    }
    /// From here on no checkpoint can be written, until free_disk().
    void fill_disk() {
        fs::remove_all(checkpoints_);
        std::ofstream(checkpoints_) << "in the way";
    }
    void free_disk() { fs::remove(checkpoints_); }
    bool until_paused_for_disk() {
        return until([&] {
            const auto changes = all<StateChanged>();
            return !changes.empty() && changes.back().to == RunState::Paused &&
                   changes.back().reason.find("Then resume.") != std::string::npos;
        });
    }

    const test::TempFolder folder_;
    const fs::path run_ = folder_.file("run"), checkpoints_ = run_ / "checkpoints";
};

TEST_F(FullDiskTest, ARunIsNotStoppedBeforeItsStateIsSaved) {
    ASSERT_TRUE(session_->start(saving(0)));
    ASSERT_TRUE(until([&] { return script_.steps > 3; }));
    fill_disk();
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_paused_for_disk());
    EXPECT_TRUE(all<Finished>().empty());
    const std::int64_t at = script_.steps;
    free_disk();
    session_->resume();
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(script_.steps, at) << "it was told to stop";
    EXPECT_EQ(all<Finished>().front().reason, "stopped");
    ASSERT_EQ(all<CheckpointSaved>().size(), 1u);
    EXPECT_EQ(all<CheckpointSaved>().front().step, at);
}

TEST_F(FullDiskTest, ARunThatWaitsToBeSavedCanBeGivenUp) {
    ASSERT_TRUE(session_->start(saving(0)));
    ASSERT_TRUE(until_state(RunState::Running));
    fill_disk();
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_paused_for_disk());
    session_->request_stop(StopMode::StopWithoutSaving);
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(all<Finished>().front().reason, "stopped without saving");
}

TEST_F(FullDiskTest, OneWhoseTimeIsOverWaitsToo) {
    RunRequest asked = saving(0);
    asked.seconds = 1;
    ASSERT_TRUE(session_->start(asked));
    ASSERT_TRUE(until_state(RunState::Running));
    fill_disk();
    ASSERT_TRUE(until_paused_for_disk());
    const std::size_t warnings = all<Warning>().size();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ASSERT_TRUE(until([] { return true; }));
    EXPECT_EQ(all<Warning>().size(), warnings) << "it waits, and does not try again and again";
    free_disk();
    session_->resume();
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(all<Finished>().front().reason, "stopped, as its time is over");
    EXPECT_EQ(all<CheckpointSaved>().size(), 1u);
}

TEST_F(FullDiskTest, ALentRunStaysLentWhenItCannotBeSaved) {
    ASSERT_TRUE(session_->start(saving(0)));
    ASSERT_TRUE(until_state(RunState::Running));
    session_->lend();
    ASSERT_TRUE(until_state(RunState::Lent));
    fill_disk();
    events_.clear();
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Lent));
    EXPECT_THAT(all<StateChanged>().back().reason, HasSubstr("Then resume."));
    free_disk();
    session_->resume();
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(all<CheckpointSaved>().size(), 1u);
}

TEST_F(FullDiskTest, OldTroubleThatIsMendedHoldsNoStopUp) {
    ASSERT_TRUE(session_->start(saving(0)));
    ASSERT_TRUE(until_state(RunState::Running));
    session_->pause();
    ASSERT_TRUE(until_state(RunState::Paused));
    fill_disk();
    session_->request_checkpoint();
    ASSERT_TRUE(until([&] { return !all<Warning>().empty(); }));
    free_disk();
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(all<CheckpointSaved>().size(), 1u);
}

TEST_F(FullDiskTest, AStateThatCannotBeCopiedHoldsAStopUpToo) {
    ASSERT_TRUE(session_->start(saving(0)));
    ASSERT_TRUE(until([&] { return script_.steps > 3; }));
    script_.no_memory_to_save = true;
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_paused_for_disk());
    EXPECT_THAT(all<StateChanged>().back().reason, HasSubstr("no memory to copy the state. Close other programs."));
    EXPECT_TRUE(all<Finished>().empty());
    script_.no_memory_to_save = false;
    session_->resume();
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(all<CheckpointSaved>().size(), 1u);
}

TEST_F(FullDiskTest, AStateThatCannotBeCopiedOnTheWayEndsNoTraining) {
    script_.no_memory_to_save = true;
    ASSERT_TRUE(session_->start(saving(2)));
    ASSERT_TRUE(until([&] { return script_.steps > 8; }));
    script_.no_memory_to_save = false;
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_FALSE(all<Warning>().empty());
    EXPECT_FALSE(all<CheckpointSaved>().empty());
}

TEST_F(FullDiskTest, ACopyThatThrowsEndsNoTrainingEither) {
    script_.saving_throws = true;
    ASSERT_TRUE(session_->start(saving(2)));
    ASSERT_TRUE(until([&] { return script_.steps > 8; }));
    script_.saving_throws = false;
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_FALSE(all<CheckpointSaved>().empty());
}

TEST_F(FullDiskTest, AHistoryThatCannotBeWrittenToItsEndIsTold) {
    script_.let(4);
    ASSERT_TRUE(session_->start(saving(0, 8)));
    ASSERT_TRUE(until([&] { return script_.steps >= 4; }));
    {
        auto history = SqliteDatabase::open((run_ / "history.db").string(), false);
        ASSERT_TRUE(history) << history.error().message;
        ASSERT_TRUE(history->execute("DROP TABLE steps"));
    }
    script_.let(std::numeric_limits<std::int64_t>::max());
    ASSERT_TRUE(until_state(RunState::Finished));
    const auto warnings = all<Warning>();
    EXPECT_TRUE(std::any_of(warnings.begin(), warnings.end(), [](const Warning& w) { return w.id == "history"; }));
}

/// The run of a process of its own, as headroom-cli drives it.
class FullDiskLoopTest : public FullDiskTest {
protected:
    /// `patient`: it waits for the disk. What it tells is kept in `told_`.
    void run(RunRequest asked, bool patient) {
        script_.step_time = std::chrono::milliseconds(5);  // a save is known to have failed before the run is over
        loop_ = std::make_unique<cli::TrainLoop>(*session_, console_, "");
        if (patient) loop_->wait_for_disk(std::chrono::milliseconds(50));
        loop_->listen([this](const Event& event) {
            const std::lock_guard lock(told_mutex_);
            told_.push_back(event);
        });
        ended_ = std::async(std::launch::async, [this, asked] { return loop_->run(asked, stop_.get_token()); });
    }
    void TearDown() override {
        if (ended_.valid()) session_->request_stop(StopMode::StopWithoutSaving);
        if (ended_.valid()) ended_.wait();
        loop_.reset();
        FullDiskTest::TearDown();
    }
    template <class T> bool told(const std::function<bool(const T&)>& wanted) {
        for (const auto give_up = Clock::now() + std::chrono::seconds(30); Clock::now() < give_up;) {
            {
                const std::lock_guard lock(told_mutex_);
                for (const Event& event : told_)
                    if (const auto* one = std::get_if<T>(&event); one && wanted(*one)) return true;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return false;
    }
    bool told_to_wait() {
        return told<StateChanged>([](const StateChanged& e) {
            return e.to == RunState::Paused && e.reason.find("Then resume.") != std::string::npos;
        });
    }
    Result<void> end() {
        if (ended_.wait_for(std::chrono::seconds(60)) != std::future_status::ready)
            return make_error(ErrorCode::Internal, "the run does not end");
        return ended_.get();
    }

    cli::Console console_{"headroom-cli"};
    std::unique_ptr<cli::TrainLoop> loop_;
    std::stop_source stop_;
    std::future<Result<void>> ended_;
    std::mutex told_mutex_;
    std::vector<Event> told_;
};

TEST_F(FullDiskLoopTest, ARunInAProcessOfItsOwnWaitsAndGoesOnWhenThereIsRoom) {
    script_.let(4);
    run(saving(5, 400), true);
    ASSERT_TRUE(told<StepDone>([](const StepDone& e) { return e.step == 4; }));
    fill_disk();
    script_.let(std::numeric_limits<std::int64_t>::max());
    ASSERT_TRUE(told_to_wait());
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));  // it is tried meanwhile
    EXPECT_EQ(session_->state(), RunState::Paused);
    const std::int64_t at = script_.steps;
    EXPECT_LT(at, 400);
    free_disk();
    const auto ended = end();
    EXPECT_TRUE(ended) << ended.error().message;
    EXPECT_TRUE(told<CheckpointSaved>([&](const CheckpointSaved& e) { return e.step == at; })) << "nothing is lost";
    EXPECT_TRUE(told<Finished>([](const Finished& e) { return e.step == 400; }));
}

TEST_F(FullDiskLoopTest, OneThatReachedItsEndWaitsToo) {
    script_.let(4);
    run(saving(0, 5), true);
    ASSERT_TRUE(told<StepDone>([](const StepDone& e) { return e.step == 4; }));
    fill_disk();
    script_.let(5);
    ASSERT_TRUE(told_to_wait());
    free_disk();
    EXPECT_TRUE(end());
    EXPECT_TRUE(told<Finished>([](const Finished& e) { return e.reason == "reached the number of steps"; }));
}

TEST_F(FullDiskLoopTest, OneThatIsToldToStopWaitsToBeSaved) {
    run(saving(0), true);
    ASSERT_TRUE(told<StepDone>([](const StepDone& e) { return e.step > 3; }));
    fill_disk();
    stop_.request_stop();
    ASSERT_TRUE(told_to_wait());
    free_disk();
    EXPECT_TRUE(end());
    EXPECT_TRUE(told<CheckpointSaved>([&](const CheckpointSaved& e) { return e.step == script_.steps; }));
    EXPECT_TRUE(told<Finished>([](const Finished& e) { return e.reason == "stopped"; }));
}

TEST_F(FullDiskLoopTest, AScriptsRunIsTriedOnceMoreAndEnded) {
    script_.let(4);
    run(saving(5), false);
    ASSERT_TRUE(told<StepDone>([](const StepDone& e) { return e.step == 4; }));
    fill_disk();
    script_.let(std::numeric_limits<std::int64_t>::max());
    const auto ended = end();
    ASSERT_FALSE(ended);
    EXPECT_EQ(ended.error().code, ErrorCode::Disk) << "exit status 5";
    EXPECT_TRUE(told<Finished>([](const Finished& e) { return e.reason == "stopped without saving"; }));
}

TEST_F(FullDiskLoopTest, AScriptsRunGoesOnWhenTheDiskWasFullForAMoment) {
    script_.let(4);
    run(saving(5, 400), false);
    ASSERT_TRUE(told<StepDone>([](const StepDone& e) { return e.step == 4; }));
    fill_disk();
    script_.let(std::numeric_limits<std::int64_t>::max());
    ASSERT_TRUE(told_to_wait());
    free_disk();
    EXPECT_TRUE(end());
    EXPECT_TRUE(told<Finished>([](const Finished& e) { return e.step == 400; }));
}

TEST_F(FullDiskLoopTest, AScriptsRunWhoseStateCannotBeCopiedSaysThatMemoryIsShort) {
    script_.no_memory_to_save = true;
    run(saving(0, 5), false);
    const auto ended = end();
    ASSERT_FALSE(ended);
    EXPECT_EQ(ended.error().code, ErrorCode::OutOfMemory) << "exit status 3";
    EXPECT_THAT(ended.error().message, HasSubstr("no memory to copy the state"));
}

TEST_F(FullDiskLoopTest, OneWhoseStateCouldNotBeCopiedForAMomentEndsWell) {
    script_.no_memory_to_save = true;
    run(saving(0, 5), false);
    ASSERT_TRUE(told_to_wait());
    script_.no_memory_to_save = false;
    EXPECT_TRUE(end());
    EXPECT_TRUE(told<Finished>([](const Finished& e) { return e.reason == "reached the number of steps"; }));
}

TEST_F(FullDiskLoopTest, APauseBySomebodyEndsNoRunAfterTheDiskRefusedSomething) {
    run(saving(0), false);
    ASSERT_TRUE(told<StepDone>([](const StepDone& e) { return e.step > 3; }));
    session_->pause();
    ASSERT_TRUE(told<StateChanged>([](const StateChanged& e) { return e.to == RunState::Paused; }));
    fill_disk();
    session_->request_checkpoint();
    ASSERT_TRUE(told<Warning>([](const Warning& e) { return e.id == "disk"; }));
    const std::int64_t at = script_.steps;
    session_->resume();
    ASSERT_TRUE(told<StepDone>([&](const StepDone& e) { return e.step > at + 2; }));
    session_->pause();
    ASSERT_TRUE(told<StateChanged>([](const StateChanged& e) { return e.reason == "resumed"; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    EXPECT_EQ(session_->state(), RunState::Paused) << "somebody paused it";
}

}  // namespace
}  // namespace headroom
